package dev.tributary;

import dev.tributary.backfill.ExportProgress;
import dev.tributary.table.Backfills.Counts;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.State;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/** How far a backfill is, in a line: with a bar in a terminal. */
final class BackfillProgress {

  private static final int BAR = 24;

  private BackfillProgress() {}

  /**
   * @param total how many items there are, about
   * @param rate items a second
   */
  static String line(
      List<Part> parts, State state, OptionalLong total, double rate, boolean terminal) {
    Counts counts = parts.stream().map(Part::counts).reduce(Counts.NONE, Counts::plus);
    long done = parts.stream().filter(Part::done).count();
    long workers = parts.stream().flatMap(part -> part.worker().stream()).distinct().count();
    return "%s%,d items, %,d documents, %,.0f/s%s; %d of %d parts, %d workers%s%s"
        .formatted(
            terminal ? bar(counts, total) : "",
            counts.items(),
            counts.documents(),
            rate,
            left(counts, total, rate),
            done,
            parts.size(),
            workers,
            ExportProgress.isReplaying(parts) ? "; the stream is replayed" : "",
            state == State.PAUSED ? "; paused" : "");
  }

  private static String bar(Counts counts, OptionalLong total) {
    if (total.isEmpty() || total.getAsLong() == 0) {
      return "";
    }
    double share = Math.min(1, counts.items() / (double) total.getAsLong());
    int full = (int) Math.round(share * BAR);
    return "[%s%s] %3.0f %% ".formatted("█".repeat(full), "·".repeat(BAR - full), share * 100);
  }

  /** DynamoDB counts items only every few hours, so it is about that. */
  private static String left(Counts counts, OptionalLong total, double rate) {
    if (total.isEmpty() || rate <= 0) {
      return "";
    }
    long seconds = (long) (Math.max(0, total.getAsLong() - counts.items()) / rate);
    return ", about %s left"
        .formatted(LetterText.age(Instant.EPOCH, Instant.EPOCH.plusSeconds(seconds)));
  }
}
