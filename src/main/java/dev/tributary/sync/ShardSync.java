package dev.tributary.sync;

import dev.tributary.change.Change;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.document.Action;
import dev.tributary.document.Version;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.Fence;
import dev.tributary.index.Generation;
import dev.tributary.stream.LeasedShard;
import dev.tributary.stream.ShardConsumer;
import dev.tributary.stream.UnreadableRecord;
import dev.tributary.sync.ShardWrites.Source;
import dev.tributary.sync.Window.Place;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.DeadLetters.Letter;
import dev.tributary.table.ShardLag;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of one shard's changes: change → actions → {@link ShardWrites} → checkpoint. KCL's thread
 * brings changes, others end their actions, and the checkpoint thread asks for progress.
 */
final class ShardSync implements ShardConsumer {

  private static final Logger LOG = LoggerFactory.getLogger(ShardSync.class);

  private final LeasedShard shard;
  private final Steps steps;
  private final Selection selection;
  private final Letters letters;
  private final Room room;
  private final Stopping stopping;
  private final ShardWatch watch;
  private final Flow flow;
  private final Consumer<ShardSync> onClosed;
  private final Window window = new Window();
  private final ShardWrites writes;
  private final long opened;
  private boolean lettersKnown;
  private boolean toldFull;
  private long received;

  /** When nothing was left to store of what is finished. */
  private volatile Instant checkpointed;

  /** What the reader does now, for those who ask why it does not come further. */
  private volatile Step step = Step.NONE;

  private volatile Asked asked = new Asked("", Set.of());

  /** Where a change may have to wait. */
  private enum Step {
    NONE(""),
    LETTERS("the dead letters of the shard's last owner cannot be read"),
    SPACE("behind a change that is not done there are " + Window.MOST_PLACES + " others"),
    ROOM("limits.bytesInFlight is full of documents that are not written yet");

    private final String why;

    Step(String why) {
      this.why = why;
    }
  }

  /** What the change whose turn it is asks for. */
  private record Asked(String table, Set<String> indexes) {}

  ShardSync(
      LeasedShard shard,
      Steps steps,
      Selection selection,
      Room room,
      Stopping stopping,
      ShardWatch watch,
      Consumer<ShardSync> onClosed) {
    this.shard = shard;
    this.steps = steps;
    this.selection = selection;
    this.letters = steps.letters();
    this.room = room;
    this.stopping = stopping;
    this.watch = watch;
    this.flow = watch.flow();
    this.checkpointed = watch.now();
    this.onClosed = onClosed;
    this.writes = new ShardWrites(steps, new OfShard(), window::drop);
    this.opened = letters.open().now();
  }

  @Override
  public void accept(List<Change> changes) {
    if (changes.isEmpty()) {
      watch.readNothing();
    } else {
      watch.read(changes.size());
    }
    received = flow.received();
    for (Change change : changes) {
      Origin.Streamed record = (Origin.Streamed) change.origin();
      take(change, record, watch.turn(record.createdAt()));
      watch.turnOver();
    }
  }

  private void take(Change change, Origin.Streamed record, Instant createdAt) {
    if (!readyToTake()) {
      return;
    }
    List<Completed> actions = actionsFor(change);
    long bytes = Weight.of(actions);
    Optional<Map<String, Generation>> generations =
        admitted(change.table(), indexes(actions), bytes);
    if (generations.isEmpty()) {
      return;
    }
    long version = Version.of(record);
    boolean mapped = isMapped(actions);
    Optional<DocumentKey> mended = mapped ? mended(change, version) : Optional.empty();
    Optional<Place> place =
        window.add(
            record.sequenceNumber(), createdAt, actions.size() + (mended.isPresent() ? 1 : 0));
    if (place.isEmpty()) {
      room.give(bytes);
      return;
    }
    flow.taken(change);
    if (mapped) {
      // Else a few poisoned records in a year would look like most of them.
      steps.gates().taken(DeadLetters.NO_INDEX);
    }
    Source source = new Source(change.table(), change.key(), record, version, generations.get());
    for (Completed action : actions) {
      flow.asked(action.action());
      writes.start(action, source, new Ending(place.get(), Weight.of(action), createdAt));
    }
    if (mended.isPresent()) {
      letters.succeeded(mended.get(), version, new Ending(place.get(), 0, createdAt));
    }
  }

