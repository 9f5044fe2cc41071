package dev.tributary.backfill;

import dev.tributary.config.RulesDigest;
import dev.tributary.config.Settings;
import dev.tributary.document.Action;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.Gap;
import java.util.HashMap;
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

  /** The digests of the rules by which their documents are made. */
  Map<String, String> rules() {
    Map<String, String> digests = new HashMap<>();
    indexes().forEach(index -> digests.put(index, RulesDigest.of(settings, index)));
    return digests;
  }

  /**
   * Whether a job of this plan was begun by the same rules: by others, its documents would be
   * others, and what it leaves out would still be missing when its gaps are closed.
   */
  boolean isOf(Job job) {
    return isKnown() && (job.rules().isEmpty() || job.rules().equals(rules()));
  }

  /** Whether all is made good that such a gap may have left out. */
  boolean repairs(Gap gap) {
    if (!plan.sweep() || plan.prefix().isPresent() || !gap.table().equals(plan.table())) {
      return false;
    }
    return plan.entity()
        .map(entity -> gap.isOfEntity() && gap.subject().equals(entity))
        .orElse(true);
  }
}
