package dev.tributary;

import dev.tributary.backfill.NewlyListed;
import dev.tributary.backfill.Pauses;
import dev.tributary.backfill.ReadUnits;
import dev.tributary.config.Settings;
import dev.tributary.ops.Reasons;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.GenerationEntries;
import dev.tributary.table.GenerationEntries.Entry;
import dev.tributary.table.Listings;
import dev.tributary.table.Listings.Place;
import dev.tributary.table.Rebuilds.Rebuild;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is listed of a generation that is being filled, and not of the one that searches go to: what
 * a wrong mapping refuses is no difference to a comparison, and would be missed by searches.
 */
final class RebuildListings {

  private static final int PAGE = 100;
  private static final int MOST_REASONS = 5;

  private final StateDesk desk;
  private final Settings settings;
  private final Rebuild rebuild;
  private final Listings old;
  private final Reasons reasons = new Reasons();
  private final List<Entry> page = new ArrayList<>();

  /**
   * @param settings of the index alone
   */
  RebuildListings(StateDesk desk, Settings settings, Rebuild rebuild) {
    this.desk = desk;
    this.settings = settings;
    this.rebuild = rebuild;
    this.old =
        new Listings(desk.aws().dynamoDb(), desk.stateTable(), ReadUnits.unlimited(Pauses.REAL));
  }

  /** To be called once. */
  NewlyListed find(GenerationEntries entries) throws InterruptedException {
    for (Entry entry : entries.all()) {
      page.add(entry);
      if (page.size() >= PAGE) {
        count();
      }
    }
    count();
    countItems();
    return new NewlyListed(
        reasons.count(),
        reasons.groups().stream()
            .limit(MOST_REASONS)
            .map(
                group -> "%,d: %s, as %s".formatted(group.count(), group.reason(), group.example()))
            .toList());
  }

  private void count() throws InterruptedException {
    Set<Place> known =
        old.of(page.stream().map(entry -> new Place(rebuild.index(), entry.id())).toList());
    for (Entry entry : page) {
      if (!known.contains(new Place(rebuild.index(), entry.id()))) {
        reasons.add(rebuild.to(), entry.id(), entry.reason(), entry.since());
      }
    }
    page.clear();
  }

  /**
   * Items of which no document could be made are no generation's. Those that were listed since the
   * rebuild began may be so by its rules.
   */
  private void countItems() {
    Set<String> tables =
        settings.tables().values().stream().map(Settings.Table::name).collect(Collectors.toSet());
    new DeadLetters(desk.aws().dynamoDb(), desk.stateTable())
        .each(
            DeadLetters.NO_INDEX,
            letter -> {
              if (tables.contains(letter.table()) && !letter.last().isBefore(rebuild.startedAt())) {
                reasons.add(DeadLetters.NO_INDEX, letter.id(), letter.reason(), letter.first());
              }
            });
  }
}
