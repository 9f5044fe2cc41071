package dev.tributary.system;

import static org.awaitility.Awaitility.await;

import dev.tributary.local.LocalServer;
import dev.tributary.local.LocalStack;
import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.StateTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * How fast a backfill is beside what its servers can do alone: OpenSearch with bulks of the same
 * documents, and DynamoDB Local with the same scan and the same reads. No build runs it, and it
 * asserts no times:
 *
 * <pre>
 *   mvn -B verify -Dit.test=LoadRateBench -Dtest=WindowTest -Ditems=100000 -DitemBytes=1000
 * </pre>
 */
class LoadRateBench {

  private static final int ITEMS = Integer.getInteger("items", 100_000);
  private static final int BYTES = Integer.getInteger("itemBytes", 1000);
  private static final String HEAP = System.getProperty("heap", "256m");
  private static final int SEGMENTS = 4;
  private static final int KEYS_AT_ONCE = 100;
  private static final int ROUNDS = Integer.getInteger("rounds", 3);
  private static final int PARTS = 6;
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private final LocalStack stack = Servers.shared();
  private final RawOpenSearch openSearch = new RawOpenSearch(stack.openSearch());
  private final Sandbox sandbox = Sandbox.withTables(1);
  private final LargeTable table = new LargeTable(sandbox, ITEMS, BYTES);
  private final Backfills backfills =
      new Backfills(sandbox.dynamoDb(), StateTable.nameFor(sandbox.settings().application()));

  @Test
  void measure() throws Exception {
    try {
      table.fill();
      for (int round = 1; round <= ROUNDS; round++) {
        System.out.printf("round %d, load %s%n", round, load());
        timed("scan", Map.of(), this::scan);
        timed("reads", Map.of(), this::reads);
        double loaded = backfill(round);
        RawBulks bulks = RawBulks.ofAll(stack.openSearch(), sandbox.table());
        double raw = raw(bulks);
        System.out.printf("  raw bulk / backfill: %.2f%n", raw / loaded);
        empty();
      }
    } finally {
      sandbox.close();
    }
  }

  private static String load() throws IOException {
    return Files.readString(Path.of("/proc/loadavg")).strip();
  }

  /** Something that is measured. */
  @FunctionalInterface
  private interface Work {
    void run() throws Exception;
  }

  private double timed(String what, Map<String, ProcessHandle> more, Work work) throws Exception {
    Map<String, ProcessHandle> processes = new LinkedHashMap<>(more);
    processes.put("opensearch", stack.process(LocalServer.OPENSEARCH));
    processes.put("dynamodb", stack.process(LocalServer.DYNAMODB));
    processes.put("test", ProcessHandle.current());
    Map<String, Double> before = cpu(processes);
    long start = System.nanoTime();
    work.run();
    double seconds = LargeTable.seconds(start);
    Map<String, Double> after = cpu(processes);
    System.out.printf(
        "  %-9s %6.1f s, %7.0f items/s; CPU µs/item: %s%n",
        what,
        seconds,
        ITEMS / seconds,
        after.entrySet().stream()
            .map(
                one ->
                    "%s %.0f"
                        .formatted(
                            one.getKey(),
                            (one.getValue() - before.get(one.getKey())) * 1e6 / ITEMS))
            .collect(Collectors.joining(", ")));
    return seconds;
  }

  private static Map<String, Double> cpu(Map<String, ProcessHandle> processes) {
    Map<String, Double> spent = new LinkedHashMap<>();
    processes.forEach(
        (name, process) ->
            spent.put(
                name, process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3));
    return spent;
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

  /** By one worker, with its start not counted: it has its compiled code to make meanwhile. */
  private double backfill(int round) throws Exception {
    Path log = sandbox.folder().resolve("gc-%d.log".formatted(round));
    WorkerProcess worker =
        sandbox
            .startWorker(
                Map.of(),
                List.of("-Xmx" + HEAP, "-Xlog:gc:file=" + log, "-XX:+ExitOnOutOfMemoryError"))
            .awaitReading();
    long[] resident = {0};
    double seconds =
        timed(
            "backfill",
            Map.of("worker", worker.handle()),
            () -> {
              int known = backfills.all().size();
              // Begun from here: a command would cost a second start.
              var unused = table.command("backfill", "--table", sandbox.table(), "--detach");
              await()
                  .atMost(PATIENCE)
                  .until(
                      () -> {
                        resident[0] = Math.max(resident[0], Memory.resident(worker.handle()));
                        var jobs = backfills.all();
                        return jobs.size() > known
                            && jobs.stream().allMatch(job -> job.state() == State.DONE);
                      });
            });
    System.out.printf(
        "    heap after GC, MB: %s; RSS at most %d MB%n",
        Memory.afterCollections(log, PARTS), resident[0] >> 20);
    worker.terminate().awaitExit();
    return seconds;
  }

  private double raw(RawBulks bulks) throws Exception {
    String index = bulks.freshIndex();
    double seconds =
        timed(
            "raw bulk",
            Map.of(),
            () -> {
              bulks.send(index);
              await()
                  .atMost(PATIENCE)
                  .until(
                      () ->
                          openSearch
                                  .ask("GET", "/" + index + "/_stats/indexing")
                                  .at("/_all/primaries/indexing/index_total")
                                  .asLong()
                              >= ITEMS);
            });
    openSearch.ask("DELETE", "/" + index);
    return seconds;
  }

  /** So that the next backfill makes documents, as the first one did. */
  private void empty() {
    String index = openSearch.ask("GET", "/" + sandbox.table()).fieldNames().next();
    openSearch.ask("DELETE", "/" + index);
  }
}
