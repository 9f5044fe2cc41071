package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.local.LocalServer;
import dev.tributary.local.LocalStack;
import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * One poison item after every ten good ones, of ten kinds, against as many items without any: that
 * all good ones arrive, that each poison one is a dead letter, and what these cost. Each run reads
 * a table that is full already, with a worker that starts cold. No build runs it, and it asserts no
 * times:
 *
 * <pre>
 *   mvn -B verify -Dit.test=PoisonBench -Dtest=WindowTest -Dpoison=5000 -Drounds=2
 * </pre>
 */
class PoisonBench {

  private static final int POISON = Integer.getInteger("poison", 5_000);
  private static final int GOOD_TO_ONE = 10;
  private static final List<Poison> KINDS = List.of(Poison.values());
  private static final int ALL = POISON * (GOOD_TO_ONE + 1);
  private static final int ROUNDS = Integer.getInteger("rounds", 2);
  private static final String HEAP = System.getProperty("heap", "256m");
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int BATCH = 25;

  /** Each look refreshes the index, which costs OpenSearch something. */
  private static final long LOOK_MILLIS = 100;

  private final LocalStack stack = Servers.shared();
  private final RawOpenSearch openSearch = new RawOpenSearch(stack.openSearch());
  private final Map<Boolean, List<Double>> rates = new LinkedHashMap<>();

  @Test
  void measure() throws Exception {
    String clean = RawOpenSearch.newName();
    String poisoned = RawOpenSearch.newName();
    fill(clean, false);
    fill(poisoned, true);
    run(clean, false); // OpenSearch was cold
    rates.clear();
    for (int round = 0; round < ROUNDS; round++) {
      boolean poisonFirst = round % 2 == 0;
      run(poisonFirst ? poisoned : clean, poisonFirst);
      run(poisonFirst ? clean : poisoned, !poisonFirst);
    }
    double with = rates.get(true).stream().mapToDouble(rate -> rate).average().orElseThrow();
    double without = rates.get(false).stream().mapToDouble(rate -> rate).average().orElseThrow();
    System.out.printf(
        "Means: %.0f records/s with poison, %.0f without, ratio %.2f%n",
        with, without, with / without);
  }

  private static boolean isPoison(int number) {
    return number % (GOOD_TO_ONE + 1) == GOOD_TO_ONE;
  }

  @SuppressWarnings("EnumOrdinal") // any of them, in turn
  private static Poison kind(int number) {
    return KINDS.get(number / (GOOD_TO_ONE + 1) % KINDS.size());
  }

  private void fill(String table, boolean poisoned) throws IOException {
    long start = System.nanoTime();
    Sandbox sandbox = sandbox(table, table);
    try {
      IntStream.range(0, (ALL + BATCH - 1) / BATCH)
          .parallel()
          .mapToObj(
              batch ->
                  IntStream.range(batch * BATCH, Math.min(ALL, (batch + 1) * BATCH))
                      .mapToObj(number -> item(number, poisoned && isPoison(number)))
                      .map(item -> PutRequest.builder().item(item).build())
                      .map(put -> WriteRequest.builder().putRequest(put).build())
                      .toList())
          .forEach(
              puts -> {
                var answer =
                    sandbox
                        .dynamoDb()
                        .batchWriteItem(request -> request.requestItems(Map.of(table, puts)));
                assertThat(answer.unprocessedItems()).isEmpty();
              });
    } finally {
      sandbox.closeAndLeaveTables();
    }
    System.out.printf("Filled a table in %.0f s%n", (System.nanoTime() - start) / 1e9);
  }

  private static Map<String, AttributeValue> item(int number, boolean poison) {
    Map<String, AttributeValue> item = new HashMap<>(Poison.good(number));
    if (poison) {
      item.putAll(kind(number).attributes());
    }
    item.putAll(Sandbox.key(poison ? kind(number).name() : "GOOD", "" + number));
    return item;
  }

  /** An application of its own, so that it reads the table's stream from the beginning. */
  private static Sandbox sandbox(String table, String application) throws IOException {
    Path folder =
        Files.createDirectories(
            Path.of(System.getProperty("tributary.home", "."), "target", "it", application));
    Files.writeString(folder.resolve("mapping.json"), Poison.MAPPING);
    Path config =
        Files.writeString(
            folder.resolve(application + ".yml"),
            """
            application: %2$s
            aws:
              region: ${AWS_REGION}
              dynamodb: {endpoint: "${DYNAMODB_ENDPOINT}"}
            opensearch: {url: "${OPENSEARCH_URL}"}
            worker: {failover: 10s, poll: 50ms}
            tables:
              %1$s: {key: {pk: PK, sk: SK}}
            indexes:
              %2$s: {mapping: mapping.json}
            entities:
              item: {table: %1$s, index: %2$s, clash: accepted, %3$s}
            """
                .formatted(table, application, Poison.ENTITY));
    return Sandbox.ofConfig(config, StreamViewType.NEW_AND_OLD_IMAGES);
  }

