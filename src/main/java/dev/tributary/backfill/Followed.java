package dev.tributary.backfill;

import dev.tributary.config.Settings;
import dev.tributary.entity.Membership;
import dev.tributary.table.Gap;
import dev.tributary.table.KnownTables;
import java.util.Optional;

/**
 * Which gaps a config may make good. During a deployment two configs are at work; a gap of a new or
 * changed entity is of the newer one, and what a worker of the older one loads leaves out just what
 * is missing.
 */
record Followed(Settings settings, KnownTables known) {

  /** Whether this config takes the items that the table's workers take by what they said last. */
  boolean isOurs(Gap gap) {
    return !gap.isOfEntity()
        || ours(gap)
            .equals(Optional.ofNullable(known.read(gap.table()).entities().get(gap.subject())));
  }

  /** Nothing where the config has no such entity. */
  private Optional<String> ours(Gap gap) {
    return Optional.ofNullable(settings.entities().get(gap.subject()))
        .filter(of -> settings.tables().get(of.table()).name().equals(gap.table()))
        .map(of -> Membership.digest(of.index(), of.rule()));
  }
}
