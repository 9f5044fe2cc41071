package dev.tributary.explain;

import dev.tributary.change.Item;
import dev.tributary.entity.Condition;
import dev.tributary.entity.Criterion;
import java.util.ArrayList;
import java.util.List;

/** An entity's conditions beside what the item has, a line each. */
final class Conditions {
  private final Item item;
  private final Paint paint;

  Conditions(Item item, Paint paint) {
    this.item = item;
    this.paint = paint;
  }

  /** All of these must hold. */
  List<String> where(List<Condition> conditions) {
    List<String> lines = new ArrayList<>();
    for (Condition condition : conditions) {
      boolean holds = condition.holds(item);
      lines.add(line(condition, holds, holds ? "" : "not " + condition.criterion()));
    }
    return lines;
  }

  /** None of these may hold. */
  List<String> unless(List<Condition> conditions) {
    List<String> lines = new ArrayList<>();
    for (Condition condition : conditions) {
      boolean holds = condition.holds(item);
      lines.add(line(condition, !holds, holds ? "" : "not " + condition.criterion()));
    }
    return lines;
  }

  private String line(Condition condition, boolean good, String but) {
    String found = condition.value(item).map(Criterion::show).orElse("absent");
    String says = "%s is %s%s".formatted(condition.path(), found, but.isEmpty() ? "" : ", " + but);
    return good ? paint.good("✓") + " " + says : paint.bad("✗") + " " + paint.bad(says);
  }
}
