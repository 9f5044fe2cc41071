package dev.tributary.sync;

import dev.tributary.config.Settings;
import dev.tributary.document.Documents;
import dev.tributary.enrich.Enricher;
import dev.tributary.enrich.events.ObjectEvents;
import dev.tributary.index.Destinations;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.ReferenceSearch;
import dev.tributary.index.Tally;
import dev.tributary.index.Totals;
import dev.tributary.stream.LeasedShard;
import dev.tributary.stream.ShardConsumer;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.Holds;
import dev.tributary.table.PendingObjects;
import dev.tributary.table.ShardLag;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an {@link Engine}: its writer, a thread that stores checkpoints, and what looks for objects
 * that were not there. {@link ShardSync} joins the steps for each shard.
 */
public final class Pipeline implements ShardConsumer.Factory, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);

  /** How soon a worker heeds an operator. */
  private static final Duration HOLDS_EVERY = Duration.ofSeconds(2);

  /** What was put off is tried again sooner than this. */
  private static final Duration TROUBLE_LASTS = Duration.ofSeconds(20);

  /** How soon a worker sees that an alias points elsewhere. */
  private static final Duration GENERATIONS_EVERY = Duration.ofSeconds(2);

  /**
   * How soon a worker knows of letters that others file about documents of its shards: backfills
   * and rebuilds do. Each look reads all open letters.
   */
  private static final Duration LETTERS_EVERY = Duration.ofMinutes(5);

  private final Tally tally = new Tally();
  private final Destinations destinations;
  private final Engine engine;
  private final Retries retries;
  private final Optional<ObjectEvents> events;
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * @param region of buckets that name none
   * @param destinations where documents go; looked at every few seconds
   * @param clock the one that dates the stream's records
   */
  public Pipeline(
      Settings settings,
      Part part,
      String region,
      OpenSearchHttp openSearch,
      Destinations destinations,
      ItemReader items,
      ObjectLooks.Keys keys,
      DeadLetters deadLetters,
      PendingObjects pending,
      Holds holds,
      Clock clock) {
    this.destinations = destinations;
    Documents documents = new Documents(settings);
    Enricher enricher = new Enricher(settings.enrichment(), region);
    if (!documents.pulling().isEmpty()) {
      enricher.open();
    }
    this.engine =
        new Engine(
            settings,
            documents,
            enricher,
            new Refusals(Refusals.LAST),
            part.selection(),
            new Outside(
                openSearch,
                destinations,
                items,
                LetterStore.of(deadLetters),
                pending::store,
                Gates.Store.of(holds),
                clock,
                System::nanoTime,
                new Random(),
                ThreadCrew::new,
                tally));
    engine.writer().start();
    engine.pageWriter().start();
    this.retries =
        new Retries(
            pending,
            engine.reconciler(),
            destinations,
            engine.letters(),
            engine.gates(),
            documents.shared(),
            settings.enrichment().giveUp(),
            clock);
    retries.start(part.all() ? documents.pulling() : Set.of());
    ObjectLooks looks =
        new ObjectLooks(
            engine.reconciler(),
            destinations,
            new ReferenceSearch(openSearch),
            keys,
            engine.waits(),
            engine.letters(),
            engine.gates()::heldBack,
            documents.pulling());
    this.events =
        settings
            .enrichment()
            .events()
            .filter(queue -> part.all())
            .map(
                queue ->
                    ObjectEvents.start(
                        queue,
                        region,
                        enricher.references(),
                        object -> looks.at(object.toString())));
    keep(settings.worker().checkpoint(), "checkpoints", engine::checkpoint);
    keep(HOLDS_EVERY, "holds", this::refreshHolds);
    keep(GENERATIONS_EVERY, "generations", this::refreshGenerations);
    keep(LETTERS_EVERY, "letters", this::refreshLetters);
  }

  /**
   * What it does of all that there is to do.
   *
   * @param all whether it is a worker's: then it also looks for objects that were not there, and at
   *     those that changed
   */
  public record Part(boolean all, Selection selection) {
    public static final Part WORKER = new Part(true, Selection.ALL);

    public static Part beside(Selection selection) {
      return new Part(false, selection);
    }
  }

  /** What became of the writes so far. */
  public Totals totals() {
    return tally.totals();
  }

  @Override
  public ShardConsumer open(LeasedShard shard) {
    // Whoever had it before may have seen a newer generation than this worker has.
    refreshGenerations();
    return engine.open(shard);
  }

  /** What a backfill beside the stream uses of it. */
  public Loading loading() {
    return new Loading(engine);
  }

  /** How far behind each shard of this worker is, in no order. */
  public List<ShardLag> lags() {
    return engine.lags();
  }

  /** How many bytes are read and not yet written. */
  public long bytesInFlight() {
    return engine.bytesInFlight();
  }

  /** Why OpenSearch does not take what waits to be written, if it did not lately. */
  public Optional<String> trouble() {
    return engine.bytesInFlight() == 0
        ? Optional.empty()
        : tally.trouble(TROUBLE_LASTS).map(why -> "OpenSearch does not take writes: " + why);
  }

  /**
   * Takes no more changes, waits until those under way are finished, and stores that.
   *
   * @return whether all of it was done within the bound: nothing is on its way to OpenSearch then
   */
  public boolean drain(Duration bound) {
    boolean drained = engine.drain(bound);
    closed.countDown();
    return drained;
  }

  private void keep(Duration every, String name, Runnable task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (!closed.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
                  task.run();
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }

  private void refreshGenerations() {
    try {
      destinations.refresh();
    } catch (OpenSearchUnavailableException e) {
      // Writes go where they went, and say louder that OpenSearch does not answer.
      LOG.debug("Where the aliases point cannot be seen now: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("Where the aliases point cannot be seen, by a fault of Tributary's", e);
    }
  }

  private void refreshHolds() {
    try {
      engine.gates().refresh();
    } catch (RuntimeException e) {
      // What was held back stays so, and the next round asks again.
      LOG.warn("What is held back could not be read, trying again: {}", e.toString());
    }
  }

  private void refreshLetters() {
    try {
      engine.letters().open().load();
    } catch (RuntimeException e) {
      // A success that does not know of its letter leaves it, and the next one does not.
      LOG.warn("Dead letters could not be read, trying again: {}", e.toString());
    }
  }

  @Override
  public void close() {
    closed.countDown();
    events.ifPresent(ObjectEvents::close);
    retries.close();
    engine.close();
    LOG.info("Writes since the start: {}", tally.totals());
  }
}
