package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.backfill.Sample;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.StateTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tables and indexes compared on real servers, with differences that were planted. */
class VerifyIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PLANTED = 5;

  private final Sandbox sandbox =
      Sandbox.withMapping(
          """
          {"mappings": {"dynamic": false, "properties": {"loc": {"type": "geo_point"}}}}
          """);
  private final String index = sandbox.table();
  private final DeadLetters letters =
      new DeadLetters(sandbox.dynamoDb(), StateTable.nameFor(sandbox.settings().application()));

  @AfterEach
  void close() {
    sandbox.close();
  }

  private record Ran(int exit, String output, List<JsonNode> lines) {

    JsonNode summary() {
      return lines.get(lines.size() - 1);
    }

    /** {@code kind id} of all that was told. */
    Set<String> told() {
      Set<String> told = new TreeSet<>();
      for (JsonNode line : lines.subList(0, lines.size() - 1)) {
        assertThat(told.add(line.path("kind").asText() + " " + line.path("id").asText()))
            .as("told twice: " + line)
            .isTrue();
      }
      return told;
    }
  }

  private WorkerProcess start(Map<String, String> moreEnvironment, String... arguments) {
    List<String> all = new ArrayList<>(List.of("verify", "--config", sandbox.config().toString()));
    all.addAll(List.of(arguments));
    Map<String, String> environment = new HashMap<>(sandbox.environment());
    environment.putAll(moreEnvironment);
    return WorkerProcess.start(sandbox.folder(), environment, all.toArray(String[]::new));
  }

  private static Ran ran(WorkerProcess verify) {
    int exit = verify.awaitExit();
    List<JsonNode> lines =
        verify.log().lines().filter(line -> line.startsWith("{")).map(VerifyIT::json).toList();
    return new Ran(exit, verify.log(), lines);
  }

  private Ran verify(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--json");
    return ran(start(Map.of(), all.toArray(String[]::new)));
  }

  private static JsonNode json(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, AttributeValue> named(String name) {
    return Map.of(
        "name", AttributeValue.fromS(name), "n", AttributeValue.fromN("0.12345678901234567891"));
  }

  /** Puts items {@code P/<prefix>0} and so on, whose documents are {@code P#<prefix>0}. */
  private void put(String prefix, int count) {
    IntStream.range(0, count).forEach(i -> sandbox.put("P", prefix + i, named("first")));
  }

  /** As somebody does who is no worker; the version stays above what any worker wrote. */
  private void write(String id, String body) {
    JsonNode answer =
        sandbox.ask(
            request(id)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(body)));
    assertThat(answer.path("result").asText()).as(answer.toString()).isIn("created", "updated");
  }

  private void delete(String id) {
    assertThat(sandbox.ask(request(id).DELETE()).path("result").asText()).isEqualTo("deleted");
  }

  private HttpRequest.Builder request(String id) {
    return HttpRequest.newBuilder(
        sandbox.openSearch("/" + index + "/_doc/" + URLEncoder.encode(id, StandardCharsets.UTF_8)));
  }

  private String document(String sk, String name) {
    return """
        {"PK": "P", "SK": "%s", "name": "%s", "_sync": {"table": "%s", "pk": "P", "sk": "%s"}}
        """
        .formatted(sk, name, index, sk);
  }

  /** Five of every kind. */
  private Set<String> plant() {
    Set<String> planted = new TreeSet<>();
    for (int i = 0; i < PLANTED; i++) {
      delete("P#gone" + i);
      write("P#old" + i, document("old" + i, "older"));
      write("P#never" + i, document("never" + i, "never there"));
      // Of an item that is there, under the id of another.
      write("P#taken" + i, document("good" + i, "first"));
      write("somebody" + i, "{\"name\": \"somebody else's\"}");
      planted.addAll(
          List.of(
              "missing P#gone" + i,
              "stale P#old" + i,
              "orphaned P#never" + i,
              "clashing P#taken" + i,
              "foreign somebody" + i));
    }
    // Nobody's by what it says, but with the id of an item.
    write("P#bare", "{\"PK\": \"P\", \"SK\": \"bare\"}");
    planted.add("stale P#bare");
    // Refused as before, but no longer listed.
    letters.clear(index, "P#refused", Long.MAX_VALUE);
    planted.add("missing P#refused");
    return planted;
  }

  @Test
  void findsWhatWasPlantedAndNothingElseAndMendsIt() {
    WorkerProcess worker = sandbox.startWorker();
    for (String prefix : List.of("good", "gone", "old", "taken")) {
      put(prefix, prefix.equals("good") ? 600 : PLANTED);
    }
    sandbox.put("P", "bare", named("first"));
    sandbox.put("P", "refused", Map.of("loc", AttributeValue.fromS("no place")));
    worker.awaitLog("Cannot be indexed, kept as a dead letter: P / refused");
    await().atMost(Duration.ofMinutes(1)).until(() -> sandbox.compare().differences().size() == 1);

    Ran equal = verify("--patience", "1s");
    assertThat(equal.exit()).as(equal.output()).isZero();
    assertThat(equal.told()).isEmpty();
    int items = 600 + 3 * PLANTED + 2;
    assertThat(equal.summary().path("items").asInt()).isEqualTo(items);
    assertThat(equal.summary().path("expected").asInt()).isEqualTo(items);
    assertThat(equal.summary().path("documents").asInt()).isEqualTo(items - 1);
    assertThat(equal.summary().path("equal").asInt()).isEqualTo(items - 1);
    assertThat(equal.summary().path("listed").asInt()).as("refused, with a letter").isEqualTo(1);
    assertThat(equal.summary().path("readUnits").asDouble()).isGreaterThan(items / 2.0);

    assertThat(worker.terminate().awaitExit()).isZero();
    Set<String> planted = plant();
    Ran found = verify("--patience", "1s");
    assertThat(found.exit()).as(found.output()).isEqualTo(1);
    assertThat(found.told()).isEqualTo(planted);
    assertThat(found.lines()).noneMatch(line -> line.toString().contains("first"));
    assertThat(found.lines().get(0).fieldNames()).toIterable().contains("kind", "index", "id");

    sampled(planted);

    Ran repaired = verify("--patience", "0s", "--repair");
    assertThat(repaired.exit()).as("foreign ones are left, and the refused one").isEqualTo(1);
    assertThat(repaired.told()).isEqualTo(planted);
    assertThat(repaired.summary().path("repaired").asInt()).isEqualTo(4 * PLANTED + 1);
    IntStream.range(0, PLANTED).forEach(i -> delete("somebody" + i));
    assertThat(sandbox.compare().differences()).as("but the refused one").hasSize(1);
    assertThat(letters.find(index, "P#refused")).as("filed again").isPresent();
    Ran again = verify("--patience", "0s");
    assertThat(again.exit()).as(again.output()).isZero();
    assertThat(again.summary().path("listed").asInt()).isEqualTo(1);
    assertThat(again.told()).isEmpty();
  }

  /** Both walks look at the same documents, and at all kinds. */
  private void sampled(Set<String> planted) {
    Sample most = new Sample(75);
    Set<String> expected = new TreeSet<>();
    for (String one : planted) {
      if (most.takes(one.substring(one.indexOf(' ') + 1))) {
        expected.add(one);
      }
    }
    assertThat(expected.stream().map(one -> one.substring(0, one.indexOf(' '))))
        .as("so that it says something of both walks")
        .contains("missing", "orphaned");
    Ran sample = verify("--patience", "0s", "--sample", "75");
    assertThat(sample.told()).isEqualTo(expected);
    assertThat(sample.summary().path("expected").asInt()).isBetween(400, 520);
  }

  @Test
  void whatIsOnItsWayWhileItLooksIsNotToldOf() {
    WorkerProcess worker = sandbox.startWorker();
    put("good", 20);
    sandbox.awaitEqual();
    assertThat(worker.terminate().awaitExit()).isZero();
    sandbox.put("P", "late", named("late"));
    WorkerProcess verify = start(Map.of(), "--patience", "1m");
    verify.awaitLog("1 documents differ for now and are looked at again");
    // Meanwhile a worker comes to it, and other items change while they are looked at.
    WorkerProcess again = sandbox.startWorker();
    for (int i = 0; verify.isAlive(); i++) {
      sandbox.put("P", "good" + i % 20, named("changed " + i));
    }
    assertThat(verify.awaitExit()).as(verify::log).isZero();
    assertThat(verify.log())
        .contains(
            "21 equal, 0 missing, 0 stale, 0 orphaned, 0 clashing, 0 foreign, 0 unreadable, 0 listed");
    assertThat(again.isAlive()).isTrue();
  }

  @Test
  void workersCompareAllTheTimeWhereTheConfigSaysSo() throws IOException {
    WorkerProcess worker = sandbox.startWorker();
    put("good", 30);
    sandbox.awaitEqual();
    assertThat(worker.terminate().awaitExit()).isZero();
    write("P#good7", document("good7", "older"));
    try (WorkerProcess verifying = verifying("readUnitsPerSecond: 1000")) {
      verifying.awaitLog("Verified all: 30 items, 30 documents, 1 differences");
      assertThat(verifying.log())
          .contains(
              "Verifying found: stale %s/P#good7, table %s, P / good7".formatted(index, index));
      assertThat(verifying.terminate().awaitExit()).as(verifying::log).isZero();
    }
    assertThat(sandbox.get(index, "P#good7").at("/_source/name").asText())
        .as("nothing is written unasked")
        .isEqualTo("older");
    Map<String, AttributeValue> last =
        sandbox.rows("state").stream()
            .filter(row -> row.get("pk").s().equals("verify") && row.get("sk").s().equals("last"))
            .findFirst()
            .orElseThrow();
    assertThat(last.get("counts").m().get("stale").n()).isEqualTo("1");
    assertThat(last.get("examples").l()).hasSize(1);

    delete("P#good8");
    write("P#never", document("never", "never there"));
    try (WorkerProcess repairing = verifying("readUnitsPerSecond: 1000, repair: true")) {
      sandbox.awaitEqual();
      assertThat(repairing.terminate().awaitExit()).as(repairing::log).isZero();
    }
  }

  private WorkerProcess verifying(String how) throws IOException {
    String config = Files.readString(sandbox.config());
    Path verifying =
        Files.writeString(
            sandbox.folder().resolve("verifying.yml"),
            config.replace("poll: 50ms", "poll: 50ms, verify: {" + how + "}"));
    return WorkerProcess.start(
        sandbox.folder(), sandbox.environment(), "run", "--config", verifying.toString());
  }

  @Test
  void wrongUseAndServersThatAreAwayAreToldInOneLine() {
    // At once: each of them mostly waits.
    WorkerProcess nobodys = start(Map.of(), "--table", "nobody");
    WorkerProcess unstarted = start(Map.of());
    WorkerProcess away = start(Map.of("OPENSEARCH_URL", "http://127.0.0.1:1"));
    WorkerProcess tableAway = start(Map.of("DYNAMODB_ENDPOINT", "http://127.0.0.1:1"));
    assertThat(nobodys.awaitExit()).isEqualTo(2);
    assertThat(nobodys.log()).contains("has no table 'nobody'; it has [" + index + "]");
    assertThat(unstarted.awaitExit()).isEqualTo(1);
    assertThat(unstarted.log()).contains("there is no index '" + index + "'");
    assertThat(away.awaitExit()).isEqualTo(1);
    assertThat(away.log()).contains("OpenSearch at http://127.0.0.1:1: no answer");
    assertThat(tableAway.awaitExit()).isEqualTo(1);
    assertThat(tableAway.log()).contains("does not answer");
    assertThat(nobodys.log() + unstarted.log() + away.log() + tableAway.log())
        .doesNotContain("\tat ");
  }
}
