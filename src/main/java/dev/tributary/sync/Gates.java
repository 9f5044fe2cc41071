package dev.tributary.sync;

import dev.tributary.index.Destinations;
import dev.tributary.index.Generation;
import dev.tributary.table.DeadLetters;
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
 * index whose documents are mostly refused for one reason, and those of an index that has no
 * generation for this config's documents. Such a change waits where its shard is read, and all
 * behind it do. What is under way already goes on; but what is refused then is put aside, not kept
 * as a dead letter, until an operator releases the index. Thread-safe.
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
  private final Destinations destinations;
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
  Gates(
      Store store,
      Destinations destinations,
      String worker,
      Refusals refusals,
      Clock clock,
      Crew.Factory crews) {
    this.store = store;
    this.destinations = destinations;
    this.worker = worker;
    this.refusals = refusals;
    this.clock = clock;
    this.writer = new StateWriter("holds", 1, crews);
    this.waiting = crews.of("held-back", 1);
  }

  /**
   * Waits until nothing holds back a change of a table that asks something of these indexes, and
   * each of them has a generation for it.
   *
   * @return the generations that it goes to, by index; nothing if it gave up
   */
  Optional<Map<String, Generation>> awaitOpen(
      String table, Collection<String> indexes, BooleanSupplier giveUp) {
    if (!known && !writer.now(this::refreshUnlessKnown, giveUp)) {
      return Optional.empty();
    }
    while (true) {
      Optional<Map<String, Generation>> generations = generations(indexes);
      if (generations.isPresent() && !isClosed(table, indexes)) {
        return generations;
      }
      if (giveUp.getAsBoolean() || !waiting.rest(NOTICE)) {
        return Optional.empty();
      }
    }
  }

  /**
   * Waits until each of the indexes has a generation, whatever an operator holds back.
   *
   * @return by index; nothing if it gave up
   */
  Optional<Map<String, Generation>> awaitGenerations(
      Collection<String> indexes, BooleanSupplier giveUp) {
    Optional<Map<String, Generation>> generations = generations(indexes);
    while (generations.isEmpty()) {
      if (giveUp.getAsBoolean() || !waiting.rest(NOTICE)) {
        return Optional.empty();
      }
      generations = generations(indexes);
    }
    return generations;
  }

  /** Of each index; nothing where one has none that takes documents of this config's rules. */
  private Optional<Map<String, Generation>> generations(Collection<String> indexes) {
    if (indexes.size() == 1) {
      // Nearly always.
      String only = indexes.iterator().next();
      return only.equals(DeadLetters.NO_INDEX)
          ? Optional.of(Map.of())
          : destinations.of(only).map(generation -> Map.of(only, generation));
    }
    Map<String, Generation> generations = new HashMap<>(2);
    for (String index : indexes) {
      if (!index.equals(DeadLetters.NO_INDEX)) {
        Optional<Generation> generation = destinations.of(index);
        if (generation.isEmpty()) {
          return Optional.empty();
        }
        generations.put(index, generation.get());
      }
    }
    return Optional.of(generations);
  }

  /** Whether a document of an index is held back now, whose item is in this table. */
  boolean heldBack(String table, String index) {
    refreshUnlessKnown();
    return isClosed(table, Set.of(index)) || generations(Set.of(index)).isEmpty();
  }

  /** Why a change of a table that asks something of these indexes has to wait, in words. */
  Optional<String> closedFor(String table, Collection<String> indexes) {
    Set<Place> now = closed;
    if (now.contains(new Place(What.TABLE, table))) {
      return Optional.of("the table " + table + " is held back");
    }
    Optional<String> held =
        indexes.stream()
            .filter(index -> now.contains(new Place(What.INDEX, index)))
            .findFirst()
            .map(index -> "the index " + index + " is held back");
    return held.or(
        () ->
            indexes.stream()
                .filter(index -> generations(Set.of(index)).isEmpty())
                .findFirst()
                .map(index -> "the index " + index + " has documents of other rules"));
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

  /** What is held back now, as far as this worker knows. */
  synchronized List<Hold> holds() {
    return holds;
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
