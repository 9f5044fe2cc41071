package dev.tributary;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.change.SyncFields;
import dev.tributary.config.Settings;
import dev.tributary.entity.AttributePath;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** How the demo looks in a terminal. */
final class DemoPage {

  /** Longer values, such as boundaries, are cut. */
  private static final int WIDTH = 84;

  /** What is seen of the end of a long key or id: of an id that was cut, some of its hash. */
  private static final int END = 12;

  private static final int NAME_WIDTH = 14;

  private static final String ARROW = "  ──────► ";
  private static final String INDENT = " ".repeat(ARROW.length());

  private DemoPage() {}

  static void step(String say, String verb, String what) {
    System.out.printf("%n%s%n  %-7s %s%n", say, verb, what);
    System.out.flush();
  }

  static void result(String what) {
    System.out.println(ARROW + what);
    System.out.flush();
  }

  static void line(String what) {
    System.out.println(INDENT + what);
  }

  /** The document's fields, a line each: the item's in their order, then those that were made. */
  static void document(
      JsonNode item, JsonNode document, Settings.Table table, Settings.Entity entity) {
    Set<String> names = new LinkedHashSet<>();
    item.fieldNames().forEachRemaining(names::add);
    Set<String> others = new TreeSet<>();
    document.fieldNames().forEachRemaining(others::add);
    names.addAll(others);
    names.remove(SyncFields.SYNC);
    int width = names.stream().filter(document::has).mapToInt(String::length).max().orElse(0);
    String format = "%-" + Math.max(width, NAME_WIDTH) + "s %s";
    List<String> leftOut = new ArrayList<>();
    for (String name : names) {
      if (document.has(name)) {
        line(format.formatted(name, shown(document.get(name))));
      } else if (!isKey(name, table.key()) && !isMoved(name, entity)) {
        leftOut.add(name);
      }
    }
    if (!leftOut.isEmpty()) {
      line(format.formatted("without", String.join(", ", leftOut)));
    }
  }

  /** A query, whole, broken behind commas. */
  static void query(JsonNode query) {
    String rest = query.toString();
    while (rest.length() > WIDTH) {
      int end = rest.lastIndexOf(',', WIDTH - 1) + 1;
      int at = end > 0 ? end : WIDTH;
      line(rest.substring(0, at));
      rest = rest.substring(at);
    }
    line(rest);
  }

  /** One hit, one line. */
  static void hit(JsonNode hit, List<String> show) {
    String fields =
        show.stream()
            .map(field -> hit.at("/_source/" + field.replace('.', '/')))
            .filter(value -> !value.isMissingNode())
            .map(DemoPage::shown)
            .collect(Collectors.joining(", "));
    line("%s   %s".formatted(name(hit.path("_id").asText()), fields));
  }

  /** A key or an id; of a long one its two ends. */
  static String name(String text) {
    return text.length() <= WIDTH + END
        ? text
        : text.substring(0, WIDTH) + "…" + text.substring(text.length() - END);
  }

  private static String shown(JsonNode value) {
    String text = value.isTextual() ? value.textValue() : value.toString();
    return text.length() <= WIDTH ? text : text.substring(0, WIDTH - 1) + "…";
  }

  private static boolean isKey(String name, Settings.Key key) {
    return name.equals(key.pk()) || name.equals(key.sk().orElse(""));
  }

  /** Whether it is in the document after all, under another name. */
  private static boolean isMoved(String name, Settings.Entity entity) {
    return entity.rule().shape().flatten().contains(name)
        || entity.rule().shape().rename().keySet().stream()
            .map(AttributePath::names)
            .anyMatch(List.of(name)::equals);
  }
}
