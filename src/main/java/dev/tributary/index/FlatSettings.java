package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** An index's settings by their full names, such as {@code index.refresh_interval}. */
final class FlatSettings {

  /** An analyzer is one thing: taking a filter from it is a change of it. */
  private static final Pattern WHOLE =
      Pattern.compile("index\\.analysis\\.[^.]+\\.[^.]+|index\\.similarity\\.[^.]+");

  private FlatSettings() {}

  static Map<String, JsonNode> of(JsonNode settings) {
    Map<String, JsonNode> flat = new TreeMap<>();
    settings.properties().forEach(entry -> add(entry.getKey(), entry.getValue(), flat));
    return flat;
  }

  private static void add(String name, JsonNode value, Map<String, JsonNode> flat) {
    if (!value.isObject() || WHOLE.matcher(name).matches()) {
      flat.put(name, value);
      return;
    }
    value.properties().forEach(entry -> add(name + "." + entry.getKey(), entry.getValue(), flat));
  }
}
