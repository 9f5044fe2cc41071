package dev.tributary.sync;

import dev.tributary.table.Holds;
import dev.tributary.table.Holds.Cause;
import dev.tributary.table.Holds.Hold;
import dev.tributary.table.Holds.What;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds changes back: those of a table or of an index that an operator has paused, and those of an
 * index whose documents are mostly refused for one reason. Such a change waits where its shard is
 * read, and all behind it do. What is under way already goes on; but what is refused then is put
 * aside, not kept as a dead letter, until an operator releases the index. Thread-safe.
 */
final class Gates implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Gates.class);

  /** How long a change that was held back may take to notice that it is no longer. */
  private static final Duration NOTICE = Duration.ofMillis(100);

  /** Keeps holds for all workers. What could not be done throws. */
  interface Store {
    List<Hold> all();

    void hold(Hold hold);

    static Store of(Holds holds) {
      return new Store() {
        @Override
        public List<Hold> all() {
          return holds.all();
        }

        @Override
        public void hold(Hold hold) {
          holds.hold(hold);
        }
      };
    }
  }

  /** What a hold is about, whoever set it. */
  private record Place(What what, String name) {
    static Place of(Hold hold) {
      return new Place(hold.what(), hold.name());
    }
  }

  private final Store store;
  private final String worker;
  private final Refusals refusals;
  private final Clock clock;
  private final StateWriter writer;
  private final Crew waiting;

  private volatile Set<Place> closed = Set.of();
  private volatile boolean known;
  private final Object refreshing = new Object();
  private List<Hold> holds = List.of();

  /** Holds of this worker that a read may not show yet. */
  private final List<Hold> own = new ArrayList<>();

  private final List<Hold> stored = new ArrayList<>();
  private final Map<String, List<Runnable>> aside = new HashMap<>();

  /**
   * @param worker its name, for holds of its own
   */
  Gates(Store store, String worker, Refusals refusals, Clock clock, Crew.Factory crews) {
    this.store = store;
    this.worker = worker;
    this.refusals = refusals;
    this.clock = clock;
    this.writer = new StateWriter("holds", 1, crews);
    this.waiting = crews.of("held-back", 1);
  }

  /**
   * Waits until nothing holds back a change of a table that asks something of these indexes.
   *
   * @return whether it may go on; not if it gave up
   */
  boolean awaitOpen(String table, Collection<String> indexes, BooleanSupplier giveUp) {
    if (!known && !writer.now(this::refreshUnlessKnown, giveUp)) {
      return false;
    }
    while (isClosed(table, indexes)) {
      if (giveUp.getAsBoolean() || !waiting.rest(NOTICE)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a document of an index is held back now, whose item is in this table. */
  boolean heldBack(String table, String index) {
    refreshUnlessKnown();
    return isClosed(table, Set.of(index));
  }

  /** Why a change of a table that asks something of these indexes has to wait, in words. */
  Optional<String> closedFor(String table, Collection<String> indexes) {
    Set<Place> now = closed;
    if (now.contains(new Place(What.TABLE, table))) {
      return Optional.of("the table " + table + " is held back");
    }
    return indexes.stream()
        .filter(index -> now.contains(new Place(What.INDEX, index)))
        .findFirst()
        .map(index -> "the index " + index + " is held back");
  }

  private boolean isClosed(String table, Collection<String> indexes) {
    Set<Place> now = closed;
    return !now.isEmpty()
        && (now.contains(new Place(What.TABLE, table))
            || indexes.stream().anyMatch(index -> now.contains(new Place(What.INDEX, index))));
  }

  private void refreshUnlessKnown() {
    if (!known) {
      refresh();
    }
  }

  /** Reads what is held back. Throws if it could not. */
  void refresh() {
    List<Runnable> released;
    synchronized (refreshing) {
      List<Hold> shown;
      synchronized (this) {
        shown = List.copyOf(stored);
      }
      List<Hold> read = store.all();
      synchronized (this) {
        own.removeAll(shown);
        stored.removeAll(shown);
        released = update(read);
      }
      known = true;
    }
    released.forEach(Runnable::run);
  }

  private List<Runnable> update(List<Hold> read) {
    List<Hold> now = new ArrayList<>(read);
    now.addAll(own);
    List<Runnable> released = new ArrayList<>();
    for (Hold hold : holds) {
      if (!holdsFor(now, hold)) {
        LOG.info("The {} {} is no longer held back: {}", hold.what(), hold.name(), hold.reason());
        if (hold.cause() == Cause.REFUSALS) {
          refusals.accept(hold.name(), hold.reason());
          released.addAll(Optional.ofNullable(aside.remove(hold.name())).orElse(List.of()));
        }
      }
    }
    for (Hold hold : now) {
      if (!holdsFor(holds, hold)) {
        tell(hold);
      }
    }
    setHolds(now);
    return released;
  }

  private static boolean holdsFor(List<Hold> holds, Hold wanted) {
    return holds.stream()
        .anyMatch(
            hold -> hold.cause() == wanted.cause() && Place.of(hold).equals(Place.of(wanted)));
  }

  private void setHolds(List<Hold> now) {
    holds = List.copyOf(now);
    Set<Place> places = new HashSet<>();
    now.forEach(hold -> places.add(Place.of(hold)));
    closed = Set.copyOf(places);
  }

  private static void tell(Hold hold) {
    if (hold.cause() == Cause.OPERATOR) {
      LOG.warn(
          "The {} {} is held back since {} by {}: {}",
          hold.what(),
          hold.name(),
          hold.since(),
          hold.by(),
          hold.reason());
    } else {
      LOG.error(
          "The index {} is held back since {}, found by {}: most of its documents are refused: {}. "
              + "Its shards wait; mend the cause, or accept dead letters, then run resume",
          hold.name(),
          hold.since(),
          hold.by(),
          hold.reason());
    }
  }

  /** A document of an index was taken. */
  void taken(String index) {
    refusals.taken(index);
  }

  /**
   * A document was refused.
   *
   * @return whether it is to be put aside; if not, it is to be a dead letter now
   */
  boolean refused(String index, String reason) {
    Optional<String> mostly = refusals.refused(index, reason);
    synchronized (this) {
      if (mostly.isPresent() && !isHeldForRefusals(index)) {
        holdBack(index, mostly.get());
      }
      return isHeldForRefusals(index);
    }
  }

  /**
   * @param again what is to be done once the index is released: at once, if it is by now
   */
  void putAside(String index, Runnable again) {
    synchronized (this) {
      if (isHeldForRefusals(index)) {
        aside.computeIfAbsent(index, name -> new ArrayList<>()).add(again);
        return;
      }
    }
    again.run();
  }

  private boolean isHeldForRefusals(String index) {
    return holds.stream()
        .anyMatch(hold -> hold.cause() == Cause.REFUSALS && hold.name().equals(index));
  }

  private void holdBack(String index, String kind) {
    Hold hold = new Hold(What.INDEX, index, Cause.REFUSALS, kind, worker, clock.instant());
    own.add(hold);
    List<Hold> now = new ArrayList<>(holds);
    now.add(hold);
    tell(hold);
    setHolds(now);
    writer.store(() -> store.hold(hold), () -> stored(hold));
  }

  private synchronized void stored(Hold hold) {
    stored.add(hold);
  }

  @Override
  public void close() {
    writer.close();
    waiting.close();
  }
}
