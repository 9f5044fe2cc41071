package dev.tributary.sync;

import dev.tributary.change.Change;
import dev.tributary.document.Action;
import java.time.Clock;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Counts the changes of one table since the start, and what they asked for. It is part of every
 * change's way: no lock, no search, nothing is made. Thread-safe.
 */
public final class Flow {

  /** What a record says of its item. */
  public enum Kind {
    PUT,
    REMOVE,
    /** Removed by its time to live. */
    EXPIRE,
    /** It could not be decoded. */
    UNREADABLE
  }

  /** What a change asks of an index, or of none. */
  public enum Asked {
    INDEX,
    DELETE,
    SKIP,
    REJECT
  }

  private final Map<Kind, LongAdder> changes = adders(Kind.class);
  private final Map<Asked, LongAdder> actions = adders(Asked.class);
  private final LongAdder finished = new LongAdder();
  private final LongAdder lost = new LongAdder();
  private final Timings timings;
  private final Clock clock;
  private final LongSupplier nanoTime;

  /**
   * @param clock the one that dates the stream's records
   */
  public Flow(Timings timings, Clock clock, LongSupplier nanoTime) {
    this.timings = timings;
    this.clock = clock;
    this.nanoTime = nanoTime;
  }

  static <E extends Enum<E>> Map<E, LongAdder> adders(Class<E> kinds) {
    Map<E, LongAdder> adders = new EnumMap<>(kinds);
    for (E kind : kinds.getEnumConstants()) {
      adders.put(kind, new LongAdder());
    }
    return Collections.unmodifiableMap(adders);
  }

  /** The moment of now, for {@link #finished}. */
  long received() {
    return nanoTime.getAsLong();
  }

  void taken(Change change) {
    Kind kind = Kind.PUT;
    if (change instanceof Change.Remove remove) {
      kind = remove.expired() ? Kind.EXPIRE : Kind.REMOVE;
    }
    changes.get(kind).increment();
  }

  void unreadable() {
    changes.get(Kind.UNREADABLE).increment();
  }

  void asked(Action action) {
    Asked kind = Asked.SKIP;
    if (action instanceof Action.Index) {
      kind = Asked.INDEX;
    } else if (action instanceof Action.Delete) {
      kind = Asked.DELETE;
    } else if (action instanceof Action.Reject) {
      kind = Asked.REJECT;
    }
    actions.get(kind).increment();
  }

  /** A change that asked for something is done. */
  void finished(long received, Instant createdAt) {
    finished.increment();
    timings.finished(
        nanoTime.getAsLong() - received, Math.max(0, clock.millis() - createdAt.toEpochMilli()));
  }

  /** A shard went to another worker. */
  void lost() {
    lost.increment();
  }

  public long changes(Kind kind) {
    return changes.get(kind).sum();
  }

  public long actions(Asked kind) {
    return actions.get(kind).sum();
  }

  /** Changes that asked for something, and are done. */
  public long finished() {
    return finished.sum();
  }

  /** Shards that went to other workers while this one ran. */
  public long lostShards() {
    return lost.sum();
  }
}
