package dev.tributary.system;

import static org.awaitility.Awaitility.await;

import dev.tributary.backfill.BackfillJobs;
import dev.tributary.local.LocalServer;
import dev.tributary.local.LocalStack;
import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Export;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.StateTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * How fast a warm worker loads an export and a table, beside what its servers can do alone:
 * OpenSearch with bulks of the same documents, and DynamoDB Local with the same scan and the same
 * reads. No build runs it, and it asserts no times:
 *
 * <pre>
 *   mvn -B verify -Dit.test=LoadRateBench -Dtest=WindowTest -Ditems=100000 -DitemBytes=1000
 * </pre>
 *
 * <p>{@code -Dpaths=export} leaves the table out, which takes long to fill. {@code -Dmapping=…} is
 * the index's, which only stores by default: then OpenSearch is as fast as it can be. {@code
 * -Djava=…} gives the worker more options, as for a flight recording.
 */
class LoadRateBench {

  private static final int ITEMS = Integer.getInteger("items", 100_000);
  private static final int BYTES = Integer.getInteger("itemBytes", 1000);
  private static final int FILES = Integer.getInteger("files", 8);
  private static final String HEAP = System.getProperty("heap", "256m");
  private static final String JAVA = System.getProperty("java", "");
  private static final List<String> PATHS =
      List.of(System.getProperty("paths", "export,table").split(","));
  private static final String MAPPING =
      System.getProperty("mapping", "{\"mappings\":{\"dynamic\":false}}");
  private static final int SEGMENTS = 4;
  private static final int KEYS_AT_ONCE = 100;
  private static final int ROUNDS = Integer.getInteger("rounds", 3);
  private static final int PARTS = 6;
  private static final Duration PATIENCE = Duration.ofMinutes(30);
  private static final Duration LOOK = Duration.ofMillis(50);

  private final LocalStack stack = Servers.shared();
  private final RawOpenSearch openSearch = new RawOpenSearch(stack.openSearch());
  private final ExportSandbox exports = new ExportSandbox(MAPPING);
  private final Sandbox sandbox = exports.sandbox();
  private final LargeTable table = new LargeTable(sandbox, ITEMS, BYTES);
  private final Backfills backfills =
      new Backfills(sandbox.dynamoDb(), StateTable.nameFor(sandbox.settings().application()));
  private final Map<String, ProcessHandle> processes = new LinkedHashMap<>();
  private int jobs;

  @Test
  void measure() throws Exception {
    try {
      if (PATHS.contains("table")) {
        table.fill();
      }
      Instant time = Instant.now();
      Export export = new Export(exports.export(table.items(), FILES, time, "bench"), time, ITEMS);
      Path log = sandbox.folder().resolve("gc.log");
      WorkerProcess worker = worker(log);
      processes.put("worker", worker.handle());
      processes.put("opensearch", stack.process(LocalServer.OPENSEARCH));
      processes.put("dynamodb", stack.process(LocalServer.DYNAMODB));
      processes.put("s3", stack.process(LocalServer.S3));
      processes.put("test", ProcessHandle.current());
      System.out.println("not counted, since the processes are cold");
      load("export", Optional.of(export));
      RawBulks bulks = RawBulks.ofAll(stack.openSearch(), sandbox.table());
      raw(bulks);
      for (int round = 1; round <= ROUNDS; round++) {
        System.out.printf("round %d, load %s%n", round, machineLoad());
        for (String path : PATHS) {
          double raw = raw(bulks);
          bulks.emptyModel();
          double rate = load(path, path.equals("export") ? Optional.of(export) : Optional.empty());
          System.out.printf("    %s / raw bulk: %.2f%n", path, rate / raw);
        }
        if (PATHS.contains("table")) {
          timed("scan", this::scan);
          timed("reads", this::reads);
        }
      }
      System.out.printf(
          "heap after GC, MB: %s; RSS %d MB%n",
          Memory.afterCollections(log, PARTS), Memory.resident(worker.handle()) >> 20);
      worker.terminate().awaitExit();
    } finally {
      exports.close();
    }
  }

  private WorkerProcess worker(Path log) {
    List<String> options =
        Stream.concat(
                Stream.of("-Xmx" + HEAP, "-Xlog:gc:file=" + log, "-XX:+ExitOnOutOfMemoryError"),
                Stream.of(JAVA.split(" ")).filter(option -> !option.isEmpty()))
            .toList();
    return sandbox.startWorker(Map.of(), options).awaitReading();
  }

