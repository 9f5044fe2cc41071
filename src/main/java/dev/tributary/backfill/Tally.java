package dev.tributary.backfill;

import dev.tributary.backfill.Deviation.Kind;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what a {@link Verify} sees. Thread-safe. */
final class Tally {

  final AtomicLong items = new AtomicLong();
  final AtomicLong documents = new AtomicLong();
  final AtomicLong expected = new AtomicLong();
  final AtomicLong equal = new AtomicLong();
  final AtomicLong listed = new AtomicLong();
  final AtomicLong changing = new AtomicLong();
  final AtomicLong lookedAtAgain = new AtomicLong();
  final AtomicLong repaired = new AtomicLong();
  private final Map<Kind, AtomicLong> found = new EnumMap<>(Kind.class);

  Tally() {
    for (Kind kind : Kind.values()) {
      found.put(kind, new AtomicLong());
    }
  }

  void found(Deviation deviation) {
    found.get(deviation.kind()).incrementAndGet();
    if (deviation.repaired()) {
      repaired.incrementAndGet();
    }
  }

  VerifySummary summary(boolean complete, double readUnits, double seconds) {
    Map<Kind, Long> kinds = new EnumMap<>(Kind.class);
    found.forEach((kind, count) -> kinds.put(kind, count.get()));
    return new VerifySummary(
        complete,
        items.get(),
        documents.get(),
        expected.get(),
        equal.get(),
        kinds,
        listed.get(),
        changing.get(),
        lookedAtAgain.get(),
        repaired.get(),
        readUnits,
        seconds);
  }

  @Override
  public String toString() {
    long differences = found.values().stream().mapToLong(AtomicLong::get).sum();
    return "%,d items and %,d documents read, %,d differences so far"
        .formatted(items.get(), documents.get(), differences);
  }
}
