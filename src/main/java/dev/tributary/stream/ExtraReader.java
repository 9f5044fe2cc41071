package dev.tributary.stream;

import dev.tributary.config.Settings;
import dev.tributary.table.AwsClients;
import dev.tributary.table.Tips;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.kinesis.common.StreamIdentifier;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.leases.LeaseRefresher;
import software.amazon.kinesis.leases.MultiStreamLease;
import software.amazon.kinesis.retrieval.kpl.ExtendedSequenceNumber;

/**
 * Reads streams once more, from their oldest records on, beside the workers that follow them: as a
 * KCL application of its own, whose tables are deleted when it is done. It keeps no tips and finds
 * no gaps, since these are the workers'; but it knows up to which moment it has finished all that
 * was written.
 *
 * <p>DynamoDB lets two read a shard at a time: whoever starts one sees to it that there is one.
 */
public final class ExtraReader {

  private static final Logger LOG = LoggerFactory.getLogger(ExtraReader.class);

  private final Watch watch;
  private final StreamWorker worker;

  private ExtraReader(Watch watch, StreamWorker worker) {
    this.watch = watch;
    this.worker = worker;
  }

  /**
   * Goes on where one of this name stopped, else begins with the oldest records.
   *
   * @param application no other one's name: its tables are called after it
   * @param streams each table with the ARN of its stream
   */
  public static ExtraReader start(
      String application,
      Settings.Worker worker,
      AwsClients aws,
      Map<Settings.Table, String> streams,
      ShardConsumer.Factory consumers) {
    Watch watch = new Watch(aws.clock());
    KclWiring wiring = new KclWiring(application, worker, aws, streams, watch);
    return new ExtraReader(watch, StreamWorker.start(wiring, consumers));
  }

  /**
   * How far it is.
   *
   * @param shards that it knows of and has not finished to their end
   * @param passed how many of them are finished up to the moment that was asked about
   * @param least the earliest moment up to which all of them are; nothing while that is not known
   */
  public record Reach(int shards, int passed, Optional<Instant> least) {}

  /**
   * Whether all that was written before a moment is finished: on every shard, also on those that
   * ended or began meanwhile. A shard's children have leases before its own says that it ended, so
   * whatever is not finished shows in at least one of two lists.
   */
  public boolean hasPassed(Instant moment) {
    for (int look = 0; look < 2; look++) {
      Reach reach = reach(moment);
      if (reach.passed() < reach.shards()) {
        return false;
      }
    }
    return true;
  }

  /** By the leases as they are now. */
  public Reach reach(Instant moment) {
    int shards = 0;
    int passed = 0;
    Optional<Instant> least = Optional.of(Instant.MAX);
    List<Lease> leases = worker.allLeases();
    for (Lease lease : leases) {
      if (!lease.checkpoint().equals(ExtendedSequenceNumber.SHARD_END)) {
        Optional<Instant> to = watch.passed(place((MultiStreamLease) lease));
        shards++;
        passed += to.filter(at -> !at.isBefore(moment)).isPresent() ? 1 : 0;
        least = least.flatMap(known -> to.map(at -> at.isBefore(known) ? at : known));
      }
    }
    // There is one for each shard from the start on: so they cannot be read now.
    return leases.isEmpty()
        ? new Reach(1, 0, Optional.empty())
        : new Reach(shards, passed, least.filter(at -> !at.equals(Instant.MAX)));
  }

  private static Tips.Shard place(MultiStreamLease lease) {
    return KclWiring.place(
        StreamIdentifier.multiStreamInstance(lease.streamIdentifier()), lease.shardId());
  }

  /** How often it met records that were trimmed before it came to them. */
  public int losses() {
    return watch.losses.get();
  }

  /** Ends when reading does: normally after {@link #stop}, else with the reason. */
  public CompletableFuture<Void> ended() {
    return worker.ended();
  }

  /** See {@link StreamWorker#stop}. */
  public boolean stop(boolean giveBack, Duration bound) {
    return worker.stop(giveBack, bound);
  }

  /**
   * Deletes what one of this name left, so that the next one begins anew. None may run.
   *
   * @return whether there was anything
   */
  public static boolean forget(AwsClients aws, String application) {
    return KclTables.delete(aws.dynamoDb(), application);
  }

  /** Keeps in memory how far the shards are read. */
  static final class Watch implements ReadWatch, ReadWatch.Progresses {
    private final Clock clock;
    private final Map<Tips.Shard, ShardProgress> open = new ConcurrentHashMap<>();
    private final AtomicInteger losses = new AtomicInteger();

    Watch(Clock clock) {
      this.clock = clock;
    }

    Optional<Instant> passed(Tips.Shard shard) {
      return Optional.ofNullable(open.get(shard)).flatMap(ShardProgress::passed);
    }

    /** Those that it left are gone on with, and there is nothing to compare them with. */
    @Override
    public void lookAtStart(LeaseRefresher leases) {}

    @Override
    public Consumer<Losses.Loss> losses(Tips.Shard shard) {
      return loss -> {
        if (loss != Losses.Loss.NONE) {
          losses.incrementAndGet();
          LOG.warn("{} of table {}: {} before it was read", shard.id(), shard.table(), loss);
        }
      };
    }

    @Override
    public Progresses progresses() {
      return this;
    }

    @Override
    public Instant now() {
      return clock.instant();
    }

    @Override
    public ShardProgress open(Tips.Shard shard) {
      ShardProgress progress = new ShardProgress();
      open.put(shard, progress);
      return progress;
    }

    @Override
    public void close(Tips.Shard shard, ShardProgress progress) {
      open.remove(shard, progress);
    }

    @Override
    public boolean end(Tips.Shard shard) {
      open.remove(shard);
      return true;
    }
  }
}
