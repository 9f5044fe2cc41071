package dev.tributary.system;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.config.Settings;
import dev.tributary.enrich.objects.ObjectUpload;
import dev.tributary.local.LocalStack;
import dev.tributary.local.Servers;
import dev.tributary.table.PlainJson;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/**
 * A system as its users have it: {@code config/<name>.yml} and its mappings as they are, a worker
 * in a process of its own, the items of {@code systems/<name>/<table>.jsonl}, and the objects that
 * they name, of {@code systems/<name>/objects.json}.
 */
final class SystemUnderTest implements AutoCloseable {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private final String name;
  private final Sandbox sandbox;
  private final SystemReport report;
  private final ObjectUpload upload;
  private final Map<List<String>, ObjectNode> items = new LinkedHashMap<>();

  private SystemUnderTest(String name, Sandbox sandbox) {
    this.name = name;
    this.sandbox = sandbox;
    this.report = new SystemReport(name, sandbox);
    LocalStack stack = Servers.shared();
    this.upload = new ObjectUpload(stack.s3(), stack.region());
  }

  /** Creates the tables and starts a worker; they are empty as yet. */
  static SystemUnderTest start(String name) {
    return start(name, StreamViewType.NEW_AND_OLD_IMAGES);
  }

  /** The same with streams that carry less. */
  static SystemUnderTest start(String name, StreamViewType view) {
    Sandbox sandbox =
        Sandbox.ofConfig(
            Path.of(System.getProperty("tributary.home", "."), "config", name + ".yml"), view);
    sandbox.startWorker();
    return new SystemUnderTest(name, sandbox);
  }

  Sandbox sandbox() {
    return sandbox;
  }

  /** Puts every item of every table's file. Tables are meant by their names in the config. */
  SystemUnderTest load() {
    loadObjects();
    sandbox.settings().tables().keySet().forEach(this::load);
    return this;
  }

  /** Before the items, as programs do. */
  private void loadObjects() {
    sandbox.settings().enrichment().objects().buckets().keySet().forEach(upload::bucket);
    try (InputStream in =
        SystemUnderTest.class.getResourceAsStream("/systems/%s/objects.json".formatted(name))) {
      if (in != null) {
        for (JsonNode object : JSON.readTree(in)) {
          JsonNode body = object.path("body");
          putObject(
              object.path("bucket").asText(),
              object.path("key").asText(),
              body.isTextual() ? body.textValue() : body.toString());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts an object to S3, compressed if its key says so. */
  void putObject(String bucket, String key, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    if (key.endsWith(".gz")) {
      ByteArrayOutputStream compressed = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
        gzip.write(bytes);
      }
      bytes = compressed.toByteArray();
    }
    upload.put(bucket, key, bytes);
  }

  private void load(String table) {
    String file = "/systems/%s/%s.jsonl".formatted(name, table);
    try (InputStream in = SystemUnderTest.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalArgumentException("no items for table '" + table + "': " + file);
      }
      new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
          .lines()
          .filter(line -> !line.isBlank())
          .forEach(line -> put(table, line));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts one item, written as {@link PlainJson}. */
  void put(String table, String json) {
    put(table, (ObjectNode) parse(json));
  }

  private void put(String table, ObjectNode item) {
    Settings.Table settings = table(table);
    String pk = item.path(settings.key().pk()).asText();
    items.put(
        settings
            .key()
            .sk()
            .map(sk -> name(table, pk, item.path(sk).asText()))
            .orElse(name(table, pk)),
        item);
    sandbox.dynamoDb().putItem(put -> put.tableName(settings.name()).item(PlainJson.item(item)));
  }

  /**
   * Changes an item that was put before.
   *
   * @param key the partition key and, where the table has one, the sort key
   */
  void change(String table, Consumer<ObjectNode> change, String... key) {
    ObjectNode item = find(table, key).deepCopy();
    change.accept(item);
    put(table, item);
  }

  /** Removes an item that was put before. */
  void delete(String table, String... key) {
    Settings.Table settings = table(table);
    Map<String, AttributeValue> attributes = PlainJson.item(find(table, key));
    attributes
        .keySet()
        .retainAll(List.of(settings.key().pk(), settings.key().sk().orElse("no sort key")));
    sandbox.dynamoDb().deleteItem(delete -> delete.tableName(settings.name()).key(attributes));
    items.remove(name(table, key));
  }

  private ObjectNode find(String table, String... key) {
    List<String> name = name(table, key);
    return Optional.ofNullable(items.get(name))
        .orElseThrow(() -> new IllegalArgumentException("no such item was put: " + name));
  }

  private static List<String> name(String table, String... key) {
    List<String> name = new ArrayList<>(List.of(table));
    name.addAll(List.of(key));
    return name;
  }

  private Settings.Table table(String table) {
    return sandbox.settings().tables().get(table);
  }

  /** The items that are in a table now, as they were put. */
  List<ObjectNode> items(String table) {
    return items.entrySet().stream()
        .filter(item -> item.getKey().get(0).equals(table))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Waits until every index equals its tables, by content. */
  void awaitEqual() {
    sandbox.awaitEqual();
  }

  /** What could not be indexed, or waits: document ids and reasons. */
  List<String> deadLetters() {
    return sandbox.rows("state").stream()
        .filter(row -> row.containsKey("reason"))
        .map(row -> row.get("sk").s() + ": " + row.get("reason").s())
        .toList();
  }

  /**
   * Searches as users do.
   *
   * @param question what they want to know; the report lists it
   * @param index one of the config's
   * @param body of a {@code _search}, as JSON
   */
  Hits search(String question, String index, String body) {
    Hits hits = ask(index, body);
    report.searched(question, index, hits);
    return hits;
  }

  /** Every document of an index, up to a thousand. */
  Hits all(String index) {
    return ask(index, "{\"size\": 1000, \"track_total_hits\": true}");
  }

  private Hits ask(String index, String body) {
    return Hits.of(
        sandbox.ask(
            HttpRequest.newBuilder(sandbox.openSearch("/" + index + "/_search"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))));
  }

  private static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + json, e);
    }
  }

  /** Reports, and removes tables and indexes: a second test may use the same config. */
  @Override
  public void close() {
    try {
      report.write();
    } finally {
      upload.close();
      sandbox.stopWorkers();
      sandbox.tables().forEach(this::deleteTable);
      for (String own : List.of("leases", "workers", "coordinator", "state")) {
        deleteTable(sandbox.settings().application() + "-" + own);
      }
      for (String index : sandbox.settings().indexes().keySet()) {
        sandbox.ask(HttpRequest.newBuilder(sandbox.openSearch("/" + index + "-000001")).DELETE());
      }
      sandbox.close();
    }
  }

  private void deleteTable(String table) {
    try {
      sandbox.dynamoDb().deleteTable(delete -> delete.tableName(table));
    } catch (ResourceNotFoundException e) {
      // The worker did not come so far.
    }
  }
}
