package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.util.KinesisMapperUtil;
import dev.tributary.config.Settings;
import dev.tributary.table.AwsClients;
import dev.tributary.table.Gaps;
import dev.tributary.table.KnownTables;
import dev.tributary.table.StateTable;
import dev.tributary.table.Tables;
import dev.tributary.table.Tips;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.kinesis.common.StreamIdentifier;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.leases.LeaseRefresher;
import software.amazon.kinesis.leases.MultiStreamLease;
import software.amazon.kinesis.leases.exceptions.LeasingException;
import software.amazon.kinesis.retrieval.kpl.ExtendedSequenceNumber;

/** All that looks for gaps: at the start, at each shard, and now and then. */
final class GapWatch implements ReadWatch {

  private static final Logger LOG = LoggerFactory.getLogger(GapWatch.class);

  private final Settings settings;
  private final Map<Settings.Table, String> streams;
  private final Clock clock;
  private final StartLook start;
  private final Losses losses;
  private final TipKeeper tips;
  private final StreamWatch running;
  private final Map<String, Instant> covered = new ConcurrentHashMap<>();
  private volatile Consumer<String> restart = reason -> {};

  /**
   * @param streams each table with the ARN of its stream
   */
  GapWatch(Settings settings, AwsClients aws, Tables tables, Map<Settings.Table, String> streams) {
    Clock clock = aws.clock();
    this.clock = clock;
    String state = StateTable.nameFor(settings.application());
    Tips stored = new Tips(aws.dynamoDb(), state);
    FoundGaps found = new FoundGaps(new Gaps(aws.dynamoDb(), state), settings.worker().id(), clock);
    this.settings = settings;
    this.streams = streams;
    this.start =
        new StartLook(
            settings,
            tables,
            aws.streams(),
            new KnownTables(aws.dynamoDb(), state),
            stored,
            found,
            clock);
    this.losses = new Losses(found, stored, clock);
    this.tips = new TipKeeper(stored, clock);
    this.running =
        new StreamWatch(
            streams, tables, aws.streams(), stored, found, clock, reason -> restart.accept(reason));
  }

  @Override
  public TipKeeper progresses() {
    return tips;
  }

  @Override
  public void lookAtStart(LeaseRefresher refresher) {
    try {
      List<Lease> leases = refresher.listLeases();
      for (Map.Entry<Settings.Table, String> stream : streams.entrySet()) {
        String identifier =
            KinesisMapperUtil.createKinesisStreamIdentifierFromDynamoDBStreamsArn(
                stream.getValue(), true);
        Instant since = start.at(stream.getKey(), stream.getValue(), leased(leases, identifier));
        covered.put(stream.getKey().name(), since);
        deleteFormer(refresher, leases, identifier);
      }
    } catch (LeasingException e) {
      throw new IllegalStateException("could not list the leases", e);
    }
  }

  private static List<VanishedShards.Leased> leased(List<Lease> leases, String identifier) {
    return leases.stream()
        .map(MultiStreamLease.class::cast)
        .filter(lease -> lease.streamIdentifier().equals(identifier))
        .map(
            lease ->
                new VanishedShards.Leased(
                    lease.shardId(), lease.checkpoint().equals(ExtendedSequenceNumber.SHARD_END)))
        .toList();
  }

  /**
   * Leases of streams that the table had before. Their gap is recorded, and KCL would hand them out
   * for ever to workers that do not know what to do with them.
   */
  private static void deleteFormer(LeaseRefresher refresher, List<Lease> leases, String identifier)
      throws LeasingException {
    for (Lease lease : leases) {
      String other = ((MultiStreamLease) lease).streamIdentifier();
      if (!other.equals(identifier) && table(other).equals(table(identifier))) {
        LOG.info("Deleting the lease {} of a former stream", lease.leaseKey());
        refresher.deleteLease(lease);
      }
    }
  }

  /** Region, account and table of a stream: its name without the label, which is behind the $. */
  private static String table(String identifier) {
    String name = StreamIdentifier.multiStreamInstance(identifier).streamName();
    return name.substring(0, name.lastIndexOf('$'));
  }

  @Override
  public Consumer<Losses.Loss> losses(Tips.Shard shard) {
    // A table that the config does not name: its own workers look at how old its shards are.
    Instant since = covered.getOrDefault(shard.table(), clock.instant());
    return loss -> losses.of(loss, shard, since);
  }

  /**
   * @param onRestart is told why this worker cannot go on and another start can
   */
  void start(Consumer<String> onRestart) {
    restart = onRestart;
    tips.start();
    running.start(Pace.of(settings.worker()).streamLookMillis());
  }
}
