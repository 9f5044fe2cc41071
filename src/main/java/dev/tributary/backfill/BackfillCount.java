package dev.tributary.backfill;

import dev.tributary.change.Change;
import dev.tributary.change.Origin;
import dev.tributary.config.Settings;
import dev.tributary.document.Action;
import dev.tributary.document.Documents;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.ItemReads;
import dev.tributary.table.ItemReads.Cursor;
import dev.tributary.table.ItemReads.Found;
import dev.tributary.table.ItemReads.Scanned;
import dev.tributary.table.ItemReads.Segment;
import dev.tributary.table.ItemReads.Wanted;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a backfill would write.
 *
 * @param byEntity documents by who asks for them
 * @param reasons why some cannot be made, of at most a few kinds
 */
public record BackfillCount(
    long items,
    long documents,
    long rejected,
    Map<String, Long> byEntity,
    Map<String, Long> reasons) {

  private static final int MOST_ITEMS = 1_000;
  private static final int MOST_REASONS = 20;
  private static final String UNREADABLE = "this version cannot read the item";
  private static final Origin ORIGIN = new Origin.Read(Instant.EPOCH, Optional.empty());

  /** Reads all of it. */
  public static BackfillCount of(Settings settings, Plan plan, ItemReads items)
      throws InterruptedException {
    Documents documents = new Documents(settings);
    Reach reach = new Reach(settings, plan);
    long read = 0;
    Map<String, Long> byEntity = new TreeMap<>();
    Map<String, Long> reasons = new TreeMap<>();
    Wanted wanted = new Wanted(plan.table(), new Segment(0, 1), plan.prefix(), MOST_ITEMS);
    Optional<Cursor> next = Optional.of(Cursor.START);
    while (next.isPresent()) {
      Found found =
          items.page(wanted, next.get(), (key, why) -> reasons.merge(UNREADABLE, 1L, Long::sum));
      read += found.read();
      for (Scanned item : found.items()) {
        Change put =
            new Change.Put(plan.table(), item.key(), ORIGIN, item.item(), Optional.empty());
        for (Action action : documents.actionsFor(put)) {
          count(reach, action, byEntity, reasons);
        }
      }
      next = found.next();
    }
    long rejected = reasons.values().stream().mapToLong(Long::longValue).sum();
    long made = byEntity.values().stream().mapToLong(Long::longValue).sum();
    return new BackfillCount(read, made, rejected, byEntity, reasons);
  }

  private static void count(
      Reach reach, Action action, Map<String, Long> byEntity, Map<String, Long> reasons) {
    if (action instanceof Action.Index index && reach.takes(index)) {
      byEntity.merge(index.entity(), 1L, Long::sum);
    } else if (action instanceof Action.Reject reject && reach.takes(reject)) {
      boolean known = reasons.containsKey(reject.reason()) || reasons.size() < MOST_REASONS;
      reasons.merge(known ? reject.reason() : "others", 1L, Long::sum);
    }
  }
}
