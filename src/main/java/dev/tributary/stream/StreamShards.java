package dev.tributary.stream;

import java.util.HashSet;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The shards that a stream lists. */
final class StreamShards {

  private StreamShards() {}

  static Set<String> ids(DynamoDbStreamsClient streams, String arn) {
    Set<String> ids = new HashSet<>();
    String last = null;
    do {
      String start = last;
      StreamDescription page =
          streams
              .describeStream(request -> request.streamArn(arn).exclusiveStartShardId(start))
              .streamDescription();
      page.shards().stream().map(Shard::shardId).forEach(ids::add);
      last = page.lastEvaluatedShardId();
    } while (last != null);
    return ids;
  }
}
