package dev.tributary.document;

import dev.tributary.change.Value;
import dev.tributary.entity.Need;
import dev.tributary.entity.Pull;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds what an item's document needs beyond the item's attributes. */
final class Needs {
  private Needs() {}

  /**
   * The attributes that are there. Where an item holds a shape and names one, the named counts; an
   * empty text names none.
   */
  static List<Need> of(List<Pull> pulls, Map<String, Value> item) {
    List<Need> needs = new ArrayList<>(0);
    for (Pull pull : pulls) {
      Tree.find(item, pull.from().names())
          .filter(value -> !(value instanceof Value.Null))
          .filter(value -> pull.source() == Pull.Source.ITEM || !isBlank(value))
          .ifPresent(value -> needs.add(new Need(pull, value)));
    }
    return needs.size() < 2
        ? needs
        : needs.stream().filter(need -> !isReplaced(need, needs)).toList();
  }

  private static boolean isBlank(Value value) {
    return value instanceof Value.Text text && text.text().isBlank();
  }

  private static boolean isReplaced(Need need, List<Need> needs) {
    String main = need.pull().content().fields().get(0);
    return need.pull().source() == Pull.Source.ITEM
        && needs.stream()
            .map(Need::pull)
            .filter(pull -> pull.source() == Pull.Source.OBJECT)
            .anyMatch(pull -> pull.content().fields().contains(main));
  }
}