  private static String machineLoad() throws IOException {
    return Files.readString(Path.of("/proc/loadavg")).strip();
  }

  /** How many documents are written, when that was seen, and what the processes took for it. */
  private record Sample(long documents, long nanos, Map<String, Double> cpu) {}

  private Sample sample(long documents) {
    Map<String, Double> spent = new LinkedHashMap<>();
    processes.forEach(
        (name, process) ->
            spent.put(
                name, process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3));
    return new Sample(documents, System.nanoTime(), spent);
  }

  private static double rate(String what, Sample from, Sample to) {
    double seconds = (to.nanos() - from.nanos()) / 1e9;
    long documents = to.documents() - from.documents();
    System.out.printf(
        "  %-9s %6.1f s, %7.0f items/s; CPU µs/item: %s%n",
        what,
        seconds,
        documents / seconds,
        to.cpu().entrySet().stream()
            .map(
                one ->
                    "%s %.0f"
                        .formatted(
                            one.getKey(),
                            (one.getValue() - from.cpu().get(one.getKey())) * 1e6 / documents))
            .collect(Collectors.joining(", ")));
    return documents / seconds;
  }

  private void timed(String what, Runnable work) {
    Sample before = sample(0);
    work.run();
    double unused = rate(what, before, sample(ITEMS));
  }

  /**
   * From the first document that is seen to the last: who begins it, and what comes behind it, is
   * not counted.
   */
  private double written(String what, String index) {
    Sample[] seen = new Sample[2];
    await()
        .atMost(PATIENCE)
        .pollInterval(LOOK)
        .until(
            () -> {
              long documents =
                  openSearch
                      .ask("GET", "/" + index + "/_stats/indexing")
                      .at("/_all/primaries/indexing/index_total")
                      .asLong();
              if (documents > 0) {
                Sample sample = sample(documents);
                seen[0] = seen[0] == null ? sample : seen[0];
                seen[1] = sample;
              }
              return documents >= ITEMS;
            });
    return rate(what, seen[0], seen[1]);
  }

  private void scan() {
    IntStream.range(0, SEGMENTS)
        .parallel()
        .forEach(
            segment ->
                sandbox
                    .dynamoDb()
                    .scanPaginator(
                        scan ->
                            scan.tableName(sandbox.table())
                                .segment(segment)
                                .totalSegments(SEGMENTS))
                    .forEach(page -> {}));
  }

  /** As a backfill does after each page. */
  private void reads() {
    IntStream.range(0, ITEMS / KEYS_AT_ONCE).parallel().forEach(this::readSome);
  }

  private void readSome(int batch) {
    List<Map<String, AttributeValue>> keys = new ArrayList<>();
    for (int number = batch * KEYS_AT_ONCE; number < (batch + 1) * KEYS_AT_ONCE; number++) {
      keys.add(
          Map.of(
              "PK", AttributeValue.fromS("P" + number % LargeTable.KEYS),
              "SK", AttributeValue.fromS("S" + number)));
    }
    Map<String, KeysAndAttributes> wanted =
        Map.of(
            sandbox.table(), KeysAndAttributes.builder().keys(keys).consistentRead(true).build());
    while (!wanted.isEmpty()) {
      Map<String, KeysAndAttributes> asked = wanted;
      wanted = sandbox.dynamoDb().batchGetItem(get -> get.requestItems(asked)).unprocessedKeys();
    }
  }

  /** Begun from here: the process of a command would take what is measured from the others. */
  private double load(String what, Optional<Export> export) {
    Plan plan =
        new Plan(
            sandbox.table(), Optional.empty(), Optional.empty(), true, 0, Optional.empty(), export);
    String id = "bench-" + ++jobs;
    Instant now = Instant.now();
    if (export.isPresent()) {
      BackfillJobs.addExport(sandbox.settings(), backfills, id, plan, FILES, true, "a bench", now);
    } else {
      BackfillJobs.add(
          sandbox.settings(), backfills, id, plan, BackfillJobs.SEGMENTS, "a bench", now);
    }
    long start = System.nanoTime();
    double rate = written(what, sandbox.table());
    await()
        .atMost(PATIENCE)
        .until(() -> backfills.all().stream().allMatch(job -> job.state() == State.DONE));
    System.out.printf("    all of the job: %.1f s%n", LargeTable.seconds(start));
    return rate;
  }

  private double raw(RawBulks bulks) {
    String index = bulks.freshIndex();
    bulks.send(index);
    double rate = written("raw bulk", index);
    openSearch.ask("DELETE", "/" + index);
    return rate;
  }
}
