package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.backfill.Comparison;
import dev.tributary.config.Settings;
import dev.tributary.config.SettingsReader;
import dev.tributary.index.DocumentScan;
import dev.tributary.index.OpenSearchConnection;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.local.LocalStack;
import dev.tributary.local.Servers;
import dev.tributary.table.AwsClients;
import dev.tributary.table.TableCreation;
import dev.tributary.table.Tables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/**
 * Tables, indexes and a config of a test's own on the shared servers. Unless the config is a given
 * one, every table has the key {@code PK}, {@code SK}, and feeds the index of its own name.
 */
public final class Sandbox implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** How long a roll of shards may take before it is asked for again. */
  private static final Duration ROLL = Duration.ofSeconds(30);

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private static final String ONLY_STORED = "{\"mappings\":{\"dynamic\":false}}";

  private final LocalStack stack;
  private final Path folder;
  private final Path config;
  private final List<String> tables;
  private final Settings settings;
  private final AwsClients aws;
  private final OpenSearchHttp openSearch;
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<WorkerProcess> workers = new ArrayList<>();

  private Sandbox(LocalStack stack, Path folder, Path config) {
    this(stack, folder, config, StreamViewType.NEW_AND_OLD_IMAGES);
  }

  private Sandbox(LocalStack stack, Path folder, Path config, StreamViewType view) {
    this.stack = stack;
    this.folder = folder;
    this.config = config;
    System.setProperty("aws.accessKeyId", stack.accessKey());
    System.setProperty("aws.secretAccessKey", stack.secretKey());
    this.settings = new SettingsReader().read(config, environment());
    this.tables = settings.tables().values().stream().map(Settings.Table::name).toList();
    this.aws = AwsClients.open(settings.aws());
    this.openSearch = OpenSearchConnection.open(settings.openSearch(), aws.region());
    settings.tables().values().forEach(table -> createTable(table, view));
  }

  private static Sandbox made(
      LocalStack stack,
      String name,
      int tableCount,
      String mapping,
      String indexKeys,
      String entityKeys) {
    return made(stack, name, tableCount, mapping, indexKeys, entityKeys, "");
  }

  private static Sandbox made(
      LocalStack stack,
      String name,
      int tableCount,
      String mapping,
      String indexKeys,
      String entityKeys,
      String moreSections) {
    try {
      Path folder = folder(name + "-" + tableCount);
      Files.writeString(folder.resolve("mapping.json"), mapping);
      Path config =
          Files.writeString(
              folder.resolve("config.yml"),
              configText(name, tableCount, indexKeys, entityKeys) + moreSections);
      return new Sandbox(stack, folder, config);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Under target, so that the workers' logs can be looked at after a failure. */
  private static Path folder(String name) throws IOException {
    Path target = Path.of(System.getProperty("tributary.home", "."), "target", "it");
    return Files.createDirectories(target.resolve(name)).toAbsolutePath();
  }

  private static String newName() {
    return "t" + UUID.randomUUID().toString().substring(0, 8);
  }

  /** With a config as it is, its names included: no other test may use these. */
  public static Sandbox ofConfig(Path config, StreamViewType view) {
    try {
      return new Sandbox(
          Servers.shared(),
          folder("config-" + config.getFileName()),
          config.toAbsolutePath(),
          view);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A sandbox whose indexes only store: no mapping can refuse a document. */
  public static Sandbox withTables(int count) {
    return made(Servers.shared(), newName(), count, ONLY_STORED, "", "");
  }

  /** A sandbox whose documents have a field that another program writes. */
  public static Sandbox preserving(String field) {
    return made(Servers.shared(), newName(), 1, ONLY_STORED, ", preserve: [" + field + "]", "");
  }

  /** A sandbox whose items have a shape in an attribute of this name. */
  public static Sandbox withGeometry(String attribute, String options, String mapping) {
    return made(
        Servers.shared(),
        newName(),
        1,
        mapping,
        "",
        ", geometry: {" + attribute + ": {" + options + "}}");
  }

  /**
   * A sandbox whose items name objects.
   *
   * @param pulls what is done with them, as the entity's section has it
   * @param objects where they lie, as the config's section has it
   */
  public static Sandbox withObjects(String pulls, String objects, String mapping) {
    return made(
        Servers.shared(),
        newName(),
        1,
        mapping,
        "",
        ", objects: {" + pulls + "}",
        "objects: {" + objects + "}\n");
  }

  public static Sandbox withMapping(String mapping) {
    return made(Servers.shared(), newName(), 1, mapping, "", "");
  }

  /** On servers of the test's own, which it may stop. */
  public static Sandbox on(LocalStack stack) {
    return made(stack, newName(), 1, ONLY_STORED, "", "");
  }

  /** The same application and tables, and one table more; its workers are others. */
  public Sandbox withOneMoreTable() {
    return made(stack, settings.application(), tables.size() + 1, ONLY_STORED, "", "");
  }

  private static String configText(
      String application, int tableCount, String indexKeys, String entityKeys) {
    List<String> tables = new ArrayList<>();
    for (int i = 0; i < tableCount; i++) {
      tables.add(application + "-" + (char) ('a' + i));
    }
    StringBuilder text = new StringBuilder();
    text.append("application: ").append(application).append('\n');
    text.append(
        """
        aws:
          region: ${AWS_REGION}
          dynamodb: {endpoint: "${DYNAMODB_ENDPOINT}"}
        opensearch: {url: "${OPENSEARCH_URL}"}
        worker: {id: "${WORKER:-}", failover: "${FAILOVER:-2s}", poll: 50ms, checkpoint: 300ms, drain: "${DRAIN:-20s}"}
        """);
    text.append("tables:\n");
    tables.forEach(table -> text.append("  " + table + ": {key: {pk: PK, sk: SK}}\n"));
    text.append("indexes:\n");
    tables.forEach(
        table -> text.append("  " + table + ": {mapping: mapping.json" + indexKeys + "}\n"));
    text.append("entities:\n");
    tables.forEach(
        table ->
            text.append(
                "  "
                    + table
                    + ": {table: "
                    + table
                    + ", index: "
                    + table
                    + ", clash: accepted"
                    + entityKeys
                    + "}\n"));
    return text.toString();
  }

  private void createTable(Settings.Table table, StreamViewType view) {
    TableCreation.createIfAbsent(
        dynamoDb(),
        TableCreation.keyed(table.name(), table.key())
            .streamSpecification(stream -> stream.streamEnabled(true).streamViewType(view))
            .build());
  }

  public Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("AWS_REGION", stack.region());
    environment.put("AWS_ACCESS_KEY_ID", stack.accessKey());
    environment.put("AWS_SECRET_ACCESS_KEY", stack.secretKey());
    environment.put("DYNAMODB_ENDPOINT", stack.dynamoDb().toString());
    environment.put("OPENSEARCH_URL", stack.openSearch().toString());
    environment.put("S3_ENDPOINT", stack.s3().toString());
    // The configs that come with Tributary are in less of a hurry.
    environment.put("TRIBUTARY_FAILOVER", "2s");
    environment.put("TRIBUTARY_POLL", "50ms");
    return environment;
  }

  public WorkerProcess startWorker() {
    return startWorker(Map.of());
  }

  public WorkerProcess startWorker(Map<String, String> moreEnvironment) {
    Map<String, String> environment = environment();
    environment.putAll(moreEnvironment);
    WorkerProcess worker =
        WorkerProcess.start(folder, environment, "run", "--config", config.toString());
    workers.add(worker);
    return worker;
  }

  /** With the given options for {@code java}. */
  WorkerProcess startWorker(Map<String, String> moreEnvironment, List<String> options) {
    Map<String, String> environment = environment();
    environment.putAll(moreEnvironment);
    WorkerProcess worker =
        WorkerProcess.start(folder, environment, options, "run", "--config", config.toString());
    workers.add(worker);
    return worker;
  }

  /** The first table, and the index of the same name. */
  public String table() {
    return tables.get(0);
  }

  public List<String> tables() {
    return tables;
  }

  public Path folder() {
    return folder;
  }

  public Path config() {
    return config;
  }

  public Settings settings() {
    return settings;
  }

  public DynamoDbClient dynamoDb() {
    return aws.dynamoDb();
  }

  public void put(String pk, String sk, Map<String, AttributeValue> attributes) {
    put(table(), pk, sk, attributes);
  }

  public void put(String table, String pk, String sk, Map<String, AttributeValue> attributes) {
    Map<String, AttributeValue> item = new HashMap<>(attributes);
    item.putAll(key(pk, sk));
    dynamoDb().putItem(request -> request.tableName(table).item(item));
  }

  public void remove(String pk, String sk) {
    remove(table(), pk, sk);
  }

  public void remove(String table, String pk, String sk) {
    dynamoDb().deleteItem(request -> request.tableName(table).key(key(pk, sk)));
  }

  public static Map<String, AttributeValue> key(String pk, String sk) {
    return Map.of("PK", AttributeValue.fromS(pk), "SK", AttributeValue.fromS(sk));
  }

  /** The whole answer to a realtime GET: {@code found}, {@code _version}, {@code _source}. */
  public JsonNode get(String index, String id) {
    return ask(
        HttpRequest.newBuilder(stack.openSearch().resolve("/" + index + "/_doc/" + inPath(id))));
  }

  /** The encoder is for forms, where a space is a plus. */
  private static String inPath(String id) {
    return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
  }

  public JsonNode ask(HttpRequest.Builder request) {
    try {
      return JSON.readTree(
          http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray()).body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public URI openSearch(String path) {
    return stack.openSearch().resolve(path);
  }

  public JsonNode awaitDocument(String id) {
    await()
        .alias("document " + id)
        .atMost(PATIENCE)
        .until(() -> get(table(), id).path("found").asBoolean());
    return get(table(), id).path("_source");
  }

  /** How many documents were written to the first index so far, each time counted. */
  public long writes() {
    return ask(HttpRequest.newBuilder(openSearch("/" + table() + "/_stats/indexing")))
        .at("/_all/primaries/indexing/index_total")
        .asLong();
  }

  /** All that was tried on the first index: writes, deletes, and those that were refused. */
  public long operations() {
    JsonNode indexing =
        ask(HttpRequest.newBuilder(openSearch("/" + table() + "/_stats/indexing")))
            .at("/_all/primaries/indexing");
    return indexing.path("index_total").asLong()
        + indexing.path("index_failed").asLong()
        + indexing.path("delete_total").asLong();
  }

  /** As an operator does who makes an index read-only for a while. */
  public void blockWrites(boolean blocked) {
    ask(
        HttpRequest.newBuilder(openSearch("/" + table() + "/_settings"))
            .header("Content-Type", "application/json")
            .PUT(
                HttpRequest.BodyPublishers.ofString(
                    "{\"index.blocks.write\": " + (blocked ? "true" : "null") + "}")));
  }

  public void awaitMoreWrites(int more) {
    long before = writes();
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> writes() >= before + more);
  }

  public void awaitGone(String id) {
    await()
        .alias("no document " + id)
        .atMost(PATIENCE)
        .until(
            () -> {
              JsonNode answer = get(table(), id);
              return answer.has("found") && !answer.path("found").asBoolean();
            });
  }

  /** Waits until every index equals its table, by content; the differences if it never does. */
  public void awaitEqual() {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .ignoreExceptions() // the index may not be there yet
        .untilAsserted(() -> assertThat(compare().differences()).isEmpty());
  }

  public Comparison.Result compare() {
    try {
      Tables read = new Tables(dynamoDb(), settings.tables().values());
      return new Comparison(settings, aws.region().id(), read, new DocumentScan(openSearch)).run();
    } catch (OpenSearchUnavailableException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The rows of a table of Tributary's own: {@code leases}, {@code state}. */
  public List<Map<String, AttributeValue>> rows(String suffix) {
    String name = settings.application() + "-" + suffix;
    return dynamoDb()
        .scanPaginator(scan -> scan.tableName(name).consistentRead(true))
        .items()
        .stream()
        .toList();
  }

  /** The entries of one kind in the state table: {@code letter}, {@code pending}, {@code gap}. */
  public List<Map<String, AttributeValue>> entries(String kind) {
    return rows("state").stream().filter(row -> row.get("pk").s().startsWith(kind + "#")).toList();
  }

  /** The worker that hands out the shards. */
  public String leader() {
    return rows("coordinator").stream()
        .filter(row -> row.get("key").s().equals("Leader"))
        .map(row -> row.get("ownerName").s())
        .findFirst()
        .orElse("nobody");
  }

  /** Who holds each shard's lease, by the lease's key. */
  public Map<String, String> leaseOwners() {
    Map<String, String> owners = new HashMap<>();
    rows("leases")
        .forEach(
            row ->
                owners.put(
                    row.get("leaseKey").s(),
                    Optional.ofNullable(row.get("leaseOwner"))
                        .map(AttributeValue::s)
                        .orElse("nobody")));
    return owners;
  }

  /** How often the leases of shards that have parents were renewed, or changed otherwise. */
  public long renewalsOfChildren() {
    return childLeases().stream()
        .mapToLong(row -> Long.parseLong(row.get("leaseCounter").n()))
        .min()
        .orElse(0);
  }

  private List<Map<String, AttributeValue>> childLeases() {
    return rows("leases").stream().filter(row -> row.containsKey("parentShardId")).toList();
  }

  /** Gives every shard's lease to a worker, as the leader does that hands out the shards. */
  void giveLeasesTo(String worker) {
    leaseOwners()
        .keySet()
        .forEach(
            lease ->
                updateLease(
                    lease,
                    "SET leaseOwner = :worker, leaseCounter = leaseCounter + :one",
                    Map.of(
                        ":worker", AttributeValue.fromS(worker),
                        ":one", AttributeValue.fromN("1"))));
  }

  /** Asks for it, as the leader does while the old owner is there. */
  void askToHandOverChildren(String oldOwner, String newOwner) {
    childLeases()
        .forEach(
            lease ->
                updateLease(
                    lease.get("leaseKey").s(),
                    "SET leaseOwner = :new, checkpointOwner = :old",
                    Map.of(
                        ":new", AttributeValue.fromS(newOwner),
                        ":old", AttributeValue.fromS(oldOwner))));
  }

  private void updateLease(String lease, String expression, Map<String, AttributeValue> values) {
    dynamoDb()
        .updateItem(
            request ->
                request
                    .tableName(settings.application() + "-leases")
                    .key(Map.of("leaseKey", AttributeValue.fromS(lease)))
                    .updateExpression(expression)
                    .expressionAttributeValues(values));
  }

  /**
   * Ends every shard of every table's stream and opens children, as AWS does every few hours. Asks
   * until it is so: the server may be asked too soon after the last time. It takes its time, since
   * it rolls the shards of all tables that there are; and what it was asked to do and nobody waited
   * for would befall a later test.
   */
  public void rollShards() {
    Servers.assumeTestControl();
    int before = shards();
    await()
        .atMost(PATIENCE)
        // Sometimes it never answers, and does what it is asked the next time.
        .ignoreExceptionsInstanceOf(SdkException.class)
        .until(
            () -> {
              if (shards() > before) {
                return true;
              }
              dynamoDb()
                  .putItem(
                      request ->
                          request
                              .tableName("[TEST_CONTROL]")
                              .overrideConfiguration(
                                  call -> call.apiCallTimeout(ROLL).apiCallAttemptTimeout(ROLL))
                              .item(Map.of("ACTION", AttributeValue.fromS("ROLLOVER"))));
              return shards() > before;
            });
  }

  /** Those of the test, and what its workers made for themselves. */
  private Set<String> allTables() {
    Set<String> all = new HashSet<>(tables);
    try {
      dynamoDb().listTablesPaginator().tableNames().stream()
          .filter(name -> name.startsWith(settings.application()))
          .forEach(all::add);
    } catch (SdkException e) {
      // The test may have ended the server.
    }
    return all;
  }

  private void deleteTable(String table) {
    try {
      dynamoDb().deleteTable(request -> request.tableName(table));
    } catch (SdkException e) {
      // The test may have done so, or ended the server.
    }
  }

  private int shards() {
    String stream =
        dynamoDb().describeTable(request -> request.tableName(table())).table().latestStreamArn();
    return aws.streams()
        .describeStream(request -> request.streamArn(stream))
        .streamDescription()
        .shards()
        .size();
  }

  public void stopWorkers() {
    workers.forEach(WorkerProcess::close);
  }

  /** For another sandbox of the same tables. */
  void closeAndLeaveTables() {
    stopWorkers();
    openSearch.close();
    aws.close();
  }

  @Override
  public void close() {
    stopWorkers();
    // DynamoDB Local rolls the shards of the first hundred tables, by name, and of no others.
    allTables().forEach(this::deleteTable);
    closeAndLeaveTables();
  }
}
