package dev.tributary.backfill;

import dev.tributary.config.Settings;
import dev.tributary.document.Action;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.Gap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** What a backfill is about, by the config. */
record Reach(Settings settings, Plan plan) {

  /** The indexes that its items go to. */
  Set<String> indexes() {
    Set<String> indexes = new LinkedHashSet<>();
    for (Map.Entry<String, Settings.Entity> entity : settings.entities().entrySet()) {
      boolean ofTable =
          settings.tables().get(entity.getValue().table()).name().equals(plan.table());
      if (ofTable && plan.entity().map(entity.getKey()::equals).orElse(true)) {
        indexes.add(entity.getValue().index());
      }
    }
    return indexes;
  }

  /** Also what could not be mapped at all: it may be what the entity asks for. */
  boolean takes(Action.Targeted action) {
    return action.index().equals(DeadLetters.NO_INDEX)
        || plan.entity().map(action.entity()::equals).orElse(true);
  }

  /** Whether the config has what it is about: another worker's may be newer. */
  boolean isKnown() {
    return !indexes().isEmpty();
  }

  /** Whether all is made good that such a gap may have left out. */
  boolean repairs(Gap gap) {
    if (!plan.sweep() || plan.prefix().isPresent() || !gap.table().equals(plan.table())) {
      return false;
    }
    boolean ofEntity = gap.kind() == Gap.Kind.NEW_ENTITY || gap.kind() == Gap.Kind.CHANGED_ENTITY;
    return plan.entity().map(entity -> ofEntity && gap.subject().equals(entity)).orElse(true);
  }
}
