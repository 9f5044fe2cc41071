package dev.tributary.backfill;

import dev.tributary.backfill.Deviation.Kind;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a {@link Verify} came to.
 *
 * @param complete whether it came to its end; if not, the counts are those until then
 * @param items read from the tables
 * @param documents read from the indexes
 * @param expected documents that items ask for, of the sample
 * @param equal those of them that are as they should be
 * @param found differences, by kind
 * @param listed documents that differ and have a dead letter or wait for objects
 * @param changing documents that were written each time they were looked at, as their items were
 * @param lookedAtAgain documents that differed at first sight
 * @param repaired of the differences
 * @param readUnits that DynamoDB counted for the source tables
 */
public record VerifySummary(
    boolean complete,
    long items,
    long documents,
    long expected,
    long equal,
    Map<Kind, Long> found,
    long listed,
    long changing,
    long lookedAtAgain,
    long repaired,
    double readUnits,
    double seconds) {

  public VerifySummary {
    found = Map.copyOf(found);
  }

  /** By their names, to be added up. Kinds of differences are there by their words. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new TreeMap<>();
    counts.put("items", items);
    counts.put("documents", documents);
    counts.put("expected", expected);
    counts.put("equal", equal);
    found.forEach((kind, count) -> counts.put(kind.word(), count));
    counts.put("listed", listed);
    counts.put("changing", changing);
    counts.put("repaired", repaired);
    counts.put("readUnits", Math.round(readUnits));
    counts.put("seconds", Math.round(seconds));
    return counts;
  }

  public long differences() {
    return found.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Whether nothing differs, or no longer. */
  public boolean clean() {
    return complete && differences() == repaired;
  }
}
