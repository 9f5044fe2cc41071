package dev.tributary.backfill;

import dev.tributary.table.ItemReads.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a part of a backfill is; its name in the state table says so. */
sealed interface PartName {

  /** A segment of the table is to be written. */
  record Scan(Segment segment) implements PartName {
    @Override
    public String toString() {
      return "scan-%04d-of-%04d".formatted(segment.number(), segment.of());
    }
  }

  /** An index is to be searched for documents whose items are gone, after all scans. */
  record Sweep(String index) implements PartName {
    @Override
    public String toString() {
      return "sweep-" + index;
    }
  }

  static PartName of(String name) {
    String[] words = name.split("-", 2);
    if (words[0].equals("sweep")) {
      return new Sweep(words[1]);
    }
    String[] numbers = words[1].split("-of-", 2);
    return new Scan(new Segment(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1])));
  }

  static List<String> all(int segments, Set<String> swept) {
    List<String> names = new ArrayList<>();
    for (int number = 0; number < segments; number++) {
      names.add(new Scan(new Segment(number, segments)).toString());
    }
    swept.forEach(index -> names.add(new Sweep(index).toString()));
    return names;
  }
}
