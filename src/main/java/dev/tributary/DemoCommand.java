package dev.tributary;

import dev.tributary.backfill.Comparison;
import dev.tributary.config.Settings;
import dev.tributary.config.SettingsReader;
import dev.tributary.index.DocumentScan;
import dev.tributary.index.OpenSearchConnection;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.local.LocalOptions;
import dev.tributary.local.LocalServerException;
import dev.tributary.local.LocalStack;
import dev.tributary.table.AwsClients;
import dev.tributary.table.Tables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The main job on real servers, in one terminal. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = "Start local servers and a worker, and watch items become documents.")
final class DemoCommand implements Callable<Integer> {

  @Option(names = "--once", description = "Run through it, compare index and table, and end.")
  private boolean once;

  private final Path home = Path.of(System.getProperty("tributary.home", "."));
  private final Closing closing = new Closing();

  @Override
  public Integer call() throws InterruptedException, IOException {
    // The worker's own log lines would stand between the lines of the story.
    System.setProperty("tributary.log.level", System.getProperty("tributary.log.level", "WARN"));
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

    Path config = home.resolve("config").resolve("places.yml");
    Settings settings = new SettingsReader().read(config, environment(stack));
    AwsClients aws = closing.add(AwsClients.open(settings.aws()));
    DemoStory story = DemoStory.load("places", aws.dynamoDb(), stack.openSearch());
    story.createTables(settings);

    long start = System.nanoTime();
    App app = App.start(settings);
    closing.add(app::stop);
    boolean complete = story.play(settings, start);
    return once ? compare(settings, aws, complete) : stay(app, stack, story);
  }

  private static Map<String, String> environment(LocalStack stack) {
    // The SDK looks for credentials in the system properties first.
    System.setProperty("aws.accessKeyId", stack.accessKey());
    System.setProperty("aws.secretAccessKey", stack.secretKey());
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("AWS_REGION", stack.region());
    environment.put("DYNAMODB_ENDPOINT", stack.dynamoDb().toString());
    environment.put("OPENSEARCH_URL", stack.openSearch().toString());
    environment.put("TRIBUTARY_FAILOVER", "2s");
    environment.put("TRIBUTARY_POLL", "50ms");
    return environment;
  }

  private int compare(Settings settings, AwsClients aws, boolean complete)
      throws OpenSearchUnavailableException {
    try (OpenSearchHttp http = OpenSearchConnection.open(settings.openSearch(), aws.region())) {
      Tables tables = new Tables(aws.dynamoDb(), settings.tables().values());
      Comparison.Result result = new Comparison(settings, tables, new DocumentScan(http)).run();
      say("");
      result.differences().forEach(DemoCommand::say);
      say(
          "%s: %d items in the table, %d documents in the index."
              .formatted(
                  result.equal() ? "Equal" : "NOT EQUAL", result.expected(), result.found()));
      return result.equal() && complete ? 0 : 1;
    }
  }

  private int stay(App app, LocalStack stack, DemoStory story) throws InterruptedException {
    say("");
    say("The worker goes on. In another terminal, write an item:");
    say("");
    say(story.putLine(stack.dynamoDb(), stack.accessKey()));
    say("");
    say("and search for it:");
    say("");
    say("  curl -s '" + stack.openSearch() + "/places/_search?q=name:museum&pretty'");
    say("");
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
