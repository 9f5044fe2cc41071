package dev.tributary.sync;

import dev.tributary.config.Settings;
import dev.tributary.document.Documents;
import dev.tributary.enrich.Enricher;
import dev.tributary.enrich.events.ObjectEvents;
import dev.tributary.index.BulkWriter;
import dev.tributary.index.DocumentStore;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.ReferenceSearch;
import dev.tributary.stream.LeasedShard;
import dev.tributary.stream.ShardConsumer;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.PendingObjects;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all shards of a worker share: one writer, one bound on bytes in flight, one thread that
 * stores checkpoints. {@link ShardSync} joins the steps for each shard.
 */
public final class Pipeline implements ShardConsumer.Factory, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);

  private final Completion completion;
  private final ConflictResolver conflicts;
  private final BulkWriter writer;
  private final Letters letters;
  private final Waits waits;
  private final Retries retries;
  private final Optional<ObjectEvents> events;
  private final Room room;
  private final Stopping stopping = new Stopping(System::nanoTime);
  private final Set<ShardSync> shards = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * @param region of buckets that name none
   */
  public Pipeline(
      Settings settings,
      String region,
      OpenSearchHttp openSearch,
      ItemReader items,
      ObjectLooks.Keys keys,
      DeadLetters deadLetters,
      PendingObjects pending) {
    Clock clock = Clock.systemUTC();
    DocumentStore store = new DocumentStore(openSearch);
    Documents documents = new Documents(settings);
    Set<String> shared = documents.shared();
    Enricher enricher = new Enricher(settings.enrichment(), region);
    if (!documents.pulling().isEmpty()) {
      enricher.open();
    }
    this.completion = new Completion(documents, enricher);
    this.letters = new Letters(deadLetters::store, clock);
    this.waits = new Waits(pending::store, clock);
    Reconciler reconciler = new Reconciler(store, items, completion, clock);
    this.conflicts = new ConflictResolver(store, reconciler, waits, shared);
    this.writer = BulkWriter.start(openSearch, conflicts, settings.limits(), shared);
    this.retries =
        new Retries(pending, reconciler, letters, shared, settings.enrichment().giveUp(), clock);
    retries.start(documents.pulling());
    ObjectLooks looks =
        new ObjectLooks(
            reconciler, new ReferenceSearch(openSearch), keys, waits, letters, documents.pulling());
    this.events =
        settings
            .enrichment()
            .events()
            .map(
                queue ->
                    ObjectEvents.start(
                        queue,
                        region,
                        enricher.references(),
                        object -> looks.at(object.toString())));
    this.room = new Room(settings.limits().bytesInFlight());
    Duration every = settings.worker().checkpoint();
    Thread checkpoints = new Thread(() -> keepCheckpointing(every), "checkpoints");
    checkpoints.setDaemon(true);
    checkpoints.start();
  }

  @Override
  public ShardConsumer open(LeasedShard shard) {
    ShardSync opened =
        new ShardSync(shard, completion, writer, letters, waits, room, stopping, shards::remove);
    shards.add(opened);
    return opened;
  }

  /**
   * Takes no more changes, waits until those under way are finished, and stores that.
   *
   * @return whether all of it was done within the bound: nothing is on its way to OpenSearch then
   */
  public boolean drain(Duration bound) {
    stopping.begin(bound);
    boolean drained = true;
    for (ShardSync shard : shards) {
      drained &= shard.drain();
    }
    closed.countDown();
    return drained && room.used() == 0;
  }

  private void keepCheckpointing(Duration every) {
    try {
      while (!closed.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
        shards.forEach(Pipeline::checkpoint);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void checkpoint(ShardSync shard) {
    try {
      shard.checkpoint();
    } catch (RuntimeException e) {
      // Whatever went wrong with this one, the other shards must go on and this one tries again.
      LOG.warn("A checkpoint failed and is tried again", e);
    }
  }

  @Override
  public void close() {
    closed.countDown();
    events.ifPresent(ObjectEvents::close);
    retries.close();
    writer.close();
    conflicts.close();
    letters.close();
    waits.close();
    completion.close();
  }
}
