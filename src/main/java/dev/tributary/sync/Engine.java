package dev.tributary.sync;

import dev.tributary.config.Settings;
import dev.tributary.document.Documents;
import dev.tributary.enrich.Enricher;
import dev.tributary.index.BulkWriter;
import dev.tributary.index.DocumentStore;
import dev.tributary.index.WriterSettings;
import dev.tributary.stream.LeasedShard;
import dev.tributary.stream.ShardConsumer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all shards of a worker share: one writer, one bound on bytes in flight, one place for dead
 * letters. It has no thread and no clock but those of its {@link Outside}; {@link Pipeline} runs
 * it.
 */
final class Engine implements ShardConsumer.Factory, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private final Completion completion;
  private final Reconciler reconciler;
  private final ConflictResolver conflicts;
  private final BulkWriter writer;
  private final Letters letters;
  private final Waits waits;
  private final Gates gates;
  private final Steps steps;
  private final Room room;
  private final Stopping stopping;
  private final Set<ShardSync> shards = ConcurrentHashMap.newKeySet();

  /**
   * @param enricher is closed with this
   */
  Engine(
      Settings settings,
      Documents documents,
      Enricher enricher,
      Refusals refusals,
      Outside outside) {
    DocumentStore store = new DocumentStore(outside.openSearch());
    Set<String> shared = documents.shared();
    this.completion = new Completion(documents, enricher, outside.crews());
    this.letters =
        new Letters(
            outside.letters(), settings.indexes().keySet(), outside.clock(), outside.crews());
    this.gates =
        new Gates(
            outside.holds(), settings.worker().id(), refusals, outside.clock(), outside.crews());
    this.waits = new Waits(outside.lacks(), outside.clock(), outside.crews());
    this.reconciler =
        new Reconciler(store, outside.items(), completion, outside.clock(), outside.events());
    this.conflicts =
        new ConflictResolver(store, reconciler, waits, shared, outside.crews(), outside.events());
    this.writer =
        new BulkWriter(
            outside.openSearch(),
            conflicts,
            WriterSettings.of(settings, shared),
            outside.nanoTime(),
            outside.random(),
            outside.events());
    this.steps = new Steps(completion, gates, waits, writer, letters, conflicts::again);
    this.room = new Room(settings.limits().bytesInFlight());
    this.stopping = new Stopping(outside.nanoTime());
  }

  BulkWriter writer() {
    return writer;
  }

  Reconciler reconciler() {
    return reconciler;
  }

  Letters letters() {
    return letters;
  }

  Waits waits() {
    return waits;
  }

  Gates gates() {
    return gates;
  }

  @Override
  public ShardSync open(LeasedShard shard) {
    ShardSync opened = new ShardSync(shard, steps, room, stopping, shards::remove);
    shards.add(opened);
    return opened;
  }

  /** Stores how far each shard is finished. */
  void checkpoint() {
    shards.forEach(Engine::checkpoint);
  }

  private static void checkpoint(ShardSync shard) {
    try {
      shard.checkpoint();
    } catch (RuntimeException e) {
      // Whatever went wrong with this one, the other shards must go on and this one tries again.
      LOG.warn("A checkpoint failed and is tried again", e);
    }
  }

  /**
   * Takes no more changes, waits until those under way are finished, and stores that.
   *
   * @return whether all of it was done within the bound: nothing is on its way to OpenSearch then
   */
  boolean drain(Duration bound) {
    stopping.begin(bound);
    boolean drained = true;
    for (ShardSync shard : shards) {
      drained &= shard.drain();
    }
    return drained && room.used() == 0;
  }

  @Override
  public void close() {
    writer.close();
    conflicts.close();
    letters.close();
    waits.close();
    gates.close();
    completion.close();
  }
}
