package dev.tributary.stream;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** How far back a stream goes. */
public final class StreamReach {
  private StreamReach() {}

  /**
   * Whether a stream has all that was written to its table since a moment: its records are not that
   * old, and there were shards by then for all of them, so it was switched on.
   */
  public static boolean has(DynamoDbStreamsClient streams, String arn, Instant since, Instant now) {
    return !Retention.isOver(since, now) && has(StreamShards.all(streams, arn), since);
  }

  static boolean has(List<Shard> shards, Instant since) {
    Set<String> listed = shards.stream().map(Shard::shardId).collect(Collectors.toSet());
    return !shards.isEmpty()
        && shards.stream()
            .filter(shard -> !listed.contains(String.valueOf(shard.parentShardId())))
            .allMatch(
                first ->
                    Retention.created(first.shardId())
                        .filter(created -> !created.isAfter(since))
                        .isPresent());
  }
}
