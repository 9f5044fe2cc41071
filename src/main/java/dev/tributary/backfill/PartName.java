package dev.tributary.backfill;

import dev.tributary.table.ItemReads.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a part of a backfill is; its name in the state table says so. */
sealed interface PartName {

  /** More would make every look at the parts dear: then a part has several files. */
  int MOST_FILE_PARTS = 256;

  /** A segment of the table is to be written. */
  record Scan(Segment segment) implements PartName {
    @Override
    public String toString() {
      return "scan-%04d-of-%04d".formatted(segment.number(), segment.of());
    }

    @Override
    public int stage() {
      return 0;
    }
  }

  /**
   * Files of an export are to be written: those whose number leaves this one, divided by so many.
   *
   * @param again whether their items are then read again, since the stream does not have all that
   *     happened to them
   */
  record File(int number, int of, boolean again) implements PartName {
    @Override
    public String toString() {
      return "%s-%04d-of-%04d".formatted(again ? "again" : "file", number, of);
    }

    @Override
    public int stage() {
      return 0;
    }
  }

  /** The stream is to be read once more, from before the export on, after all of its files. */
  record Replay() implements PartName {
    @Override
    public String toString() {
      return "replay";
    }

    @Override
    public int stage() {
      return 1;
    }
  }

  /** An index is to be searched for documents whose items are gone, after all else. */
  record Sweep(String index) implements PartName {
    @Override
    public String toString() {
      return "sweep-" + index;
    }

    @Override
    public int stage() {
      return 2;
    }
  }

  /** Of a newer version, which has to do it: until then nothing else is done after it. */
  record Unknown(String name) implements PartName {
    @Override
    public String toString() {
      return name;
    }

    @Override
    public int stage() {
      return 0;
    }
  }

  /** It is done after all parts of earlier stages. */
  int stage();

  static PartName of(String name) {
    if (name.equals("replay")) {
      return new Replay();
    }
    String[] words = name.split("-", 2);
    if (words.length < 2) {
      return new Unknown(name);
    }
    return switch (words[0]) {
      case "sweep" -> new Sweep(words[1]);
      case "scan" -> new Scan(new Segment(number(words[1], 0), number(words[1], 1)));
      case "file" -> new File(number(words[1], 0), number(words[1], 1), false);
      case "again" -> new File(number(words[1], 0), number(words[1], 1), true);
      default -> new Unknown(name);
    };
  }

  private static int number(String numbers, int which) {
    return Integer.parseInt(numbers.split("-of-", 2)[which]);
  }

  static List<String> all(int segments, Set<String> swept) {
    List<String> names = new ArrayList<>();
    for (int number = 0; number < segments; number++) {
      names.add(new Scan(new Segment(number, segments)).toString());
    }
    swept.forEach(index -> names.add(new Sweep(index).toString()));
    return names;
  }

  /** Those of an export of so many files. */
  static List<String> ofExport(int files, boolean again, Set<String> swept) {
    List<String> names = new ArrayList<>(files(files, again));
    names.add(new Replay().toString());
    swept.forEach(index -> names.add(new Sweep(index).toString()));
    return names;
  }

  static List<String> files(int files, boolean again) {
    List<String> names = new ArrayList<>();
    int parts = Math.max(1, Math.min(files, MOST_FILE_PARTS));
    for (int number = 0; number < parts; number++) {
      names.add(new File(number, parts, again).toString());
    }
    return names;
  }
}
