package dev.tributary.explain;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** JSON for people: what is short stays on its line. */
final class PrettyJson {
  private static final int WIDTH = 100;
  private static final String STEP = "  ";

  private final Paint paint;

  PrettyJson(Paint paint) {
    this.paint = paint;
  }

  /**
   * @param indent what each line but the first starts with
   */
  String of(JsonNode json, String indent) {
    return of(json, indent, indent.length());
  }

  /**
   * @param column where in its line the value starts
   */
  private String of(JsonNode json, String indent, int column) {
    if (!json.isContainerNode() || json.isEmpty() || column + width(json) <= WIDTH) {
      return line(json);
    }
    String inner = indent + STEP;
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : json.properties()) {
      String name = quoted(entry.getKey());
      lines.add(
          paint.name(name)
              + ": "
              + of(entry.getValue(), inner, inner.length() + name.length() + 3));
    }
    for (JsonNode element : json.isArray() ? json : List.<JsonNode>of()) {
      lines.add(of(element, inner, inner.length()));
    }
    String between = ",\n" + inner;
    return (json.isArray() ? "[\n" : "{\n")
        + inner
        + String.join(between, lines)
        + "\n"
        + indent
        + (json.isArray() ? "]" : "}");
  }

  private String line(JsonNode json) {
    if (json.isArray()) {
      List<String> elements = new ArrayList<>();
      json.forEach(element -> elements.add(line(element)));
      return "[" + String.join(", ", elements) + "]";
    }
    if (json.isObject()) {
      List<String> entries = new ArrayList<>();
      json.properties()
          .forEach(e -> entries.add(paint.name(quoted(e.getKey())) + ": " + line(e.getValue())));
      return "{" + String.join(", ", entries) + "}";
    }
    return json.toString();
  }

  private static int width(JsonNode json) {
    return new PrettyJson(Paint.OFF).line(json).length();
  }

  private static String quoted(String name) {
    return com.fasterxml.jackson.databind.node.TextNode.valueOf(name).toString();
  }
}
