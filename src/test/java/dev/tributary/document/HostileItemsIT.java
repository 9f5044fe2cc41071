package dev.tributary.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.change.Change;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import dev.tributary.config.SettingsReader;
import dev.tributary.index.BulkWriter;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.DocumentScan;
import dev.tributary.index.FirstGenerations;
import dev.tributary.index.Generation;
import dev.tributary.index.Generations;
import dev.tributary.index.OpenSearchFixtures;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.Outcome;
import dev.tributary.index.Tally;
import dev.tributary.index.Write;
import dev.tributary.index.WriterSettings;
import dev.tributary.local.RawOpenSearch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Items that nobody would write (as many as {@code -Ditems} says), through the rules and into a
 * real index: each ends as a document or as a rejection with its reason, and nothing else is there.
 */
class HostileItemsIT {

  private static final int ITEMS = Integer.getInteger("items", 2_500);

  /** Fields that some of the random names hit, with types that most random values do not fit. */
  private static final String MAPPING =
      """
      {"mappings": {"dynamic": false, "properties": {
        "a": {"type": "long"}, "b": {"type": "geo_point"}, "_": {"type": "date"},
        "é": {"type": "keyword"}, "_id_": {"type": "boolean"}, "aa": {"properties": {"a": {"type": "ip"}}},
        "%": {"type": "nested"}, "shape": {"type": "geo_shape"}, "low": {"type": "keyword"}}}}
      """;

  private static OpenSearchHttp http;

  @TempDir Path folder;

  @BeforeAll
  static void connect() {
    http = OpenSearchFixtures.connect();
  }

  @AfterAll
  static void disconnect() {
    http.close();
  }

  @Test
  void everyItemEndsAsItsDocumentOrWithAReason() throws Exception {
    long seed = Long.getLong("seed", new Random().nextLong());
    String stored = RawOpenSearch.newName();
    String mapped = RawOpenSearch.newName();
    Settings settings = settings(stored, mapped);
    for (Map.Entry<String, Settings.Index> index : settings.indexes().entrySet()) {
      new Generations(http, name -> "rules").ensure(index.getKey(), index.getValue().mapping());
    }
    Map<DocumentKey, Body> wanted = new HashMap<>();
    Map<DocumentKey, String> outcomes = new ConcurrentHashMap<>();
    int actions = write(seed, settings, wanted, outcomes);

    assertThat(outcomes).as("seed %d", seed).hasSize(actions).hasSize(2 * ITEMS);
    Map<DocumentKey, JsonNode> found = new HashMap<>();
    for (String index : settings.indexes().keySet()) {
      new DocumentScan(http)
          .read(
              index,
              (id, source) ->
                  found.put(new DocumentKey(index, id), Examples.parsed(Body.of(source))));
    }
    Map<String, Integer> counts = new TreeMap<>();
    outcomes.forEach(
        (document, outcome) -> {
          boolean applied = outcome.equals("applied");
          counts.merge(
              (document.index().equals(stored) ? "stored: " : "mapped: ")
                  + (applied ? outcome : "rejected"),
              1,
              Integer::sum);
          assertThat(found.containsKey(document))
              .as("seed %d: %s %s", seed, document, outcome)
              .isEqualTo(applied);
          if (applied) {
            assertThat(found.get(document)).isEqualTo(Examples.parsed(wanted.get(document)));
          } else {
            assertThat(outcome).as("seed %d: %s", seed, document).isNotBlank();
          }
        });
    assertThat(found).hasSameSizeAs(outcomes.values().stream().filter("applied"::equals).toList());
    assertThat(counts).as("seed %d", seed).containsEntry("stored: applied", ITEMS);
    assertThat(counts).as("seed %d", seed).containsKeys("mapped: applied", "mapped: rejected");
    System.out.println("Hostile items, seed " + seed + ": " + counts);
  }

  /** Sends every action, and returns when the last outcome was told. */
  private static int write(
      long seed,
      Settings settings,
      Map<DocumentKey, Body> wanted,
      Map<DocumentKey, String> outcomes)
      throws InterruptedException {
    Documents documents = new Documents(settings);
    RandomItems random = new RandomItems(seed);
    CountDownLatch open = new CountDownLatch(2 * ITEMS);
    int actions = 0;
    try (BulkWriter writer =
        BulkWriter.start(
            http,
            FirstGenerations.DESTINATIONS,
            (refused, resolved) -> refused.forEach(w -> resolved.accept(w, Outcome.STALE)),
            WriterSettings.of(settings, documents.shared()),
            new Tally())) {
      for (int i = 0; i < ITEMS; i++) {
        ItemKey key = ItemKey.of(random.key(), new Value.Numeric(String.valueOf(i)));
        Change change = Examples.put(key, Examples.STREAMED, random.attributes(0));
        for (Action action : documents.actionsFor(change)) {
          actions++;
          Action.Targeted targeted = (Action.Targeted) action;
          DocumentKey document = new DocumentKey(targeted.index(), targeted.id());
          if (action instanceof Action.Reject reject) {
            outcomes.put(document, reject.reason());
            open.countDown();
            continue;
          }
          Body body = ((Action.Index) action).body();
          wanted.put(document, body);
          writer.submit(
              new Write(
                  document,
                  Generation.first(document.index()),
                  change.table(),
                  key,
                  (Origin.Streamed) change.origin(),
                  Version.of(Examples.STREAMED),
                  Optional.of(body.bytes()),
                  false,
                  () -> true,
                  outcome -> {
                    outcomes.put(document, said(outcome));
                    open.countDown();
                  }));
        }
      }
      assertThat(open.await(5, TimeUnit.MINUTES)).as("seed %d: all told", seed).isTrue();
    }
    return actions;
  }

  private static String said(Outcome outcome) {
    if (outcome instanceof Outcome.Rejected rejected) {
      return rejected.reason();
    }
    return outcome.equals(Outcome.APPLIED) ? "applied" : "unexpected: " + outcome;
  }

  /** One index takes everything as it is; the other one has a shape, conversions and types. */
  private Settings settings(String stored, String mapped) throws Exception {
    Files.writeString(folder.resolve("mapping.json"), MAPPING);
    Path file =
        Files.writeString(
            folder.resolve("config.yml"),
            """
            application: hostile
            opensearch: {url: http://localhost:9200}
            tables: {table: {name: Places, key: {pk: PK, sk: SK}}}
            indexes: {STORED: , MAPPED: {mapping: mapping.json}}
            entities:
              stored: {table: table, index: STORED, id: escaped}
              mapped:
                table: table
                index: MAPPED
                id: escaped
                exclude: ["b*b", "a.*"]
                flatten: ["_"]
                rename: {"%": percent.sign}
                fields:
                  low: {from: a, as: lowercase, onError: omit}
                  number: {from: b, as: number}
                  when: {from: "_", as: date, onError: omit}
                  text: {join: ["_id", " "], with: "#"}
            """
                .replace("STORED", stored)
                .replace("MAPPED", mapped));
    return new SettingsReader().read(file, Map.of());
  }
}
