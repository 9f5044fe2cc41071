package dev.tributary.stream;

import dev.tributary.table.Gap;
import dev.tributary.table.Gap.Kind;
import dev.tributary.table.KnownTables.Known;
import dev.tributary.table.KnownTables.Stream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Compares what a table's workers followed before with what they are to follow now. Pure, but for
 * asking whether the table has items, which it does only where that matters.
 *
 * @param arn of its stream
 * @param entities those of the config, with their digests
 * @param leased whether any shard of this stream has a lease
 */
record TableLook(
    String table, String arn, Map<String, String> entities, Known known, boolean leased) {

  TableLook {
    entities = Map.copyOf(entities);
  }

  List<Gap> gaps(BooleanSupplier hasItems, Instant now) {
    Optional<Stream> before = known.stream();
    if (before.isPresent() && !before.get().arn().equals(arn)) {
      // Also of an empty table: what was in it may still be in the index.
      return List.of(Gap.ofAll(Kind.NEW_STREAM, table, arn, now));
    }
    if (before.isEmpty() || isForgotten(before.get(), now)) {
      return hasItems.getAsBoolean()
          ? List.of(Gap.ofAll(Kind.FIRST_START, table, arn, now))
          : List.of();
    }
    List<Gap> gaps = new ArrayList<>();
    entities.forEach(
        (entity, digest) -> {
          String knownDigest = known.entities().get(entity);
          if (!digest.equals(knownDigest)) {
            Kind kind = knownDigest == null ? Kind.NEW_ENTITY : Kind.CHANGED_ENTITY;
            gaps.add(Gap.ofAll(kind, table, entity, now));
          }
        });
    return gaps.isEmpty() || hasItems.getAsBoolean() ? gaps : changed(gaps);
  }

  /** An empty table lacks nothing, but an index may have what a changed entity took before. */
  private static List<Gap> changed(List<Gap> gaps) {
    return gaps.stream().filter(gap -> gap.kind() == Kind.CHANGED_ENTITY).toList();
  }

  /**
   * The stream is known, and none of its shards has a lease: somebody deleted them, or a first
   * start came no further. As long as the stream has all since then, nothing is lost.
   */
  private boolean isForgotten(Stream stream, Instant now) {
    return !leased && Retention.isOver(stream.since(), now);
  }
}
