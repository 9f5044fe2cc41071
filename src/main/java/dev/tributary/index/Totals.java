package dev.tributary.index;

import java.util.Collections;
import java.util.Map;

/**
 * What a {@link Tally} counted. Every write ends in one of applied, stale, rejected, fenced and
 * coalesced.
 *
 * @param bulks requests, with those that failed
 * @param actions of all bulks, so a write that is sent twice counts twice
 * @param nanos how long they took, all together
 * @param coalesced writes that ended with a newer one of their document
 * @param putOff how often writes were tried again, by reason
 * @param decided what became of writes that OpenSearch refused for their version
 * @param allowed how much may be under way now
 */
public record Totals(
    long bulks,
    long actions,
    long bytes,
    long nanos,
    long applied,
    long stale,
    long rejected,
    long fenced,
    long coalesced,
    long halved,
    Map<Setback, Long> putOff,
    Map<ConflictBranch, Long> decided,
    Allowed allowed) {

  /** What {@link Pace} allows. */
  public record Allowed(int bulks, int actions, long bytes) {}

  public Totals {
    putOff = Collections.unmodifiableMap(putOff);
    decided = Collections.unmodifiableMap(decided);
  }

  public long putOff(Setback why) {
    return putOff.getOrDefault(why, 0L);
  }

  public long decided(ConflictBranch branch) {
    return decided.getOrDefault(branch, 0L);
  }

  /** For a log line. */
  @Override
  public String toString() {
    return "applied %d, stale %d, rejected %d, fenced %d, coalesced %d; bulks %d of %d actions and %d bytes in %d ms, halved %d; tried again %s; conflicts %s"
        .formatted(
            applied,
            stale,
            rejected,
            fenced,
            coalesced,
            bulks,
            actions,
            bytes,
            nanos / 1_000_000,
            halved,
            putOff,
            decided);
  }
}
