package dev.tributary.system;

import dev.tributary.change.Change;
import dev.tributary.change.Origin;
import dev.tributary.config.Settings;
import dev.tributary.document.Action;
import dev.tributary.document.Documents;
import dev.tributary.table.Tables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a system's test saw, as a table for people: on the console and in target/systems. */
final class SystemReport {

  private final String name;
  private final Sandbox sandbox;
  private final List<String> searches = new ArrayList<>();

  SystemReport(String name, Sandbox sandbox) {
    this.name = name;
    this.sandbox = sandbox;
  }

  void searched(String question, String index, Hits hits) {
    searches.add(line(question + "  (" + index + ")", hits.total()));
  }

  /** Writes what is in the tables now, what became of it, and every search so far. */
  void write() {
    Map<String, Integer> items = new TreeMap<>();
    Map<String, Integer> documents = new TreeMap<>();
    Map<String, Integer> others = new TreeMap<>();
    Documents rules = new Documents(sandbox.settings());
    Origin origin = new Origin.Read(Instant.EPOCH, Optional.empty());
    Tables tables = new Tables(sandbox.dynamoDb(), sandbox.settings().tables().values());
    sandbox.settings().indexes().keySet().forEach(index -> documents.put(index, 0));
    for (Settings.Table table : sandbox.settings().tables().values()) {
      tables.scan(
          table.name(),
          (key, item) -> {
            items.merge(table.name(), 1, Integer::sum);
            rules
                .actionsFor(new Change.Put(table.name(), key, origin, item, Optional.empty()))
                .forEach(action -> count(action, documents, others));
          });
    }
    List<String> lines = new ArrayList<>();
    section(lines, "items in, by table", items);
    section(lines, "documents out, by index", documents);
    section(lines, "not a document, by entity and reason", others);
    lines.add("searches and their hits");
    lines.addAll(searches);
    print(lines);
  }

  private static void count(
      Action action, Map<String, Integer> documents, Map<String, Integer> others) {
    if (action instanceof Action.Index index) {
      documents.merge(index.index(), 1, Integer::sum);
    } else if (action instanceof Action.Skip skip) {
      others.merge(skip.entity() + ": skipped, " + skip.reason(), 1, Integer::sum);
    } else if (action instanceof Action.Reject reject) {
      others.merge(reject.entity() + ": rejected, " + reject.reason(), 1, Integer::sum);
    } else {
      others.merge(action.entity() + ": deleted, its conditions do not hold", 1, Integer::sum);
    }
  }

  private static void section(List<String> lines, String title, Map<String, Integer> counts) {
    lines.add(title);
    counts.forEach((what, count) -> lines.add(line(what, count)));
    lines.add("");
  }

  private static String line(String what, long count) {
    return "  %-90s %6d".formatted(what, count);
  }

  private void print(List<String> lines) {
    lines.forEach(line -> System.out.println("[" + name + "] " + line));
    try {
      Path folder = Path.of(System.getProperty("tributary.home", "."), "target", "systems");
      Files.write(Files.createDirectories(folder).resolve(name + ".txt"), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
