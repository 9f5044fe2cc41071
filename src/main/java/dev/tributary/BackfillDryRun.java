package dev.tributary;

import dev.tributary.backfill.BackfillCount;
import dev.tributary.backfill.Pauses;
import dev.tributary.backfill.ReadUnits;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.ItemReads;
import java.util.List;

/** Counts what a backfill would do. */
final class BackfillDryRun {
  private BackfillDryRun() {}

  static int count(StateDesk desk, List<Plan> plans) throws InterruptedException {
    for (Plan plan : plans) {
      ReadUnits units =
          plan.readUnits() > 0
              ? ReadUnits.perSecond(plan.readUnits(), Pauses.REAL)
              : ReadUnits.unlimited(Pauses.REAL);
      ItemReads items =
          new ItemReads(desk.aws().dynamoDb(), desk.settings().tables().values(), units);
      BackfillCount count = BackfillCount.of(desk.settings(), plan, items);
      desk.out()
          .printf(
              "Table %s: %,d items ask for %,d documents; %,d cannot be made.%n",
              plan.table(), count.items(), count.documents(), count.rejected());
      count
          .byEntity()
          .forEach((entity, number) -> desk.out().printf("  %s: %,d%n", entity, number));
      count
          .reasons()
          .forEach((reason, number) -> desk.out().printf("  cannot: %,d × %s%n", number, reason));
      desk.out()
          .printf(
              "It took %,.1f read units; a backfill takes about %,.1f: it reads what it wrote once"
                  + " more, consistently.%n",
              units.spent(), units.spent() * 3);
    }
    return 0;
  }
}
