package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What operators hold back, and what workers hold back themselves. */
class HoldsIT {

  private Sandbox sandbox;

  @AfterEach
  void close() {
    sandbox.close();
  }

  private WorkerProcess tributary(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--config", sandbox.config().toString()));
    return WorkerProcess.start(sandbox.folder(), sandbox.environment(), all.toArray(String[]::new));
  }

  private String run(String... arguments) {
    WorkerProcess command = tributary(arguments);
    assertThat(command.awaitExit()).as(command::log).isZero();
    return command.log();
  }

  private boolean isThere(String table, String id) {
    return sandbox.get(table, id).path("found").asBoolean();
  }

  @Test
  void aPausedTableWaitsThroughARestartWhileTheOthersGoOn() {
    sandbox = Sandbox.withTables(2);
    String paused = sandbox.tables().get(0);
    String other = sandbox.tables().get(1);
    WorkerProcess worker = sandbox.startWorker();
    sandbox.put(paused, "A", "1", Map.of());
    await().atMost(Duration.ofMinutes(1)).until(() -> isThere(paused, "A#1"));

    assertThat(run("pause", "--table", paused, "--reason", "a migration"))
        .contains("'" + paused + "' is held back");
    worker.awaitLog("is held back since");
    sandbox.put(paused, "A", "2", Map.of());
    sandbox.put(other, "B", "1", Map.of());
    await().atMost(Duration.ofMinutes(1)).until(() -> isThere(other, "B#1"));
    assertThat(isThere(paused, "A#2")).isFalse();
    assertThat(worker.terminate().awaitExit()).as("nothing is under way").isZero();

    sandbox.startWorker();
    sandbox.put(other, "B", "2", Map.of());
    await().atMost(Duration.ofMinutes(1)).until(() -> isThere(other, "B#2"));
    assertThat(isThere(paused, "A#2")).isFalse();
    assertThat(run("status")).contains("a migration");

    assertThat(run("resume", "--table", paused)).contains("goes on");
    sandbox.awaitEqual();
    assertThat(isThere(paused, "A#2")).isTrue();
    assertThat(run("resume", "--table", paused)).contains("was not held back");
    WorkerProcess unknown = tributary("pause", "--index", "nowhere");
    assertThat(unknown.awaitExit()).isEqualTo(2);
    assertThat(unknown.log()).contains("has no index 'nowhere'; it has [");
  }

  @Test
  void aStormOfRefusalsStopsTheIndexUntilSomebodySaysGoOn() {
    sandbox =
        Sandbox.withMapping(
            "{\"mappings\":{\"dynamic\":false,\"properties\":{\"n\":{\"type\":\"long\"}}}}");
    int refused = 1_300;
    putRefused(sandbox, refused);
    WorkerProcess worker = sandbox.startWorker();
    worker.awaitLog("most of its documents are refused");
    sandbox.put("GOOD", "1", Map.of("n", AttributeValue.fromN("1")));
    assertThat(letters()).as("the stream is not emptied into the dead letters").isLessThan(1_200);
    assertThat(isThere(sandbox.table(), "GOOD#1")).isFalse();
    assertThat(worker.terminate().awaitExit()).as(worker::log).isZero();

    WorkerProcess next = sandbox.startWorker();
    next.awaitLog("most of its documents are refused");
    assertThat(run("status")).contains("mapper_parsing_exception");
    run("resume", "--index", sandbox.table());
    sandbox.awaitDocument("GOOD#1");
    await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofSeconds(1)) // each look reads them all
        .until(() -> letters() == refused);
    assertThat(next.terminate().awaitExit()).as(next::log).isZero();
  }

  private long letters() {
    return sandbox.rows("state").stream()
        .filter(row -> row.get("pk").s().startsWith("letter#"))
        .count();
  }

  /** Items that a mapping of {@code n} as a number refuses. */
  static void putRefused(Sandbox sandbox, int count) {
    List<WriteRequest> puts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<String, AttributeValue> item =
          Map.of(
              "PK", AttributeValue.fromS("BAD"),
              "SK", AttributeValue.fromS(String.valueOf(i)),
              "n", AttributeValue.fromS("no number " + i));
      puts.add(WriteRequest.builder().putRequest(put -> put.item(item)).build());
      if (puts.size() == 25 || i == count - 1) {
        Map<String, List<WriteRequest>> batch = Map.of(sandbox.table(), List.copyOf(puts));
        sandbox.dynamoDb().batchWriteItem(request -> request.requestItems(batch));
        puts.clear();
      }
    }
  }
}
