package dev.tributary.ops;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The rules that deploy/prometheus/alerts.yml has. */
public final class AlertRules {

  public static final Path FOLDER =
      Path.of(System.getProperty("tributary.home", "."), "deploy", "prometheus");

  /**
   * @param hold for how long the expression has to hold before people are told; empty for not at
   *     all
   */
  public record Rule(
      String name,
      String expression,
      String hold,
      String severity,
      String summary,
      String runbook) {

    /** The figures that it compares, whatever they are. */
    public String uncompared() {
      return expression.replaceAll("\\s*(?:==|!=|>=|<=|>|<)\\s*[0-9.]+", "");
    }
  }

  private AlertRules() {}

  public static List<Rule> all() {
    return maps(maps(yaml(FOLDER.resolve("alerts.yml")).get("groups")).get(0).get("rules")).stream()
        .map(AlertRules::rule)
        .toList();
  }

  private static Rule rule(Map<String, Object> rule) {
    Map<String, Object> annotations = map(rule.get("annotations"));
    return new Rule(
        (String) rule.get("alert"),
        (String) rule.get("expr"),
        (String) rule.getOrDefault("for", ""),
        (String) map(rule.get("labels")).get("severity"),
        (String) annotations.get("summary"),
        (String) annotations.get("runbook_url"));
  }

  static Map<String, Object> yaml(Path file) {
    try {
      return map(new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("unchecked") // as the file has it
  static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked") // as the file has it
  static List<Map<String, Object>> maps(Object value) {
    return (List<Map<String, Object>>) value;
  }
}
