package dev.tributary.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says of each document whether the last change of its item made it. */
final class Verdict {

  private static final Pattern ID = Pattern.compile("(?:S\\d+\\.)?(ITEM|HOT|LAST)#(\\d+)#META");
  private static final int TOLD = 5;

  private final ObjectMapper mapper = new ObjectMapper();
  private final Operations operations;
  private final long changes;
  private final List<String> wrong = new ArrayList<>();

  Verdict(Operations operations, long changes) {
    this.operations = operations;
    this.changes = changes;
  }

  void look(String id, byte[] source) {
    try {
      long revision = mapper.readTree(source).path(Items.REVISION).asLong(-1);
      long expected = expected(id);
      if (revision != expected && wrong.size() < TOLD) {
        wrong.add("%s is of change %d, not of %d".formatted(id, revision, expected));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long expected(String id) {
    Matcher found = ID.matcher(id);
    if (!found.matches()) {
      return -1;
    }
    long number = Long.parseLong(found.group(2));
    return switch (found.group(1)) {
      case "ITEM" -> operations.last(number, changes);
      case "HOT" -> operations.last(-1 - number, changes);
      default -> changes;
    };
  }

  /** The first few that are wrong. */
  List<String> wrong() {
    return List.copyOf(wrong);
  }
}
