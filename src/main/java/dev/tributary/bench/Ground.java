package dev.tributary.bench;

import dev.tributary.backfill.Comparison;
import dev.tributary.config.RulesDigest;
import dev.tributary.config.Settings;
import dev.tributary.config.SettingsReader;
import dev.tributary.index.DocumentScan;
import dev.tributary.index.Generations;
import dev.tributary.index.InvalidIndexException;
import dev.tributary.index.OpenSearchConnection;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.local.LocalOptions;
import dev.tributary.local.LocalServer;
import dev.tributary.local.LocalStack;
import dev.tributary.table.AwsClients;
import dev.tributary.table.TableCreation;
import dev.tributary.table.Tables;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** The servers of a run, its folder, and what can be done there. */
final class Ground implements AutoCloseable {

  private static final List<String> RESOURCES = List.of("items.json", "shapes.json");

  private final LocalStack stack;
  private final Path folder;
  private final Child.Starter children;
  private final Map<String, String> environment;
  private final Settings settings;
  private final AwsClients aws;
  private final OpenSearchHttp http;
  private final OpenSearch openSearch;
  private final Deque<Child> started = new ArrayDeque<>();

  Ground(LocalStack stack, Path folder, List<String> java) throws IOException {
    this.stack = stack;
    this.folder = folder;
    this.environment = environment(stack);
    this.children = new Child.Starter(folder, java, environment);
    this.settings = settings(Config.of("ground", List.of("ground")));
    this.aws = AwsClients.open(settings.aws());
    this.http = OpenSearchConnection.open(settings.openSearch(), aws.region());
    this.openSearch = new OpenSearch(stack.openSearch());
  }

  /** Starts the servers. */
  static Ground open(BenchOptions options) throws IOException, InterruptedException {
    Path runs = Files.createDirectories(options.home().resolve("target").resolve("bench"));
    Path folder = Files.createTempDirectory(runs.toAbsolutePath(), options.profile().title() + "-");
    for (String name : RESOURCES) {
      try (InputStream resource = Ground.class.getResourceAsStream("/bench/" + name)) {
        Files.copy(resource, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    LocalStack stack =
        new LocalStack(
            LocalOptions.defaults()
                .withHome(options.home())
                .withServers(LocalServer.DYNAMODB, LocalServer.OPENSEARCH));
    try {
      stack.start();
      List<String> java =
          options.java().isPresent() ? options.java().get() : JavaOptions.of(options.home());
      return new Ground(stack, folder, java);
    } catch (IOException | InterruptedException | RuntimeException e) {
      stack.close();
      throw e;
    }
  }

  private static Map<String, String> environment(LocalStack stack) {
    // The SDK looks for credentials in the system properties first.
    System.setProperty("aws.accessKeyId", stack.accessKey());
    System.setProperty("aws.secretAccessKey", stack.secretKey());
    Map<String, String> environment = new HashMap<>();
    environment.put("AWS_REGION", stack.region());
    environment.put("AWS_ACCESS_KEY_ID", stack.accessKey());
    environment.put("AWS_SECRET_ACCESS_KEY", stack.secretKey());
    environment.put("DYNAMODB_ENDPOINT", stack.dynamoDb().toString());
    environment.put("OPENSEARCH_URL", stack.openSearch().toString());
    return environment;
  }

  Path file(String name) {
    return folder.resolve(name);
  }

  AwsClients aws() {
    return aws;
  }

  OpenSearch openSearch() {
    return openSearch;
  }

  OpenSearchHttp http() {
    return http;
  }

  Usage usageOf(LocalServer server) {
    return Usage.of(stack.process(server));
  }

  /** Writes the config file and reads it, as a worker does. */
  Settings settings(Config config) throws IOException {
    return new SettingsReader().read(config.write(folder), environment);
  }

  /** Starts a process that is to be measured; it ends with the ground at the latest. */
  Child start(String who, Class<?> main, String... arguments) throws IOException {
    return remembered(children.start(who, main.getName(), arguments));
  }

  Child startWorker(Config config) throws IOException {
    return remembered(
        children.start(
            config.name(),
            "dev.tributary.Main",
            "run",
            "--config",
            config.write(folder).toString()));
  }

  private synchronized Child remembered(Child child) {
    started.push(child);
    return child;
  }

  /** An empty table with a stream; gives the stream's ARN, as DynamoDB Local itself has it. */
  String createTable(String name) {
    TableCreation.createIfAbsent(
        aws.dynamoDb(),
        TableCreation.keyed(name, settings.tables().values().iterator().next().key())
            .streamSpecification(
                stream ->
                    stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES))
            .build());
    return stream(name).replace(":" + aws.region().id() + ":", ":ddblocal:");
  }

  /** The ARN of a table's stream, as a worker has it. */
  String stream(String table) {
    return aws.dynamoDb()
        .describeTable(describe -> describe.tableName(table))
        .table()
        .latestStreamArn();
  }

  /** Makes the indexes of a config as a worker makes them. */
  void createIndexes(Settings of) throws IOException {
    Map<String, String> rules = RulesDigest.of(of);
    Generations generations = new Generations(http, rules::get);
    for (Map.Entry<String, Settings.Index> index : of.indexes().entrySet()) {
      try {
        generations.ensure(index.getKey(), index.getValue().mapping());
      } catch (OpenSearchUnavailableException | InvalidIndexException e) {
        throw new IOException("index " + index.getKey(), e);
      }
    }
  }

  /** Compares the tables and indexes of a config, both ways. */
  Comparison.Result compare(Settings of) throws IOException, InterruptedException {
    for (String index : of.indexes().keySet()) {
      openSearch.count(index);
    }
    try {
      return new Comparison(
              of,
              aws.region().id(),
              new Tables(aws.dynamoDb(), of.tables().values()),
              new DocumentScan(http))
          .run();
    } catch (OpenSearchUnavailableException e) {
      throw new IOException("the indexes could not be read", e);
    }
  }

  /** Shows every document of an index. */
  void each(String index, BiConsumer<String, byte[]> each) throws IOException {
    try {
      new DocumentScan(http).read(index, each);
    } catch (OpenSearchUnavailableException e) {
      throw new IOException("the index could not be read", e);
    }
  }

  /** Ends all of it. The folder stays where something went wrong. */
  @Override
  public synchronized void close() throws IOException, InterruptedException {
    while (!started.isEmpty()) {
      started.pop().close();
    }
    http.close();
    aws.close();
    stack.close();
  }

  void forget() throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> found = Files.walk(folder)) {
      deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : deepestFirst) {
      Files.deleteIfExists(file);
    }
  }
}
