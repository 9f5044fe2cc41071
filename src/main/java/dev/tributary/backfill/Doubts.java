package dev.tributary.backfill;

import dev.tributary.backfill.Doubt.Sight;
import dev.tributary.index.OpenSearchUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The documents that seemed to differ. What is on its way looks so too: each is looked at again,
 * with growing pauses, and counts as different only if it still is after all that patience.
 *
 * <pre>
 *   as it should be                                           → equal
 *   listed in the state table, at the first look or the last  → listed
 *   patience is over, and nothing moved since the last look   → differs
 *   item and document still change after three times as long  → changing
 *   else                                                      → looked at again
 * </pre>
 *
 * So many are held and no more; who brings one more waits until these are settled. Thread-safe.
 */
final class Doubts {

  static final int MOST = 10_000;

  /** As many as are read at once: their items and documents are in memory together. */
  static final int AT_ONCE = 50;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(8);
  private static final int TIMES_FOR_CHANGING = 3;

  private final Looks looks;
  private final Sources sources;
  private final Duration patience;
  private final int most;
  private final Pauses pauses;
  private final Endings endings;
  private List<Doubt> held = new ArrayList<>();

  /** Told what became of each doubt, on the thread that settles. */
  interface Endings {
    void equal(Doubt doubt);

    void listed(Doubt doubt);

    void changing(Doubt doubt);

    void differ(List<Doubt> doubts) throws OpenSearchUnavailableException, InterruptedException;

    /** So many still differ, after so long, and will be looked at again. */
    void waiting(int doubts, Duration age);
  }

  /**
   * @param most that are held
   */
  Doubts(
      Looks looks, Sources sources, Duration patience, int most, Pauses pauses, Endings endings) {
    this.looks = looks;
    this.sources = sources;
    this.patience = patience;
    this.most = most;
    this.pauses = pauses;
    this.endings = endings;
  }

  synchronized void add(Doubt doubt) throws OpenSearchUnavailableException, InterruptedException {
    held.add(doubt);
    if (held.size() >= most) {
      settle();
    }
  }

  /** Returns when it is decided about all of them. */
  synchronized void settle() throws OpenSearchUnavailableException, InterruptedException {
    long start = pauses.nanoTime();
    Duration pause = FIRST_PAUSE;
    Duration age = Duration.ZERO;
    while (!held.isEmpty()) {
      held = stillOpen(age);
      if (!held.isEmpty()) {
        endings.waiting(held.size(), age);
        Duration left = patience.minus(age);
        pauses.rest(left.isNegative() || left.isZero() || left.compareTo(pause) > 0 ? pause : left);
        pause = shorter(pause.multipliedBy(2), LONGEST_PAUSE);
        age = Duration.ofNanos(pauses.nanoTime() - start);
      }
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private List<Doubt> stillOpen(Duration age)
      throws OpenSearchUnavailableException, InterruptedException {
    List<Doubt> open = new ArrayList<>();
    for (int from = 0; from < held.size(); from += AT_ONCE) {
      open.addAll(stillOpen(held.subList(from, Math.min(from + AT_ONCE, held.size())), age));
    }
    return open;
  }

  private List<Doubt> stillOpen(List<Doubt> some, Duration age)
      throws OpenSearchUnavailableException, InterruptedException {
    List<Sight> sights = looks.at(some);
    List<Doubt> open = new ArrayList<>();
    List<Doubt> first = new ArrayList<>();
    List<Doubt> over = new ArrayList<>();
    for (int i = 0; i < some.size(); i++) {
      Doubt doubt = some.get(i);
      Sight sight = sights.get(i);
      boolean isOver = isOver(doubt, sight, age);
      boolean isFirst = !doubt.wasSeen();
      doubt.saw(sight);
      if (sight.kind().isEmpty()) {
        endings.equal(doubt);
      } else if (isOver) {
        over.add(doubt);
      } else if (isFirst) {
        first.add(doubt);
      } else if (age.compareTo(patience.multipliedBy(TIMES_FOR_CHANGING)) >= 0) {
        endings.changing(doubt);
      } else {
        open.add(doubt);
      }
    }
    open.addAll(unlisted(first));
    List<Doubt> different = unlisted(over);
    if (!different.isEmpty()) {
      endings.differ(different);
    }
    return open;
  }

  private boolean isOver(Doubt doubt, Sight sight, Duration age) {
    if (!doubt.wasSeen()) {
      return patience.isZero() && sight.steady();
    }
    return age.compareTo(patience) >= 0 && doubt.isSettled(sight);
  }

  private List<Doubt> unlisted(List<Doubt> doubts) throws InterruptedException {
    if (doubts.isEmpty()) {
      return doubts;
    }
    Set<Doubt> listed = sources.listed(doubts);
    listed.forEach(endings::listed);
    return doubts.stream().filter(doubt -> !listed.contains(doubt)).toList();
  }
}
