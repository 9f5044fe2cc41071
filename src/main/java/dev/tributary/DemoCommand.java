package dev.tributary;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tributary.backfill.Comparison;
import dev.tributary.config.Settings;
import dev.tributary.config.SettingsReader;
import dev.tributary.enrich.objects.ObjectUpload;
import dev.tributary.index.DocumentScan;
import dev.tributary.index.OpenSearchConnection;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.local.LocalOptions;
import dev.tributary.local.LocalServerException;
import dev.tributary.local.LocalStack;
import dev.tributary.ops.page.StatusPage;
import dev.tributary.table.AwsClients;
import dev.tributary.table.TableCreation;
import dev.tributary.table.Tables;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** The main job on real servers, in one terminal. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = "Start local servers and a worker; see items become documents.")
final class DemoCommand implements Callable<Integer> {

  @Option(names = "--once", description = "Run through it, compare index and table, and end.")
  private boolean once;

  @Option(
      names = "--system",
      paramLabel = "NAME",
      defaultValue = "places",
      description = "Which of the systems in config to show; ${DEFAULT-VALUE} by default.")
  private String system;

  @Spec private CommandSpec spec;

  private final Path home = Path.of(System.getProperty("tributary.home", "."));
  private final Closing closing = new Closing();

  @Override
  public Integer call() throws InterruptedException, IOException {
    List<String> systems = DemoStory.systems(home);
    if (!systems.contains(system)) {
      throw new ParameterException(
          spec.commandLine(),
          "There is no system '%s'. There are: %s".formatted(system, String.join(", ", systems)));
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::cleanUp, "demo-cleanup"));
    try {
      return run();
    } catch (LocalServerException | StartException e) {
      System.err.println(e.getMessage());
      return 1;
    } catch (OpenSearchUnavailableException e) {
      System.err.println("OpenSearch: " + e.getMessage());
      return 1;
    } finally {
      closing.close();
    }
  }

  private int run()
      throws InterruptedException, IOException, StartException, OpenSearchUnavailableException {
    say("Starting DynamoDB, OpenSearch and S3, each a real server on this machine …");
    LocalStack stack = closing.add(new LocalStack(LocalOptions.defaults().withHome(home)));
    stack.start();
    say("");
    say("  DynamoDB    " + stack.dynamoDb());
    say("  OpenSearch  " + stack.openSearch());
    say("  S3          " + stack.s3());

    Path config = home.resolve("config").resolve(system + ".yml");
    Settings settings = new SettingsReader().read(config, environment(stack));
    DemoStory story = DemoStory.load(system);
    AwsClients aws = closing.add(AwsClients.open(settings.aws()));
    createTables(settings, aws.dynamoDb());
    putObjects(story, stack);
    show(settings);

    long start = System.nanoTime();
    App app = App.start(settings);
    closing.add(app::stop);
    Optional<URI> page = app.monitor().address();
    if (!once && page.isPresent()) {
      DemoDocuments documents = new DemoDocuments(stack.openSearch(), settings.indexes().keySet());
      app.monitor().routes().add(StatusPage.DOCUMENTS, "what the map shows", documents::answer);
      say("");
      say("  Status page: " + page.get());
    }
    boolean complete =
        new DemoPlayer(settings, aws.dynamoDb(), stack.openSearch(), start).play(story);
    return once
        ? compare(settings, aws, complete)
        : stay(app, stack, settings, story.yourTurn(), page);
  }

  private static void createTables(Settings settings, DynamoDbClient dynamoDb) {
    for (Settings.Table table : settings.tables().values()) {
      dynamoDb.createTable(
          TableCreation.keyed(table.name(), table.key())
              .streamSpecification(
                  stream ->
                      stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES))
              .build());
    }
  }

  private static void putObjects(DemoStory story, LocalStack stack) {
    if (story.objects().isEmpty()) {
      return;
    }
    try (ObjectUpload upload = new ObjectUpload(stack.s3(), stack.region())) {
      for (DemoStory.StoredObject object : story.objects()) {
        byte[] bytes = object.body().toString().getBytes(UTF_8);
        upload.bucket(object.bucket()).put(object.bucket(), object.key(), bytes);
        say("              %s   (%d bytes)".formatted(object, bytes.length));
      }
    }
  }

  /** What the config makes of what. */
  private void show(Settings settings) {
    say("");
    say("config/" + system + ".yml:");
    settings
        .entities()
        .forEach(
            (name, entity) ->
                say(
                    "  %-12s table %s ──► index %s"
                        .formatted(
                            name, settings.tables().get(entity.table()).name(), entity.index())));
  }

  private static Map<String, String> environment(LocalStack stack) {
    // The SDK looks for credentials in the system properties first.
    System.setProperty("aws.accessKeyId", stack.accessKey());
    System.setProperty("aws.secretAccessKey", stack.secretKey());
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("AWS_REGION", stack.region());
    environment.put("DYNAMODB_ENDPOINT", stack.dynamoDb().toString());
    environment.put("OPENSEARCH_URL", stack.openSearch().toString());
    environment.put("S3_ENDPOINT", stack.s3().toString());
    environment.put("TRIBUTARY_FAILOVER", "2s");
    environment.put("TRIBUTARY_POLL", "50ms");
    return environment;
  }

  private int compare(Settings settings, AwsClients aws, boolean complete)
      throws OpenSearchUnavailableException {
    try (OpenSearchHttp http = OpenSearchConnection.open(settings.openSearch(), aws.region())) {
      Tables tables = new Tables(aws.dynamoDb(), settings.tables().values());
      Comparison.Result result =
          new Comparison(settings, aws.region().id(), tables, new DocumentScan(http)).run();
      say("");
      result.differences().forEach(difference -> say(difference.toString()));
      say(
          (result.equal()
                  ? "Equal: %s in %s, and %s in %s."
                  : "NOT EQUAL: %s in %s should be %s in %s.")
              .formatted(
                  count(result.items(), "item", "items"),
                  count(settings.tables().size(), "table", "tables"),
                  count(result.expected(), "document", "documents"),
                  count(settings.indexes().size(), "index", "indexes")));
      return result.equal() && complete ? 0 : 1;
    }
  }

  private static String count(int count, String one, String several) {
    return count == 1 ? "1 " + one : count + " " + several;
  }

  private static int stay(
      App app, LocalStack stack, Settings settings, DemoStory.YourTurn yourTurn, Optional<URI> page)
      throws InterruptedException {
    say("");
    say("The worker goes on. In another terminal, write an item:");
    say("");
    String table = DemoPlayer.table(settings, yourTurn.table()).name();
    say(yourTurn.putLine(table, stack));
    say("");
    say("and search for it:");
    say("");
    say(yourTurn.searchLine(stack));
    say("");
    page.ifPresent(address -> say("or see it arrive on the status page: " + address + "\n"));
    say("Ctrl-C ends the demo and removes all of it.");
    try {
      app.ended().join();
      return 0;
    } catch (java.util.concurrent.CompletionException e) {
      say("The worker died: " + e.getCause());
      return 1;
    }
  }

  /** At Ctrl-C; nothing is left to do after an end of its own. */
  private void cleanUp() {
    if (!closing.isEmpty()) {
      say("");
      say("Stopping the worker and the servers …");
      closing.close();
    }
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
