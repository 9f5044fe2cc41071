package dev.tributary.ops;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The panels of all dashboards in deploy/grafana. */
public final class GrafanaPanels {

  /**
   * @param expression with Grafana's variables filled in, for all applications
   */
  public record Query(String panel, String expression) {}

  private GrafanaPanels() {}

  static List<JsonNode> dashboards() throws IOException {
    Path folder =
        Path.of(System.getProperty("tributary.home", "."), "deploy", "grafana", "dashboards");
    List<JsonNode> dashboards = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(name -> name.toString().endsWith(".json")).toList()) {
        dashboards.add(new ObjectMapper().readTree(file.toFile()));
      }
    }
    return dashboards;
  }

  public static List<Query> queries() throws IOException {
    List<Query> queries = new ArrayList<>();
    for (JsonNode dashboard : dashboards()) {
      for (JsonNode panel : dashboard.path("panels")) {
        for (JsonNode target : panel.path("targets")) {
          queries.add(
              new Query(
                  panel.path("title").asText(),
                  target
                      .path("expr")
                      .asText()
                      .replace("$application", ".+")
                      .replace("$__rate_interval", "1m")));
        }
      }
    }
    return queries;
  }
}
