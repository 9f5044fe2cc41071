package dev.tributary.sync;

import dev.tributary.config.Settings;
import dev.tributary.document.Documents;
import dev.tributary.enrich.Enricher;
import dev.tributary.enrich.events.ObjectEvents;
import dev.tributary.index.Destinations;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.ReferenceSearch;
import dev.tributary.index.Setback;
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

  private final Tally tally;
  private final Destinations destinations;
  private final Engine engine;
  private final Retries retries;
  private final Optional<ObjectEvents> events;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Contact openSearch = new Contact(System::nanoTime);
  private final Contact stateTable = new Contact(System::nanoTime);
  private final List<Loop> loops;

  /**
   * @param region of buckets that name none
   * @param destinations where documents go; looked at every few seconds
   * @param clock the one that dates the stream's records
   * @param timings told of each change and each bulk
   */
  public Pipeline(
      Settings settings,
      Part part,
      String region,
      OpenSearchHttp http,
      Destinations destinations,
      ItemReader items,
      ObjectLooks.Keys keys,
      DeadLetters deadLetters,
      PendingObjects pending,
      Holds holds,
      Clock clock,
      Timings timings) {
    this.tally = new Tally(timings::bulk);
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
                http,
                destinations,
                items,
                LetterStore.of(deadLetters),
                pending::store,
                Gates.Store.of(holds),
                clock,
                System::nanoTime,
                ShardConsumer.MANY,
                new Random(),
                ThreadCrew::new,
                tally,
                timings));
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
            new ReferenceSearch(http),
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
    this.loops =
        List.of(
            Loop.start(
                "checkpoints",
                settings.worker().checkpoint(),
                closed,
                loop -> engine.checkpoint(loop::moved)),
            Loop.start("holds", HOLDS_EVERY, closed, loop -> refreshHolds()),
            Loop.start("generations", GENERATIONS_EVERY, closed, loop -> refreshGenerations()));
    // Not among those that must move: to read very many letters may take its time.
    Loop.start("letters", LETTERS_EVERY, closed, loop -> refreshLetters());
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
    return setback().map(why -> "OpenSearch does not take writes: " + why.title());
  }

  /** The same, as a kind. */
  public Optional<Setback> setback() {
    return engine.bytesInFlight() == 0 ? Optional.empty() : tally.trouble(TROUBLE_LASTS);
  }

  /** For those who watch. */
  public Insight insight() {
    return new Insight(engine, loops, openSearch, stateTable);
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

  private void refreshGenerations() {
    try {
      destinations.refresh();
      openSearch.answered();
    } catch (OpenSearchUnavailableException e) {
      openSearch.failed(e.getMessage());
      // Writes go where they went, and say louder that OpenSearch does not answer.
      LOG.debug("Where the aliases point cannot be seen now: {}", e.getMessage());
    } catch (RuntimeException e) {
      openSearch.failed(e.toString());
      LOG.error("Where the aliases point cannot be seen, by a fault of Tributary's", e);
    }
  }

  private void refreshHolds() {
    try {
      engine.gates().refresh();
      stateTable.answered();
    } catch (RuntimeException e) {
      stateTable.failed(e.toString());
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
