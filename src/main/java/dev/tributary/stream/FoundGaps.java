package dev.tributary.stream;

import dev.tributary.table.Gap;
import dev.tributary.table.Gaps;
import java.time.Clock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records gaps, and says so loudly. Thread-safe. */
final class FoundGaps {

  private static final Logger LOG = LoggerFactory.getLogger(FoundGaps.class);

  /** A long stop leaves a gap for each shard, and a table may have hundreds. */
  private static final int SHOWN = 20;

  private static final String REMEDY = "status lists it until it is repaired";

  private final Gaps gaps;
  private final String worker;
  private final Clock clock;

  FoundGaps(Gaps gaps, String worker, Clock clock) {
    this.gaps = gaps;
    this.worker = worker;
    this.clock = clock;
  }

  /** Does not return before the gap is stored; throws what the SDK throws if it cannot be. */
  void add(Gap gap) {
    if (gaps.open(gap, worker, clock.instant())) {
      LOG.error("Gap found: {}; {}", gap, REMEDY);
    }
  }

  /** The same without a line, for those who tell of all open gaps afterwards. */
  void addQuietly(List<Gap> found) {
    found.forEach(gap -> gaps.open(gap, worker, clock.instant()));
  }

  /** Tells of all that are open. */
  void tell(String table) {
    List<Gaps.Open> open = gaps.open(table);
    open.stream()
        .limit(SHOWN)
        .forEach(gap -> LOG.error("Open gap, found {}: {}; {}", gap.foundAt(), gap.gap(), REMEDY));
    if (open.size() > SHOWN) {
      LOG.error("… and {} more open gaps of table '{}'", open.size() - SHOWN, table);
    }
  }
}