  private void run(String table, boolean poisoned) throws Exception {
    String index = RawOpenSearch.newName();
    int good = poisoned ? ALL - POISON : ALL;
    Sandbox sandbox = sandbox(table, index);
    try {
      WorkerProcess worker =
          sandbox.startWorker(
              Map.of(),
              // The rest as the launcher starts it.
              List.of("-Xmx" + HEAP, "-Xshare:auto", "-XX:+ExitOnOutOfMemoryError"));
      worker.awaitReading();
      Map<String, Duration> before = cpu(worker);
      await(() -> count(index) > 0);
      long first = System.nanoTime();
      await(() -> count(index) >= good);
      long documents = System.nanoTime();
      await(() -> !poisoned || letters(sandbox, index) >= POISON);
      long end = System.nanoTime();
      double rate = ALL / ((end - first) / 1e9);
      rates.computeIfAbsent(poisoned, unused -> new ArrayList<>()).add(rate);
      System.out.printf(
          "%-8s all documents after %.1f s, all letters after %.1f s: %.0f records/s; CPU s: %s;"
              + " load %s%n",
          poisoned ? "poisoned" : "clean",
          (documents - first) / 1e9,
          (end - first) / 1e9,
          rate,
          spent(before, cpu(worker)),
          Files.readString(Path.of("/proc/loadavg")).strip());
      check(sandbox, index, good, poisoned);
      worker.terminate().awaitExit();
      worker
          .log()
          .lines()
          .filter(line -> line.contains("Writes since"))
          .forEach(line -> System.out.println("  " + line));
      openSearch.ask("DELETE", "/" + index + "-000001");
    } finally {
      sandbox.closeAndLeaveTables();
    }
  }

  private void check(Sandbox sandbox, String index, int good, boolean poisoned) {
    assertThat(count(index)).as("documents").isEqualTo(good);
    long goodOnes =
        openSearch
            .ask(
                "POST",
                "/" + index + "/_count",
                "{\"query\": {\"prefix\": {\"_sync.pk\": \"GOOD\"}}}")
            .path("count")
            .asLong();
    assertThat(goodOnes).as("good documents").isEqualTo(good);
    assertThat(sandbox.rows("state").stream().filter(row -> row.get("pk").s().equals("hold")))
        .as("held back")
        .isEmpty();
    Map<String, Integer> kinds = new TreeMap<>();
    Map<String, String> reasons = new TreeMap<>();
    for (Map<String, AttributeValue> letter : sandbox.entries("letter")) {
      kinds.merge(letter.get("itemPk").s(), 1, Integer::sum);
      reasons.put(letter.get("itemPk").s(), letter.get("reason").s());
    }
    if (!poisoned) {
      assertThat(kinds).isEmpty();
      return;
    }
    Map<String, Integer> expected =
        IntStream.range(0, ALL)
            .filter(PoisonBench::isPoison)
            .mapToObj(number -> kind(number).name())
            .collect(Collectors.toMap(kind -> kind, kind -> 1, Integer::sum));
    assertThat(kinds).as("letters").isEqualTo(expected);
    reasons.forEach(
        (kind, reason) ->
            System.out.printf(
                "    %5d %-22s %s%n",
                kinds.get(kind), kind, reason.substring(0, Math.min(110, reason.length()))));
  }

  private long count(String index) {
    openSearch.ask("POST", "/" + index + "/_refresh");
    return openSearch.ask("GET", "/" + index + "/_count").path("count").asLong();
  }

  private static int letters(Sandbox sandbox, String index) {
    return sandbox
        .dynamoDb()
        .queryPaginator(
            request ->
                request
                    .tableName(index + "-state")
                    .select("COUNT")
                    .keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(
                        Map.of(":pk", AttributeValue.fromS("letter#" + index))))
        .stream()
        .mapToInt(page -> page.count())
        .sum();
  }

  private Map<String, Duration> cpu(WorkerProcess worker) {
    Map<String, Duration> spent = new LinkedHashMap<>();
    spent.put("worker", cpu(worker.handle()));
    Arrays.stream(new LocalServer[] {LocalServer.OPENSEARCH, LocalServer.DYNAMODB})
        .forEach(server -> spent.put(server.title(), cpu(stack.process(server))));
    return spent;
  }

  private static Duration cpu(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private static String spent(Map<String, Duration> before, Map<String, Duration> after) {
    return after.entrySet().stream()
        .map(
            entry ->
                "%s %.1f"
                    .formatted(
                        entry.getKey(),
                        entry.getValue().minus(before.get(entry.getKey())).toMillis() / 1e3))
        .collect(Collectors.joining(", "));
  }

  private interface Condition {
    boolean holds();
  }

  private static void await(Condition condition) throws InterruptedException {
    long start = System.nanoTime();
    while (!condition.holds()) {
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        throw new AssertionError("It never came");
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }
}
