package dev.tributary.system;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.local.Servers;
import dev.tributary.ops.AlertRules;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Makes the fault of each alert on real servers, and takes the time until a real Prometheus, which
 * looks as often as scrape.yml says, has it fire. The time that each alert waits before it tells
 * people ({@code for}) is left out. No build runs it, and it asserts no times; it takes nine
 * minutes:
 *
 * <pre>
 *   mvn -B verify -Dit.test=AlertsBench -Dtest=WindowTest
 * </pre>
 */
class AlertsBench {

  private static final String NUMBERS =
      "{\"mappings\":{\"dynamic\":false,\"properties\":{\"n\":{\"type\":\"long\"}}}}";

  @TempDir private Path folder;
  private PrometheusServer prometheus;
  private FiringWatch watch;

  /** What long scenes leave open, the newest first. */
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  @BeforeEach
  void start() throws IOException {
    prometheus =
        new PrometheusServer(PrometheusServer.installed().orElseThrow(), folder, scrape -> scrape);
    watch = new FiringWatch(prometheus);
  }

  @AfterEach
  void end() throws Exception {
    for (AutoCloseable one : open) {
      one.close();
    }
    watch.close();
    prometheus.close();
  }

  private <T extends AutoCloseable> T opened(T one) {
    open.push(one);
    return one;
  }

  private static void edit(Sandbox sandbox, String from, String to) throws IOException {
    String text = Files.readString(sandbox.config());
    assertThat(text).contains(from);
    Files.writeString(sandbox.config(), text.replace(from, to));
  }

  private WorkerProcess running(Sandbox sandbox, Map<String, String> environment)
      throws IOException {
    WorkerProcess worker = sandbox.startWorker(environment).awaitReading();
    prometheus.watch(PrometheusIT.address(worker));
    return worker;
  }

  private void expect(Sandbox sandbox, WorkerProcess worker, String fault, String... alerts) {
    for (String alert : alerts) {
      watch.expect(
          alert,
          sandbox.settings().application(),
          PrometheusIT.address(worker).getAuthority(),
          fault);
    }
  }

  /** Waits for what was expected of it, then ends it, so that it slows nothing else down. */
  private void seenAndOver(Sandbox sandbox) {
    watch.await(sandbox.settings().application());
    sandbox.close();
  }

  @Test
  void everyAlertFires() throws Exception {
    openSearchIsCut();
    dynamoDbIsCut();
    aThreadHangs();
    aDocumentIsDeletedByHand();
    nobodyReadsAShard();

    changesAreOld();
    writesAreBlocked();
    itemsWereThereBefore();
    oneDocumentIsRefused();
    manyDocumentsAreRefused();
    aTableIsPaused();
    anObjectIsMissing();
    checkpointsAreRefused();
    aWorkerDiesAgainAndAgain();
    watch.await();
    System.out.println("All:");
    watch.rows().forEach(System.out::println);
    assertThat(watch.alerts())
        .isEqualTo(
            AlertRules.all().stream().map(AlertRules.Rule::name).collect(Collectors.toSet()));
  }

  private void openSearchIsCut() throws IOException {
    Sandbox sandbox = opened(Sandbox.withTables(1));
    Turnstile turnstile = opened(new Turnstile(sandbox.openSearch("")));
    WorkerProcess worker = running(sandbox, Map.of("OPENSEARCH_URL", turnstile.url()));
    turnstile.cut();
    sandbox.put("A", "1", Map.of());
    expect(
        sandbox,
        worker,
        "OpenSearch cut, an item written",
        "TributaryOpenSearch",
        "TributaryStuck",
        "TributaryBehind");
  }

  private void dynamoDbIsCut() throws IOException {
    Sandbox sandbox = opened(Sandbox.withTables(1));
    DynamoDbDoor door = opened(new DynamoDbDoor(Servers.shared().dynamoDb()));
    WorkerProcess worker = running(sandbox, Map.of("DYNAMODB_ENDPOINT", door.url()));
    door.cut(call -> true);
    expect(sandbox, worker, "DynamoDB cut", "TributaryStateTable", "TributaryFleetUnseen");
  }

  private void aThreadHangs() throws Exception {
    Sandbox sandbox = opened(Sandbox.withTables(1));
    StoppedThread thread = opened(new StoppedThread());
    WorkerProcess worker = sandbox.startWorker(Map.of(), thread.options()).awaitReading();
    prometheus.watch(PrometheusIT.address(worker));
    thread.stop("checkpoints");
    expect(sandbox, worker, "one thread stopped by a debugger", "TributaryHangs");
  }

  private void aDocumentIsDeletedByHand() throws IOException {
    Sandbox sandbox = opened(Sandbox.withTables(1));
    edit(sandbox, "poll: 50ms", "poll: 50ms, verify: {readUnitsPerSecond: 1000}");
    WorkerProcess worker = running(sandbox, Map.of());
    sandbox.put("A", "1", Map.of());
    sandbox.awaitDocument("A#1");
    sandbox.ask(
        HttpRequest.newBuilder(sandbox.openSearch("/" + sandbox.table() + "/_doc/A%231")).DELETE());
    expect(sandbox, worker, "worker.verify, a document deleted by hand", "TributaryDifferent");
  }

