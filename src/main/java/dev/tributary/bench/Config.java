package dev.tributary.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A worker's config file. Each that reads has a name of its own, for its tables and its index, so
 * that none finds what another left.
 *
 * @param tables the tables' names; all of them go to one index
 * @param entity lines that every entity has besides
 * @param worker keys below {@code worker}
 */
record Config(
    String name, List<String> tables, String mapping, String entity, Map<String, String> worker) {

  static Config of(String name, List<String> tables) {
    return new Config(name, tables, "items.json", "", Map.of());
  }

  static Config of(String name, List<String> tables, Workload workload) {
    return new Config(name, tables, workload.mapping(), workload.entity(), Map.of());
  }

  /** The same with other keys below {@code worker}. */
  Config with(Map<String, String> keys) {
    Map<String, String> more = new TreeMap<>(worker);
    more.putAll(keys);
    return new Config(name, tables, mapping, entity, more);
  }

  String text() {
    StringBuilder text =
        new StringBuilder(
            """
            application: %1$s
            aws: {region: "${AWS_REGION}", dynamodb: {endpoint: "${DYNAMODB_ENDPOINT}"}}
            opensearch: {url: "${OPENSEARCH_URL}"}
            indexes: {%1$s: {mapping: %2$s}}
            """
                .formatted(name, mapping));
    text.append("tables:\n");
    tables.forEach(table -> text.append("  %s: {key: {pk: PK, sk: SK}}\n".formatted(table)));
    text.append("entities:\n");
    tables.forEach(
        table ->
            text.append(
                """
                  of-%1$s:
                    table: %1$s
                    index: %2$s
                    key: {pk: "{kindOfItem}#{number}", sk: META}
                    unless: {isDeleted: true}
                    exclude: [PK, SK]
                    clash: accepted
                %3$s"""
                    .formatted(table, name, entity)));
    if (!worker.isEmpty()) {
      text.append("worker:\n");
      worker.forEach((key, value) -> text.append("  %s: %s\n".formatted(key, value)));
    }
    return text.toString();
  }

  Path write(Path folder) throws IOException {
    return Files.writeString(folder.resolve(name + ".yml"), text());
  }
}
