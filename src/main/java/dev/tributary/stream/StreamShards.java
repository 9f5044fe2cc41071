package dev.tributary.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The shards that a stream lists. */
final class StreamShards {

  private StreamShards() {}

  static Set<String> ids(DynamoDbStreamsClient streams, String arn) {
    return all(streams, arn).stream().map(Shard::shardId).collect(Collectors.toSet());
  }

  static List<Shard> all(DynamoDbStreamsClient streams, String arn) {
    List<Shard> shards = new ArrayList<>();
    String last = null;
    do {
      String start = last;
      StreamDescription page =
          streams
              .describeStream(request -> request.streamArn(arn).exclusiveStartShardId(start))
              .streamDescription();
      shards.addAll(page.shards());
      last = page.lastEvaluatedShardId();
    } while (last != null);
    return shards;
  }
}
