package dev.tributary.chaos;

import dev.tributary.backfill.Comparison;
import dev.tributary.config.Settings;
import dev.tributary.config.SettingsReader;
import dev.tributary.index.DocumentScan;
import dev.tributary.index.OpenSearchConnection;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.local.LocalOptions;
import dev.tributary.local.LocalStack;
import dev.tributary.table.AwsClients;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.PendingObjects;
import dev.tributary.table.StateTable;
import dev.tributary.table.TableCreation;
import dev.tributary.table.Tables;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/**
 * One run, from the start of the servers to the verdict. {@link #close} may come from another
 * thread, such as a shutdown hook, at any time.
 *
 * <pre>
 *   servers, tables, proxy, workers ──▶ faults and changes beside each other, for a while
 *     ──▶ all faults are mended ──▶ judged until equal, or patience ends
 * </pre>
 */
public final class Chaos implements AutoCloseable {

  private final ChaosOptions options;
  private final Diary diary;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  public Chaos(ChaosOptions options, PrintWriter out) {
    this.options = options;
    this.diary = new Diary(out);
  }

  /**
   * @return whether the indexes equal the tables
   */
  public boolean run() throws IOException, InterruptedException {
    diary.plain("seed " + options.seed());
    diary.say("DynamoDB, OpenSearch and S3 start");
    LocalStack stack =
        open(
            new LocalStack(
                LocalOptions.defaults()
                    .withHome(options.home())
                    .withTestControl()
                    // One slow request, and others are refused.
                    .withOpenSearchSetting("thread_pool.write.size", "1")
                    .withOpenSearchSetting("thread_pool.write.queue_size", "3")));
    stack.start();
    RunFiles files = RunFiles.create(options.home(), options.seed());
    Settings settings =
        new SettingsReader().read(files.config(), environment(stack, stack.openSearch()));
    AwsClients aws = open(AwsClients.open(settings.aws()));
    createTables(settings, aws);
    Outlines outlines = open(new Outlines(stack.s3(), stack.region()));
    Proxy proxy = open(new Proxy(stack.openSearch(), random("proxy")));
    Workers workers =
        open(new Workers(files.folder(), files.config(), environment(stack, proxy.uri()), diary));
    Backend backend = new Backend(stack.openSearch());
    Shards shards = new Shards(aws, settings.tables().values().iterator().next().name());
    Writer writer = new Writer(aws.dynamoDb(), outlines, random("writer"));
    Storm storm =
        new Storm(
            options,
            new Faults(stack, workers, proxy, backend, shards),
            writer,
            lane -> random(lane.name()),
            diary);
    OpenSearchHttp http = open(OpenSearchConnection.open(settings.openSearch(), aws.region()));
    Aftermath aftermath =
        new Aftermath(judge(settings, aws, http), workers, outlines, proxy, diary);

    diary.say("%d workers start".formatted(options.workers()));
    workers.start(options.workers());
    aftermath.awaitBeginning(backend, settings.indexes().keySet());
    storm.rage();
    boolean equal = aftermath.awaitEqual();
    diary.plain(
        "  changes     %d, in %d generations of shards"
            .formatted(writer.changes(), shards.count()));
    diary.plain("  faults      " + diary.faults());
    diary.plain(
        "  requests    %d; %d were answered with 429; the proxy's tricks: %s"
            .formatted(proxy.requests(), proxy.tooMany(), proxy.played()));
    diary.plain("  workers     %d ended unasked".formatted(workers.deaths()));
    // A worker that ends by itself is allowed to, but somebody should look at why.
    files.end(equal && workers.deaths() == 0, stack.folder(), shards, diary);
    return equal;
  }

  private static void createTables(Settings settings, AwsClients aws) {
    for (Settings.Table table : settings.tables().values()) {
      // On a busy machine the first call may take longer than its time limit, and be done.
      TableCreation.createIfAbsent(
          aws.dynamoDb(),
          TableCreation.keyed(table.name(), table.key())
              .streamSpecification(
                  stream ->
                      stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES))
              .build());
    }
  }

  private static Judge judge(Settings settings, AwsClients aws, OpenSearchHttp http) {
    Tables tables = new Tables(aws.dynamoDb(), settings.tables().values());
    String state = StateTable.nameFor(settings.application());
    return new Judge(
        settings,
        new Comparison(settings, aws.region().id(), tables, new DocumentScan(http)),
        tables,
        new DeadLetters(aws.dynamoDb(), state),
        new PendingObjects(aws.dynamoDb(), state));
  }

  private static Map<String, String> environment(LocalStack stack, URI openSearch) {
    // The SDK looks for credentials in the system properties first.
    System.setProperty("aws.accessKeyId", stack.accessKey());
    System.setProperty("aws.secretAccessKey", stack.secretKey());
    Map<String, String> environment = new HashMap<>();
    environment.put("AWS_REGION", stack.region());
    environment.put("AWS_ACCESS_KEY_ID", stack.accessKey());
    environment.put("AWS_SECRET_ACCESS_KEY", stack.secretKey());
    environment.put("DYNAMODB_ENDPOINT", stack.dynamoDb().toString());
    environment.put("OPENSEARCH_URL", openSearch.toString());
    environment.put("S3_ENDPOINT", stack.s3().toString());
    return environment;
  }

  /** A stream of its own for each who draws: they run beside each other. */
  private Random random(String who) {
    return new Random(options.seed() * 31 + who.hashCode());
  }

  private synchronized <T extends AutoCloseable> T open(T closeable) {
    opened.push(closeable);
    return closeable;
  }

  @Override
  public synchronized void close() {
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        // AutoCloseable may throw anything; one that does must not keep the others open.
        diary.say("While closing: " + e);
      }
    }
  }
}
