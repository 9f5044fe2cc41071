package dev.tributary.backfill;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.change.Change;
import dev.tributary.change.Origin;
import dev.tributary.config.Settings;
import dev.tributary.document.Action;
import dev.tributary.document.Documents;
import dev.tributary.enrich.Enricher;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.DocumentScan;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.sync.Completed;
import dev.tributary.sync.Completion;
import dev.tributary.table.Tables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Compares what the tables say with what the indexes hold, by content and both ways. It holds
 * everything in memory and expects that nobody writes meanwhile: for demos and tests.
 */
public final class Comparison {

  /**
   * @param items in the tables
   * @param expected documents that there should be
   * @param differences one for each document that is missing, stale or too many
   */
  public record Result(int items, int expected, int found, List<Difference> differences) {
    public boolean equal() {
      return differences.isEmpty();
    }
  }

  /** What is wrong with a document, which {@link #toString} says to people. */
  public record Difference(DocumentKey document, String text) {
    @Override
    public String toString() {
      return text;
    }
  }

  private final Settings settings;
  private final Documents documents;
  private final String region;
  private final Tables tables;
  private final DocumentScan scan;

  /**
   * @param region of buckets that name none
   */
  public Comparison(Settings settings, String region, Tables tables, DocumentScan scan) {
    this.settings = settings;
    this.documents = new Documents(settings);
    this.region = region;
    this.tables = tables;
    this.scan = scan;
  }

  public Result run() throws OpenSearchUnavailableException {
    Map<DocumentKey, Completed> expected = new HashMap<>();
    int items;
    try (Completion completion =
        new Completion(documents, new Enricher(settings.enrichment(), region))) {
      items = expected(completion, expected);
    }
    Map<DocumentKey, ObjectNode> found = found();
    List<Difference> differences = new ArrayList<>();
    expected.forEach(
        (document, completed) -> {
          ObjectNode stored = found.get(document);
          if (stored == null) {
            differences.add(new Difference(document, "missing: " + document));
          } else if (!Content.isOf(stored, completed)) {
            differences.add(
                new Difference(
                    document,
                    "stale: %s\n  item %s\n  document %s"
                        .formatted(document, Content.of(completed), stored)));
          }
        });
    found.keySet().stream()
        .filter(document -> !expected.containsKey(document))
        .forEach(document -> differences.add(new Difference(document, "orphaned: " + document)));
    return new Result(items, expected.size(), found.size(), differences);
  }

  /** Adds what there should be, and counts the items that say so. */
  private int expected(Completion completion, Map<DocumentKey, Completed> expected) {
    AtomicInteger items = new AtomicInteger();
    Origin origin = new Origin.Read(Instant.EPOCH, Optional.empty());
    for (Settings.Table table : settings.tables().values()) {
      tables.scan(
          table.name(),
          (key, item) -> {
            items.incrementAndGet();
            Change change = new Change.Put(table.name(), key, origin, item, Optional.empty());
            completion.actionsFor(change).stream()
                .map(completion::fetched)
                .forEach(
                    completed -> {
                      if (completed.action() instanceof Action.Index index) {
                        expected.put(new DocumentKey(index.index(), index.id()), completed);
                      }
                    });
          });
    }
    return items.get();
  }

  private Map<DocumentKey, ObjectNode> found() throws OpenSearchUnavailableException {
    Map<DocumentKey, ObjectNode> found = new HashMap<>();
    for (String index : settings.indexes().keySet()) {
      scan.read(
          index,
          (id, source) -> {
            ObjectNode content = Content.of(source);
            content.remove(documents.preserved(index));
            found.put(new DocumentKey(index, id), content);
          });
    }
    return found;
  }
}
