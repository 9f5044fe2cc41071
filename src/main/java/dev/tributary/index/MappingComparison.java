package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares a live index with what its mapping file asks for. Both must be said by OpenSearch, which
 * leaves defaults out and writes the rest in one way.
 */
final class MappingComparison {

  private static final int MAX_VALUE = 120;

  /** Parts of a field that are compared one by one. */
  private static final Set<String> PARTS = Set.of("type", "properties", "fields");

  private final List<String> additions = new ArrayList<>();
  private final List<String> incompatible = new ArrayList<>();
  private final List<String> onlyLive = new ArrayList<>();
  private final ObjectNode settingsToPut = new ObjectMapper().createObjectNode();
  private final LiveIndex live;

  /**
   * @param file an object with {@code settings} and {@code mappings}
   */
  MappingComparison(JsonNode file, LiveIndex live) {
    this.live = live;
    mappings(file.path("mappings"), live.mappings());
    settings(FlatSettings.of(file.path("settings")));
  }

  MappingDifference difference(String file) {
    return new MappingDifference(live.name(), file, additions, incompatible, onlyLive);
  }

  /** Those of the additions that are settings. */
  ObjectNode settingsToPut() {
    return settingsToPut;
  }

  private void mappings(JsonNode file, JsonNode live) {
    for (String name : names(file, live)) {
      switch (name) {
        case "properties" -> fields("", file.path(name), live.path(name));
        // Others may keep entries of their own there.
        case "_meta", "derived" ->
            file.path(name)
                .properties()
                .forEach(
                    entry ->
                        parameter(
                            name + "." + entry.getKey(),
                            live.path(name).path(entry.getKey()),
                            entry.getValue(),
                            true));
        case "_source", "_routing" -> parameter(name, live.path(name), file.path(name), false);
        default -> {
          if (file.has(name)) {
            parameter(name, live.path(name), file.path(name), Updatable.ofMappings(name));
          } else {
            onlyLive.add(name);
          }
        }
      }
    }
  }

  private void fields(String prefix, JsonNode file, JsonNode live) {
    for (String name : names(file, live)) {
      String path = prefix + name;
      if (!file.has(name)) {
        onlyLive.add(path);
      } else if (!live.has(name)) {
        parameter(path, MissingNode.getInstance(), file.path(name), true);
      } else {
        field(path, file.path(name), live.path(name));
      }
    }
  }

  private void field(String path, JsonNode file, JsonNode live) {
    String type = file.path("type").asText("object");
    String liveType = live.path("type").asText("object");
    if (!type.equals(liveType)) {
      // Of another type, the other parameters say nothing.
      incompatible.add("%s.type: live \"%s\", file \"%s\"".formatted(path, liveType, type));
      return;
    }
    for (String name : names(file, live)) {
      if (!PARTS.contains(name)) {
        boolean updatable = Updatable.ofField(name, file.path(name));
        parameter(path + "." + name, live.path(name), file.path(name), updatable);
      }
    }
    fields(path + ".", file.path("properties"), live.path("properties"));
    fields(path + ".", file.path("fields"), live.path("fields"));
  }

  private void settings(Map<String, JsonNode> file) {
    Map<String, JsonNode> set = FlatSettings.of(live.settings());
    Map<String, JsonNode> defaults = FlatSettings.of(live.defaults());
    file.forEach(
        (name, value) -> {
          JsonNode now =
              set.getOrDefault(name, defaults.getOrDefault(name, MissingNode.getInstance()));
          boolean updatable = Updatable.setting(name);
          parameter(name, now, value, updatable);
          if (updatable && !now.equals(value)) {
            settingsToPut.set(name, value);
          }
        });
  }

  private void parameter(String path, JsonNode live, JsonNode file, boolean updatable) {
    if (!live.equals(file)) {
      (updatable ? additions : incompatible)
          .add("%s: live %s, file %s".formatted(path, text(live), text(file)));
    }
  }

  private static String text(JsonNode value) {
    String text = value.isMissingNode() ? "none" : value.toString();
    return text.length() <= MAX_VALUE ? text : text.substring(0, MAX_VALUE) + "…";
  }

  private static Set<String> names(JsonNode one, JsonNode other) {
    Set<String> names = new TreeSet<>();
    one.fieldNames().forEachRemaining(names::add);
    other.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
