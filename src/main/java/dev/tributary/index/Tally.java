package dev.tributary.index;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Counts since the start. Thread-safe. */
public final class Tally implements WriteEvents {

  private final LongAdder bulks = new LongAdder();
  private final LongAdder actions = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder nanos = new LongAdder();
  private final LongAdder applied = new LongAdder();
  private final LongAdder stale = new LongAdder();
  private final LongAdder rejected = new LongAdder();
  private final LongAdder fenced = new LongAdder();
  private final LongAdder coalesced = new LongAdder();
  private final LongAdder halved = new LongAdder();
  private final Map<Setback, LongAdder> putOff = adders(Setback.class);
  private final Map<ConflictBranch, LongAdder> decided = adders(ConflictBranch.class);
  private final LongSupplier nanoTime;
  private final Bulks listener;
  private volatile Last last;
  private volatile Totals.Allowed allowed = new Totals.Allowed(0, 0, 0);

  /** When writes were last put off, and why. */
  private record Last(Setback why, long at) {}

  /** Told of each bulk besides. */
  @FunctionalInterface
  public interface Bulks {
    void bulk(int actions, long bytes, long nanos);
  }

  public Tally() {
    this((actions, bytes, nanos) -> {});
  }

  public Tally(Bulks listener) {
    this(listener, System::nanoTime);
  }

  Tally(Bulks listener, LongSupplier nanoTime) {
    this.listener = listener;
    this.nanoTime = nanoTime;
  }

  private static <E extends Enum<E>> Map<E, LongAdder> adders(Class<E> kinds) {
    Map<E, LongAdder> adders = new EnumMap<>(kinds);
    for (E kind : kinds.getEnumConstants()) {
      adders.put(kind, new LongAdder());
    }
    return Collections.unmodifiableMap(adders);
  }

  @Override
  public void bulk(int ofActions, long ofBytes, long took) {
    bulks.increment();
    actions.add(ofActions);
    bytes.add(ofBytes);
    nanos.add(took);
    listener.bulk(ofActions, ofBytes, took);
  }

  @Override
  public void ended(Outcome outcome) {
    if (outcome instanceof Outcome.Applied) {
      applied.increment();
    } else if (outcome instanceof Outcome.Stale) {
      stale.increment();
    } else if (outcome instanceof Outcome.Rejected) {
      rejected.increment();
    } else if (outcome instanceof Outcome.Fenced) {
      fenced.increment();
    }
  }

  @Override
  public void coalesced(int writes) {
    coalesced.add(writes);
  }

  @Override
  public void putOff(Setback why, int writes) {
    putOff.get(why).add(writes);
    last = new Last(why, nanoTime.getAsLong());
  }

  @Override
  public void halved() {
    halved.increment();
  }

  @Override
  public void paced(int ofBulks, int ofActions, long ofBytes) {
    allowed = new Totals.Allowed(ofBulks, ofActions, ofBytes);
  }

  @Override
  public void decided(ConflictBranch branch) {
    decided.get(branch).increment();
  }

  /** Why writes were last put off, if that is not longer ago than this. */
  public Optional<Setback> trouble(Duration ago) {
    return Optional.ofNullable(last)
        .filter(put -> nanoTime.getAsLong() - put.at() <= ago.toNanos())
        .map(Last::why);
  }

  /** What was counted until now. What is counted meanwhile may be in some of it. */
  public Totals totals() {
    return new Totals(
        bulks.sum(),
        actions.sum(),
        bytes.sum(),
        nanos.sum(),
        applied.sum(),
        stale.sum(),
        rejected.sum(),
        fenced.sum(),
        coalesced.sum(),
        halved.sum(),
        sums(putOff),
        sums(decided),
        allowed);
  }

  /** Only those that happened. */
  private static <E extends Enum<E>> Map<E, Long> sums(Map<E, LongAdder> adders) {
    Map<E, Long> sums = new TreeMap<>();
    adders.forEach(
        (kind, adder) -> {
          if (adder.sum() > 0) {
            sums.put(kind, adder.sum());
          }
        });
    return sums;
  }
}
