package dev.tributary.explain;

import dev.tributary.config.Nearest;
import dev.tributary.config.Settings;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which of the config's tables is meant: as named, else as the record says, else the only one. */
final class TableChoice {
  private static final Pattern STREAM_ARN =
      Pattern.compile("arn:[^:]*:dynamodb:.*:table/([^/]+)/stream/.*");

  private TableChoice() {}

  static Settings.Table of(
      Map<String, Settings.Table> tables, Optional<String> named, Optional<String> stream)
      throws WrongUseException {
    if (named.isPresent()) {
      return find(tables, named.get())
          .orElseThrow(
              () ->
                  new WrongUseException(
                      "--table: '%s' is not in the config%s"
                          .formatted(named.get(), hint(named.get(), tables))));
    }
    Optional<Settings.Table> ofStream =
        stream
            .map(STREAM_ARN::matcher)
            .filter(Matcher::matches)
            .flatMap(arn -> find(tables, arn.group(1)));
    if (ofStream.isEmpty() && tables.size() > 1) {
      throw new WrongUseException(
          "--table: missing; the config has " + String.join(", ", tables.keySet()));
    }
    return ofStream.orElseGet(() -> tables.values().iterator().next());
  }

  private static Optional<Settings.Table> find(Map<String, Settings.Table> tables, String name) {
    return Optional.ofNullable(tables.get(name))
        .or(() -> tables.values().stream().filter(table -> table.name().equals(name)).findFirst());
  }

  private static String hint(String typed, Map<String, Settings.Table> tables) {
    TreeSet<String> known = new TreeSet<>(tables.keySet());
    tables.values().forEach(table -> known.add(table.name()));
    String suggestion = Nearest.suggestion(typed, known);
    return suggestion.isEmpty() ? "; it has " + String.join(", ", tables.keySet()) : suggestion;
  }
}
