package dev.tributary.sync;

import dev.tributary.change.Change;
import dev.tributary.config.Settings;
import dev.tributary.document.Action;
import dev.tributary.document.Documents;
import dev.tributary.enrich.Enricher;
import dev.tributary.index.BulkWriter;
import dev.tributary.index.Destinations;
import dev.tributary.index.DocumentStores;
import dev.tributary.index.Fence;
import dev.tributary.index.Outcome;
import dev.tributary.index.WriterSettings;
import dev.tributary.stream.LeasedShard;
import dev.tributary.stream.ShardConsumer;
import dev.tributary.sync.Waits.Waiting;
import dev.tributary.table.ShardLag;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all shards of a worker share: one writer, one bound on bytes in flight, one place for dead
 * letters. It has no thread and no clock but those of its {@link Outside}; {@link Pipeline} runs
 * it.
 */
final class Engine implements ShardConsumer.Factory, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private final Destinations destinations;
  private final Completion completion;
  private final Reconciler reconciler;
  private final ConflictResolver conflicts;
  private final BulkWriter writer;
  private final BulkWriter pageWriter;
  private final Letters letters;
  private final Waits waits;
  private final Gates gates;
  private final Steps steps;
  private final Selection selection;
  private final Room room;
  private final Stopping stopping;
  private final Function<String, ShardWatch> watches;
  private final Map<String, Flow> flows = new ConcurrentHashMap<>();
  private final Set<ShardSync> shards = ConcurrentHashMap.newKeySet();

  /**
   * @param enricher is closed with this
   */
  Engine(
      Settings settings,
      Documents documents,
      Enricher enricher,
      Refusals refusals,
      Selection selection,
      Outside outside) {
    this.destinations = outside.destinations();
    this.selection = selection;
    DocumentStores stores = new DocumentStores(outside.openSearch(), outside.destinations());
    Set<String> shared = documents.shared();
    this.completion = new Completion(documents, enricher, outside.crews());
    this.letters =
        new Letters(
            outside.letters(), settings.indexes().keySet(), outside.clock(), outside.crews());
    this.gates =
        new Gates(
            outside.holds(),
            outside.destinations(),
            settings.worker().id(),
            refusals,
            outside.clock(),
            outside.crews());
    this.waits = new Waits(outside.lacks(), outside.clock(), outside.crews());
    this.reconciler =
        new Reconciler(stores, outside.items(), completion, outside.clock(), outside.events());
    this.conflicts =
        new ConflictResolver(stores, reconciler, waits, shared, outside.crews(), outside.events());
    this.writer = writer("bulk-writer", settings, shared, outside);
    this.pageWriter = writer("page-writer", settings, shared, outside);
    this.steps = new Steps(completion, gates, waits, writer, letters, conflicts::again);
    this.room = new Room(settings.limits().bytesInFlight());
    this.stopping = new Stopping(outside.nanoTime());
    Function<String, Flow> flow =
        table -> new Flow(outside.timings(), outside.clock(), outside.nanoTime());
    settings.tables().values().forEach(table -> flows.put(table.name(), flow.apply("")));
    this.watches =
        table ->
            new ShardWatch(
                outside.clock(),
                settings.worker().poll(),
                outside.many(),
                flows.computeIfAbsent(table, flow));
  }

  private BulkWriter writer(String name, Settings settings, Set<String> shared, Outside outside) {
    return new BulkWriter(
        name,
        outside.openSearch(),
        outside.destinations(),
        conflicts,
        WriterSettings.of(settings, shared),
        outside.nanoTime(),
        outside.random(),
        outside.events());
  }

  BulkWriter writer() {
    return writer;
  }

  /**
   * Writes what a backfill reads. One of its own: what is read and what is streamed are ordered by
   * their versions alone, as they have to be where two workers write them, and neither waits for
   * the other.
   */
  BulkWriter pageWriter() {
    return pageWriter;
  }

  /**
   * @param fence whether the part of the table is still this worker's
   * @param scope which documents are to be written
   */
  PageSync pages(Fence fence, Predicate<Action.Targeted> scope) {
    Steps ofPages =
        new Steps(
            steps.completion(),
            steps.gates(),
            steps.waits(),
            pageWriter,
            steps.letters(),
            steps.again());
    return new PageSync(ofPages, fence, scope);
  }

  Destinations destinations() {
    return destinations;
  }

  Reconciler reconciler() {
    return reconciler;
  }

  /** Makes a document equal to its item as that is now; see {@link ConflictResolver#again}. */
  void again(Waiting document, Fence fence, Consumer<Outcome> outcome) {
    conflicts.again(document, fence, outcome);
  }

  /** What a change asks for, as all changes do. */
  List<Completed> actionsFor(Change change) {
    return steps.actionsFor(change);
  }

  Letters letters() {
    return letters;
  }

  Waits waits() {
    return waits;
  }

  Completion completion() {
    return completion;
  }

  Gates gates() {
    return gates;
  }

  @Override
  public ShardSync open(LeasedShard shard) {
    String table = shard.name().replaceFirst("/.*", "");
    ShardSync opened =
        new ShardSync(
            shard, steps, selection, room, stopping, watches.apply(table), shards::remove);
    shards.add(opened);
    return opened;
  }

  /** How far behind each shard is, in no order. */
  List<ShardLag> lags() {
    return shards.stream().map(ShardSync::lag).toList();
  }

  /** For how long finished changes of each shard have waited for their checkpoint, by name. */
  Map<String, Duration> checkpointAges() {
    Map<String, Duration> ages = new HashMap<>();
    shards.forEach(shard -> ages.put(shard.name(), shard.checkpointAge()));
    return ages;
  }

  /** What is counted of each table, by its name. */
  Map<String, Flow> flows() {
    return Map.copyOf(flows);
  }

  /** How many bytes are read and not yet written. */
  long bytesInFlight() {
    return room.used();
  }

  /**
   * Stores how far each shard is finished.
   *
   * @param moved called after each of them
   */
  void checkpoint(Runnable moved) {
    for (ShardSync shard : shards) {
      checkpoint(shard);
      moved.run();
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
    pageWriter.close();
    conflicts.close();
    letters.close();
    waits.close();
    gates.close();
    completion.close();
  }
}
