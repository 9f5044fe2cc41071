package dev.tributary.system;

import dev.tributary.change.Change;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.config.Settings;
import dev.tributary.document.Action;
import dev.tributary.document.Documents;
import dev.tributary.document.Explanation;
import dev.tributary.document.Match;
import dev.tributary.table.Tables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
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
    searches.add(line(question + "  [" + index + "]", hits.total()));
  }

  /** Writes what is in the tables now, what became of it, and every search so far. */
  void write() {
    Map<String, Long> items = new TreeMap<>();
    Map<String, Long> leftOut = new TreeMap<>();
    Documents rules = new Documents(sandbox.settings());
    Origin origin = new Origin.Read(Instant.EPOCH, Optional.empty());
    Tables tables = new Tables(sandbox.dynamoDb(), sandbox.settings().tables().values());
    for (Settings.Table table : sandbox.settings().tables().values()) {
      tables.scan(
          table.name(),
          (key, item) -> {
            items.merge(table.name(), 1L, Long::sum);
            Change.Put put = new Change.Put(table.name(), key, origin, item, Optional.empty());
            whyLeftOut(key, rules.explain(put)).ifPresent(why -> leftOut.merge(why, 1L, Long::sum));
          });
    }
    Map<String, Long> documents = new TreeMap<>();
    sandbox.settings().indexes().keySet().forEach(index -> documents.put(index, count(index)));
    List<String> lines = new ArrayList<>();
    section(lines, "Items in, by table", items);
    section(lines, "Documents out, by index", documents);
    section(lines, "Items without a document, by reason", leftOut);
    lines.add("Searches and their hits");
    lines.addAll(searches);
    print(lines);
  }

  private static Optional<String> whyLeftOut(ItemKey key, List<Explanation> explanations) {
    if (explanations.stream().anyMatch(e -> e.action() instanceof Action.Index)) {
      return Optional.empty();
    }
    for (Explanation explanation : explanations) {
      if (explanation.action() instanceof Action.Reject reject) {
        return Optional.of(explanation.entity() + ": rejected, " + reject.reason());
      }
      if (explanation.match() instanceof Match.OtherItem other) {
        return Optional.of(explanation.entity() + ": " + other.why());
      }
    }
    return Optional.of(
        "no entity's key fits %s / %s"
            .formatted(kind(key.pkText()), kind(key.skText().orElse("no sk"))));
  }

  /** {@code TS#crowd#2025-09-26} and the like in a word: what stands before # or :: or digits. */
  private static String kind(String key) {
    String kind = key.split("[#0-9]|::", 2)[0];
    return kind.equals(key) ? key : kind + "…";
  }

  private long count(String index) {
    return sandbox
        .ask(HttpRequest.newBuilder(sandbox.openSearch("/" + index + "/_count")))
        .path("count")
        .asLong();
  }

  private static void section(List<String> lines, String title, Map<String, Long> counts) {
    lines.add(title);
    counts.forEach((what, count) -> lines.add(line(what, count)));
    lines.add("");
  }

  private static String line(String what, long count) {
    return "  %-90s %5d".formatted(what, count);
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
