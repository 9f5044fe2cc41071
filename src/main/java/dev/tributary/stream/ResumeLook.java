package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.util.KinesisMapperUtil;
import dev.tributary.config.Settings;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.leases.LeaseRefresher;
import software.amazon.kinesis.leases.MultiStreamLease;
import software.amazon.kinesis.leases.exceptions.LeasingException;
import software.amazon.kinesis.retrieval.kpl.ExtendedSequenceNumber;

/**
 * Finds what is lost to a second reader because nobody went on with it for so long: KCL deletes
 * leases of shards that are gone without a word, and reads others from the oldest that there is.
 */
final class ResumeLook {

  private final Map<Settings.Table, String> streams;
  private final DynamoDbStreamsClient client;
  private final Clock clock;

  ResumeLook(Map<Settings.Table, String> streams, DynamoDbStreamsClient client, Clock clock) {
    this.streams = Map.copyOf(streams);
    this.client = client;
    this.clock = clock;
  }

  /**
   * A shard that an earlier reader knew.
   *
   * @param parents the shards that it follows, as far as they were known
   * @param begun whether anything of it was read
   * @param ended whether all of it was read
   */
  record Left(String shardId, Set<String> parents, boolean begun, boolean ended) {}

  /** What is lost, in a person's words; nothing where there was no earlier reader. */
  List<String> lost(LeaseRefresher refresher) {
    try {
      List<Lease> leases = refresher.listLeases();
      List<String> lost = new ArrayList<>();
      for (Map.Entry<Settings.Table, String> stream : streams.entrySet()) {
        String identifier =
            KinesisMapperUtil.createKinesisStreamIdentifierFromDynamoDBStreamsArn(
                stream.getValue(), true);
        List<Left> left =
            leases.stream()
                .map(MultiStreamLease.class::cast)
                .filter(lease -> lease.streamIdentifier().equals(identifier))
                .map(ResumeLook::left)
                .toList();
        if (!left.isEmpty()) {
          Set<String> listed = StreamShards.ids(client, stream.getValue());
          String table = stream.getKey().name();
          lost(table, left, listed, clock.instant())
              .forEach(shard -> lost.add("%s of table %s".formatted(shard, table)));
        }
      }
      return lost;
    } catch (LeasingException e) {
      throw new IllegalStateException("could not list the leases", e);
    }
  }

  private static Left left(MultiStreamLease lease) {
    return new Left(
        lease.shardId(),
        Set.copyOf(lease.parentShardIds()),
        !lease.checkpoint().equals(ExtendedSequenceNumber.TRIM_HORIZON),
        lease.checkpoint().equals(ExtendedSequenceNumber.SHARD_END));
  }

  /** The shards of a table of which something is lost. */
  static List<String> lost(String table, List<Left> left, Set<String> listed, Instant now) {
    List<VanishedShards.Leased> leased =
        left.stream().map(one -> new VanishedShards.Leased(one.shardId(), one.ended())).toList();
    List<String> lost = new ArrayList<>();
    VanishedShards.find(table, leased, listed, List.of(), now)
        .gaps()
        .forEach(gap -> lost.add(gap.subject()));
    Set<String> ended =
        left.stream().filter(Left::ended).map(Left::shardId).collect(Collectors.toSet());
    for (Left one : left) {
      // It was to be read from its very beginning, which is too old by now.
      boolean next = !one.begun() && !one.parents().isEmpty() && ended.containsAll(one.parents());
      if (next && listed.contains(one.shardId()) && isTrimmed(one, now)) {
        lost.add(one.shardId());
      }
    }
    return lost;
  }

  private static boolean isTrimmed(Left one, Instant now) {
    return Retention.created(one.shardId()).filter(at -> Retention.isOver(at, now)).isPresent();
  }
}