  /** The letter that says that nothing can be made of the item, if there is one. */
  private Optional<DocumentKey> mended(Change change, long version) {
    if (!letters.open().anyOf(DeadLetters.NO_INDEX)) {
      return Optional.empty();
    }
    DocumentKey unmapped = Unmapped.documentOf(change.table(), change.key());
    return letters.open().has(unmapped, version) ? Optional.of(unmapped) : Optional.empty();
  }

  private List<Completed> actionsFor(Change change) {
    if (!selection.takes(change)) {
      return List.of();
    }
    List<Completed> actions = new ArrayList<>(steps.actionsFor(change));
    actions.removeIf(completed -> !selection.takes(completed.action()));
    return actions;
  }

  /** Its place is finished once its letter is stored. */
  @Override
  public void unreadable(UnreadableRecord record) {
    watch.read(1);
    received = flow.received();
    take(record, watch.turn(record.origin().map(Origin.Streamed::createdAt).orElseGet(watch::now)));
    watch.turnOver();
  }

  private void take(UnreadableRecord record, Instant createdAt) {
    if (!readyToTake()) {
      return;
    }
    Letter letter = Unmapped.letter(record, shard.name());
    long bytes = Weight.of(letter);
    if (admitted(record.table(), Set.of(letter.index()), bytes).isEmpty()) {
      return;
    }
    Optional<Place> place = window.add(record.sequenceNumber(), createdAt, 1);
    if (place.isEmpty()) {
      room.give(bytes);
      return;
    }
    flow.unreadable();
    writes.file(letter, new Ending(place.get(), bytes, createdAt));
  }

  private boolean readyToTake() {
    boolean ready = window.open() && lettersKnown();
    if (!ready) {
      window.turnAway();
    }
    return ready;
  }

  /** Those that the shard's last owner filed, too: without them a success would clear none. */
  private boolean lettersKnown() {
    lettersKnown =
        lettersKnown || at(Step.LETTERS, () -> letters.awaitKnown(opened, this::giveUpReading));
    return lettersKnown;
  }

  /**
   * Waits until nothing holds it back and there is room for it, which it then has.
   *
   * @return the generations that it goes to, by index; nothing if it gave up
   */
  private Optional<Map<String, Generation>> admitted(
      String table, Set<String> indexes, long bytes) {
    asked = new Asked(table, indexes);
    Optional<Map<String, Generation>> generations =
        giveUpReading() || !at(Step.SPACE, this::awaitSpace)
            ? Optional.empty()
            : steps.gates().awaitOpen(table, indexes, this::giveUpReading);
    boolean admitted =
        generations.isPresent() && at(Step.ROOM, () -> room.take(bytes, this::giveUpReading));
    if (!admitted) {
      window.turnAway();
    }
    return admitted ? generations : Optional.empty();
  }

  private boolean at(Step where, BooleanSupplier waiting) {
    step = where;
    boolean done = waiting.getAsBoolean();
    step = Step.NONE;
    return done;
  }

  String name() {
    return shard.name();
  }

  /** How far behind it is. Any thread may ask. */
  ShardLag lag() {
    Optional<String> heldBack =
        watch.takes() ? steps.gates().closedFor(asked.table(), asked.indexes()) : Optional.empty();
    Optional<String> waits = Optional.of(step.why).filter(why -> !why.isEmpty());
    return watch.lag(shard.name(), window.look(), writes.aside(), heldBack, waits);
  }

  /** One change that does not end, of an index that is held back or gone, must not cost memory. */
  private boolean awaitSpace() {
    if (window.full() && !toldFull) {
      toldFull = true;
      LOG.warn(
          "{} is read no further for now: behind a change that is not done there are {} others",
          shard.name(),
          Window.MOST_PLACES);
    }
    return window.awaitSpace(this::giveUpReading);
  }