  /** Somebody renews the leases and does nothing else, as a worker that half hangs. */
  private void nobodyReadsAShard() throws IOException {
    Sandbox sandbox = opened(Sandbox.withTables(1));
    WorkerProcess worker = running(sandbox, Map.of());
    sandbox.put("A", "1", Map.of());
    sandbox.awaitDocument("A#1");
    ScheduledExecutorService ghost = Executors.newSingleThreadScheduledExecutor();
    Future<?> takes =
        ghost.scheduleWithFixedDelay(() -> sandbox.giveLeasesTo("ghost"), 0, 200, MILLISECONDS);
    opened(
        () -> {
          assertThat(takes.cancel(false)).as("it took the lease all the time").isTrue();
          ghost.shutdown();
        });
    expect(sandbox, worker, "the lease taken by nobody who lives", "TributaryUnleased");
  }

  /** As after an outage of so long; OpenSearch is cut so that they stay. */
  private void changesAreOld() throws IOException {
    Sandbox sandbox = Sandbox.withTables(1);
    try (DynamoDbDoor door = new DynamoDbDoor(Servers.shared().dynamoDb());
        Turnstile turnstile = new Turnstile(sandbox.openSearch(""))) {
      WorkerProcess worker =
          running(
              sandbox, Map.of("DYNAMODB_ENDPOINT", door.url(), "OPENSEARCH_URL", turnstile.url()));
      turnstile.cut();
      door.makeOlder(Duration.ofHours(13));
      sandbox.put("A", "1", Map.of());
      expect(sandbox, worker, "a change of 13 h ago, OpenSearch cut", "TributaryChangesAtRisk");
      seenAndOver(sandbox);
    }
  }

  private void writesAreBlocked() throws IOException {
    Sandbox sandbox = Sandbox.withTables(1);
    WorkerProcess worker = running(sandbox, Map.of());
    sandbox.blockWrites(true);
    sandbox.put("A", "1", Map.of());
    expect(sandbox, worker, "index.blocks.write, an item written", "TributaryOpenSearch");
    seenAndOver(sandbox);
  }

  private void itemsWereThereBefore() throws IOException {
    Sandbox sandbox = Sandbox.withTables(1);
    sandbox.put("A", "1", Map.of());
    WorkerProcess worker = sandbox.startWorker();
    expect(sandbox, worker, "first start on a table with an item", "TributaryGap");
    prometheus.watch(PrometheusIT.address(worker));
    seenAndOver(sandbox);
  }

  private void oneDocumentIsRefused() throws IOException {
    Sandbox sandbox = Sandbox.withMapping(NUMBERS);
    WorkerProcess worker = running(sandbox, Map.of());
    sandbox.put("A", "1", Map.of("n", AttributeValue.fromS("none")));
    expect(sandbox, worker, "an item that the mapping refuses", "TributaryNotIndexed");
    seenAndOver(sandbox);
  }

  private void manyDocumentsAreRefused() throws IOException {
    Sandbox sandbox = Sandbox.withMapping(NUMBERS);
    WorkerProcess worker = running(sandbox, Map.of());
    HoldsIT.putRefused(sandbox, 1_300);
    expect(
        sandbox,
        worker,
        "1,300 items that the mapping refuses",
        "TributaryManyRefused",
        "TributaryIndexWaits");
    seenAndOver(sandbox);
  }

  private void aTableIsPaused() throws IOException {
    Sandbox sandbox = Sandbox.withTables(1);
    WorkerProcess worker = running(sandbox, Map.of());
    WorkerProcess pause =
        WorkerProcess.start(
            sandbox.folder(),
            sandbox.environment(),
            "pause",
            "--table",
            sandbox.table(),
            "--config",
            sandbox.config().toString());
    assertThat(pause.awaitExit()).as(pause::log).isZero();
    expect(sandbox, worker, "pause --table", "TributaryHeldBack");
    seenAndOver(sandbox);
  }

  private void anObjectIsMissing() throws IOException {
    Sandbox sandbox =
        Sandbox.withObjects(
            "page: {text: body}",
            "buckets: {nowhere: {endpoint: \"${S3_ENDPOINT}\"}}",
            "{\"mappings\":{\"dynamic\":false}}");
    WorkerProcess worker = running(sandbox, Map.of());
    sandbox.put("A", "1", Map.of("page", AttributeValue.fromS("s3://nowhere/a.txt")));
    expect(sandbox, worker, "an item names an object that is not there", "TributaryObjectsMissing");
    seenAndOver(sandbox);
  }

  /** Leases are renewed all the same. */
  private void checkpointsAreRefused() throws IOException {
    Sandbox sandbox = Sandbox.withTables(1);
    try (DynamoDbDoor door = new DynamoDbDoor(Servers.shared().dynamoDb())) {
      WorkerProcess worker = running(sandbox, Map.of("DYNAMODB_ENDPOINT", door.url()));
      door.refuse(call -> call.contains("UpdateItem") && call.contains("\"checkpoint\""));
      sandbox.put("A", "1", Map.of());
      expect(sandbox, worker, "checkpoints refused, an item written", "TributaryCheckpoints");
      seenAndOver(sandbox);
    }
  }

  private void aWorkerDiesAgainAndAgain() throws IOException {
    Sandbox sandbox = Sandbox.withTables(1);
    WorkerProcess worker = running(sandbox, Map.of());
    URI address = PrometheusIT.address(worker);
    edit(sandbox, "poll: 50ms", "poll: 50ms, http: {port: " + address.getPort() + "}");
    expect(sandbox, worker, "killed and started four times", "TributaryRestarting");
    for (int i = 0; i < 4; i++) {
      worker.kill();
      worker = sandbox.startWorker();
      // A start that Prometheus did not see is none.
      prometheus.awaitAnother(address);
    }
    watch.await(sandbox.settings().application());
    worker.kill();
    expect(sandbox, worker, "kill -9 of the only worker", "TributaryDown", "TributaryUnreachable");
    seenAndOver(sandbox);
  }
}
