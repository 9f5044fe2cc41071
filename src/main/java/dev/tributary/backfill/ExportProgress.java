package dev.tributary.backfill;

import dev.tributary.table.Backfills.Part;
import java.time.Instant;
import java.util.List;

/** How far the load of an export is, by its parts. */
public final class ExportProgress {
  private ExportProgress() {}

  /** Whether nothing that is left of its files could be read since a moment. */
  public static boolean isStuck(List<Part> parts, Instant since) {
    List<Part> left = filesLeft(parts);
    return !left.isEmpty()
        && left.stream()
            .allMatch(
                part -> part.trouble().filter(trouble -> trouble.at().isAfter(since)).isPresent());
  }

  /** Whether all of its files are written, and the stream is not replayed yet. */
  public static boolean isReplaying(List<Part> parts) {
    return filesLeft(parts).isEmpty()
        && parts.stream()
            .anyMatch(part -> !part.done() && PartName.of(part.name()) instanceof PartName.Replay);
  }

  private static List<Part> filesLeft(List<Part> parts) {
    return parts.stream()
        .filter(part -> !part.done() && PartName.of(part.name()) instanceof PartName.File)
        .toList();
  }
}
