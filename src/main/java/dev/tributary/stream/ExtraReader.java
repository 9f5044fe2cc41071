package dev.tributary.stream;

import dev.tributary.config.Settings;
import dev.tributary.table.AwsClients;
import dev.tributary.table.LostReads;
import dev.tributary.table.LostReads.Lost;
import dev.tributary.table.Tips;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import software.amazon.kinesis.common.StreamIdentifier;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.leases.MultiStreamLease;
import software.amazon.kinesis.retrieval.kpl.ExtendedSequenceNumber;

/**
 * Reads streams once more, from their oldest records on, beside the workers that follow them: as a
 * KCL application of its own, whose tables are deleted when it is done. It keeps no tips and finds
 * no gaps, since these are the workers'; but it knows up to which moment it has finished all that
 * was written, and what was lost before it came to it.
 *
 * <p>DynamoDB lets two read a shard at a time: whoever starts one sees to it that there is one.
 */
public final class ExtraReader {

  private final String application;
  private final LostReads losses;
  private final ExtraWatch watch;
  private final StreamWorker worker;

  private ExtraReader(String application, LostReads losses, ExtraWatch watch, StreamWorker worker) {
    this.application = application;
    this.losses = losses;
    this.watch = watch;
    this.worker = worker;
  }

  /**
   * Goes on where one of this name stopped, else begins with the oldest records.
   *
   * @param application no other one's name: its tables are called after it
   * @param losses keeps what is lost
   * @param streams each table with the ARN of its stream
   */
  public static ExtraReader start(
      String application,
      LostReads losses,
      Settings.Worker worker,
      AwsClients aws,
      Map<Settings.Table, String> streams,
      ShardConsumer.Factory consumers) {
    ResumeLook left = new ResumeLook(streams, aws.streams(), aws.clock());
    ExtraWatch watch =
        new ExtraWatch(aws.clock(), left::lost, where -> losses.note(application, where));
    KclWiring wiring = new KclWiring(application, worker, aws, streams, watch);
    return new ExtraReader(application, losses, watch, StreamWorker.start(wiring, consumers));
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

  /** What was lost before it came to it, or those of its name before it. */
  public Optional<Lost> lost() {
    return losses.of(application);
  }

  /** So many losses no longer matter. */
  public void madeGood(long lost) {
    losses.madeGood(application, lost);
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
  public static boolean forget(AwsClients aws, LostReads losses, String application) {
    boolean any = KclTables.delete(aws.dynamoDb(), application);
    // Behind them: as long as they are there, somebody may go on behind what is lost.
    losses.forget(application);
    return any;
  }
}