  private static Set<String> indexes(List<Completed> actions) {
    if (actions.size() == 1) {
      // Nearly always: nothing has to be sorted out.
      return actions.get(0).action() instanceof Action.Targeted targeted
          ? Set.of(targeted.index())
          : Set.of();
    }
    Set<String> indexes = new HashSet<>();
    for (Completed completed : actions) {
      if (completed.action() instanceof Action.Targeted targeted) {
        indexes.add(targeted.index());
      }
    }
    return indexes;
  }

  private static boolean isMapped(List<Completed> actions) {
    for (Completed completed : actions) {
      if (completed.action() instanceof Action.Reject reject
          && reject.index().equals(DeadLetters.NO_INDEX)) {
        return false;
      }
    }
    return true;
  }

  /** Stores how far the window is finished. From the checkpoint thread, or at the end. */
  synchronized void checkpoint() {
    if (!held()) {
      window.drop();
      return;
    }
    Optional<SequenceNumber> done = window.toCheckpoint();
    if (done.isEmpty()) {
      checkpointed = watch.now();
      return;
    }
    switch (shard.checkpoint(done.get())) {
      case STORED -> {
        window.stored(done.get());
        checkpointed = watch.now();
      }
      case LOST -> window.drop();
      case TRY_LATER -> {}
    }
  }

  /** For how long finished changes have waited for their checkpoint; nothing while none does. */
  Duration checkpointAge() {
    Instant now = watch.now();
    return window.toCheckpoint().isEmpty() || checkpointed.isAfter(now)
        ? Duration.ZERO
        : Duration.between(checkpointed, now);
  }

  /**
   * Takes no more, waits until what was taken is finished, and stores that.
   *
   * @return whether nothing of this shard is left to this worker
   */
  boolean drain() {
    window.close();
    boolean finished =
        window.awaitFinished(() -> !held() || stopping.overdue() || onlyAside())
            || (onlyAside() && !window.dropped());
    checkpoint();
    return window.dropped() || (finished && window.toCheckpoint().isEmpty());
  }

  /** Whether a stop would wait in vain: what was put aside is read again by its next owner. */
  private boolean onlyAside() {
    return stopping.now() && window.unfinished() == writes.aside();
  }

  /** Whether nothing is under way. */
  boolean idle() {
    return window.empty();
  }

  @Override
  public boolean finish() {
    boolean drained = drain();
    onClosed.accept(this);
    return drained && window.empty() && !window.dropped() && !window.turnedAway();
  }

  @Override
  public void lost() {
    window.drop();
    onClosed.accept(this);
    // KCL also says so when it stops.
    if (!stopping.now()) {
      flow.lost();
      LOG.info("{} is no longer this worker's", shard.name());
    }
  }

  @Override
  public void halt() {
    watch.halt();
    window.turnAway();
  }

  private final class Ending extends Finishing {
    private final Place place;
    private final Instant createdAt;
    private long bytes;
    private final long since = received;

    Ending(Place place, long bytes, Instant createdAt) {
      this.place = place;
      this.bytes = bytes;
      this.createdAt = createdAt;
    }

    @Override
    void giveBack() {
      room.give(bytes);
    }

    @Override
    void lighten() {
      long spare = Math.max(0, bytes - Weight.END);
      bytes -= spare;
      room.give(spare);
    }

    @Override
    void end() {
      if (window.finish(place)) {
        flow.finished(since, createdAt);
      }
    }
  }

  private final class OfShard implements Fence {
    @Override
    public boolean held() {
      return ShardSync.this.held();
    }

    @Override
    public boolean behind() {
      // Where there is no room for more, waiting for more would be in vain.
      return watch.behind() && !room.full();
    }
  }

  private boolean held() {
    return !window.dropped() && shard.held();
  }

  private boolean giveUpReading() {
    return stopping.now() || !held();
  }
}
