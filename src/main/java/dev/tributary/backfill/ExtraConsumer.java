package dev.tributary.backfill;

import dev.tributary.config.Settings;
import dev.tributary.index.Totals;
import dev.tributary.stream.ExtraReader;
import dev.tributary.sync.Pipeline;
import dev.tributary.table.AwsClients;
import dev.tributary.table.LostReads;
import dev.tributary.table.LostReads.Lost;
import dev.tributary.table.StateTable;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/**
 * Writes what streams still have once more, beside the workers, to generations that it is told: a
 * reader and an engine of its own, in a process of its own. What it writes carries the versions of
 * its changes, so it is stale where an index has newer.
 *
 * <pre>
 *   start ──► reads from the oldest records, or where one of its name stopped
 *     ├─ hasPassed(moment): all that was written before is finished
 *     ├─ stop(): the next one of its name goes on
 *     └─ end(): stops and leaves nothing
 * </pre>
 */
public final class ExtraConsumer {

  /** What giving the leases back may take beyond finishing what is in flight. */
  private static final Duration HAND_BACK = Duration.ofSeconds(4);

  private final String application;
  private final Settings settings;
  private final AwsClients aws;
  private final Pipeline pipeline;
  private final ExtraReader reader;

  private ExtraConsumer(
      String application,
      Settings settings,
      AwsClients aws,
      Pipeline pipeline,
      ExtraReader reader) {
    this.application = application;
    this.settings = settings;
    this.aws = aws;
    this.pipeline = pipeline;
    this.reader = reader;
  }

  /**
   * What it reads.
   *
   * @param application KCL's name for it: no other consumer's, and the same where it is to go on
   * @param streams each table with the ARN of its stream; the caller has the right to read them, by
   *     {@link ReadingRights}
   */
  public record Reading(String application, Map<Settings.Table, String> streams) {}

  /**
   * @param pipeline writes to the generations that it was told; is stopped with this
   */
  public static ExtraConsumer start(
      Settings settings, Reading reading, AwsClients aws, Pipeline pipeline) {
    ExtraReader reader =
        ExtraReader.start(
            reading.application(),
            losses(settings, aws),
            settings.worker(),
            aws,
            reading.streams(),
            pipeline);
    return new ExtraConsumer(reading.application(), settings, aws, pipeline, reader);
  }

  /** Whether all that was written before a moment, by DynamoDB's clock, is finished. */
  public boolean hasPassed(Instant moment) {
    if (reader.ended().isCompletedExceptionally()) {
      try {
        reader.ended().join();
      } catch (CompletionException e) {
        throw new IllegalStateException("the streams are read no more", e.getCause());
      }
    }
    return reader.hasPassed(moment);
  }

  /** How far it is. */
  public ExtraReader.Reach reach(Instant moment) {
    return reader.reach(moment);
  }

  /** What became of the writes so far. */
  public Totals totals() {
    return pipeline.totals();
  }

  /** What was lost before it came to it, or those of its name before it. */
  public Optional<Lost> lost() {
    return reader.lost();
  }

  /** So many losses no longer matter. */
  public void madeGood(long lost) {
    reader.madeGood(lost);
  }

  /**
   * Stops: finishes what is in flight, stores checkpoints, gives the leases back.
   *
   * @return whether all of that was done in time
   */
  public boolean stop() {
    boolean drained = pipeline.drain(settings.worker().drain());
    boolean clean = reader.stop(drained, HAND_BACK) && drained;
    pipeline.close();
    return clean;
  }

  /** Stops and deletes what it would go on by. */
  public void end() {
    stop();
    boolean unused = forget(settings, aws, application);
  }

  /**
   * Deletes what one of this name left, so that the next one begins anew. None may run.
   *
   * @return whether there was anything
   */
  public static boolean forget(Settings settings, AwsClients aws, String application) {
    return ExtraReader.forget(aws, losses(settings, aws), application);
  }

  private static LostReads losses(Settings settings, AwsClients aws) {
    return new LostReads(aws.dynamoDb(), StateTable.nameFor(settings.application()));
  }
}
