package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * {@code verify} over many items, with differences of every kind planted among them: that each is
 * found and nothing else, how long it takes and how many read units. No build runs it, and it
 * asserts no times:
 *
 * <pre>
 *   mvn -B verify -Dit.test=VerifyBench -Dtest=WindowTest -Ditems=200000 -Dplanted=50
 * </pre>
 */
class VerifyBench {

  private static final int ITEMS = Integer.getInteger("items", 200_000);
  private static final int PLANTED = Integer.getInteger("planted", 50);
  private static final int BATCH = 25;
  private static final Duration PATIENCE = Duration.ofMinutes(20);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Sandbox sandbox = Sandbox.withTables(1);
  private final String index = sandbox.table();

  @Test
  void measure() {
    try (sandbox) {
      WorkerProcess worker = sandbox.startWorker();
      worker.awaitReading();
      long start = System.nanoTime();
      fill();
      System.out.printf("Filled in %.0f s%n", seconds(start));
      // Two items of each pair have one id, so one of their documents is there.
      int documents = ITEMS + PLANTED;
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofSeconds(1))
          .until(() -> count() == documents);
      System.out.printf("Indexed after %.0f s%n", seconds(start));
      assertThat(worker.terminate().awaitExit()).isZero();
      verify(Set.of());
      Set<String> planted = plant();
      verify(planted);
    }
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private void fill() {
    List<Map<String, AttributeValue>> pairs = new ArrayList<>();
    for (int i = 0; i < PLANTED; i++) {
      pairs.add(item("C#" + i, "D", i));
      pairs.add(item("C", i + "#D", i));
    }
    IntStream.range(0, (ITEMS + BATCH - 1) / BATCH)
        .parallel()
        .forEach(
            batch ->
                put(
                    IntStream.range(batch * BATCH, Math.min(ITEMS, (batch + 1) * BATCH))
                        .mapToObj(number -> item("P" + number, "S", number))
                        .toList()));
    for (int from = 0; from < pairs.size(); from += BATCH) {
      put(pairs.subList(from, Math.min(from + BATCH, pairs.size())));
    }
  }

  private void put(List<Map<String, AttributeValue>> items) {
    List<WriteRequest> puts =
        items.stream()
            .map(item -> PutRequest.builder().item(item).build())
            .map(put -> WriteRequest.builder().putRequest(put).build())
            .toList();
    var answer =
        sandbox.dynamoDb().batchWriteItem(request -> request.requestItems(Map.of(index, puts)));
    assertThat(answer.unprocessedItems()).isEmpty();
  }

  /** About 1 KB. */
  private static Map<String, AttributeValue> item(String pk, String sk, int number) {
    Map<String, AttributeValue> item = new HashMap<>(Sandbox.key(pk, sk));
    item.put("n", AttributeValue.fromN(String.valueOf(number)));
    item.put("name", AttributeValue.fromS("item " + number));
    item.put("text", AttributeValue.fromS(("words of " + number + ' ').repeat(60)));
    return item;
  }

  private long count() {
    sandbox.ask(
        HttpRequest.newBuilder(sandbox.openSearch("/" + index + "/_refresh"))
            .POST(BodyPublishers.noBody()));
    return sandbox
        .ask(HttpRequest.newBuilder(sandbox.openSearch("/" + index + "/_count")))
        .path("count")
        .asLong();
  }

  private Set<String> plant() {
    StringBuilder bulk = new StringBuilder();
    Set<String> planted = new TreeSet<>();
    int apart = ITEMS / (3 * PLANTED);
    for (int i = 0; i < PLANTED; i++) {
      String gone = "P" + (3 * i) * apart;
      String old = "P" + (3 * i + 1) * apart;
      String taken = "P" + (3 * i + 2) * apart;
      bulk.append("{\"delete\":{\"_id\":\"%s#S\"}}\n".formatted(gone));
      index(bulk, old + "#S", old);
      index(bulk, "gone" + i + "#S", "gone" + i);
      // Of an item that is there, and that asks for another id.
      index(bulk, taken + "#S", "P0");
      bulk.append("{\"index\":{\"_id\":\"foreign%d\"}}\n{\"name\":\"x\"}\n".formatted(i));
      planted.addAll(
          List.of(
              "missing " + gone + "#S",
              "stale " + old + "#S",
              "orphaned gone" + i + "#S",
              "clashing " + taken + "#S",
              "foreign foreign" + i));
    }
    JsonNode answer =
        sandbox.ask(
            HttpRequest.newBuilder(sandbox.openSearch("/" + index + "/_bulk?refresh=true"))
                .header("Content-Type", "application/x-ndjson")
                .POST(BodyPublishers.ofString(bulk.toString())));
    assertThat(answer.path("errors").asBoolean()).as(answer.toString()).isFalse();
    return planted;
  }

  private void index(StringBuilder bulk, String id, String pk) {
    bulk.append("{\"index\":{\"_id\":\"%s\"}}\n".formatted(id));
    bulk.append(
        "{\"PK\":\"%s\",\"SK\":\"S\",\"_sync\":{\"table\":\"%s\",\"pk\":\"%s\",\"sk\":\"S\"}}\n"
            .formatted(pk, index, pk));
  }

  /** The pairs with one id are always found. */
  private void verify(Set<String> planted) {
    Set<String> expected = new TreeSet<>(planted);
    IntStream.range(0, PLANTED).forEach(i -> expected.add("clashing C#" + i + "#D"));
    try (WorkerProcess verify =
        WorkerProcess.start(
            sandbox.folder(),
            sandbox.environment(),
            "verify",
            "--config",
            sandbox.config().toString(),
            "--json",
            "--patience",
            "1s")) {
      await().atMost(PATIENCE).until(() -> !verify.isAlive());
      List<JsonNode> lines =
          verify.log().lines().filter(line -> line.startsWith("{")).map(VerifyBench::json).toList();
      System.out.println(lines.get(lines.size() - 1));
      Set<String> found = new TreeSet<>();
      lines.subList(0, lines.size() - 1).stream()
          .map(line -> line.path("kind").asText() + " " + line.path("id").asText())
          .forEach(found::add);
      assertThat(found).isEqualTo(expected);
    }
  }

  private static JsonNode json(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
