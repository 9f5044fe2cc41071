package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.table.LostReads;
import dev.tributary.table.StateTable;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the stream still has, written once more beside a worker that goes on. */
class ReplayIT {

  private final Sandbox sandbox = Sandbox.withTables(1);

  @AfterEach
  void close() {
    sandbox.close();
  }

  private WorkerProcess replay(String... options) {
    List<String> arguments = new ArrayList<>(List.of("replay", "--config"));
    arguments.add(sandbox.config().toString());
    arguments.addAll(List.of("--table", sandbox.table()));
    arguments.addAll(List.of(options));
    return WorkerProcess.start(
        sandbox.folder(), sandbox.environment(), arguments.toArray(String[]::new));
  }

  private void send(String method, String path, String body) {
    sandbox.ask(
        HttpRequest.newBuilder(sandbox.openSearch(path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body)));
  }

  private List<String> ownTables() {
    return sandbox.dynamoDb().listTablesPaginator().tableNames().stream()
        .filter(name -> name.startsWith(sandbox.settings().application() + "-replay"))
        .toList();
  }

  @Test
  void whatIsLostOrDamagedInTheIndexComesBackWhileTheWorkerGoesOn() {
    WorkerProcess worker = sandbox.startWorker();
    sandbox.put("A", "1", Map.of("n", AttributeValue.fromN("1")));
    sandbox.put("A", "2", Map.of("n", AttributeValue.fromN("2")));
    sandbox.put("GONE", "1", Map.of());
    sandbox.remove("GONE", "1");
    sandbox.awaitDocument("A#2");
    sandbox.rollShards();
    sandbox.put("A", "3", Map.of("n", AttributeValue.fromN("3")));
    sandbox.awaitDocument("A#3");

    String index = "/" + sandbox.table();
    JsonNode damaged = sandbox.get(sandbox.table(), "A#2");
    send(
        "PUT",
        index + "/_doc/A%232?version_type=external_gte&version=" + damaged.path("_version"),
        "{\"n\":\"damaged\"}");
    for (String lost : List.of("A%231", "A%233")) {
      send("DELETE", index + "/_doc/" + lost, "");
    }
    assertThat(sandbox.compare().equal()).isFalse();

    WorkerProcess replay = replay();
    replay.awaitLog("replaying all");
    sandbox.put("A", "4", Map.of());
    assertThat(replay.awaitExit()).as(replay::log).isZero();
    assertThat(replay.log()).contains("replayed: ");
    sandbox.awaitEqual();
    assertThat(sandbox.get(sandbox.table(), "A#2").at("/_source/n").asInt()).isEqualTo(2);
    assertThat(worker.isAlive()).isTrue();
    assertThat(ownTables()).isEmpty();
    assertThat(sandbox.rows("state")).noneMatch(row -> row.get("pk").s().equals("lock"));
  }

  private void interrupt() {
    WorkerProcess interrupted = replay("--from", "1h");
    interrupted.awaitReading();
    assertThat(interrupted.terminate().awaitExit()).isNotZero();
    assertThat(ownTables()).as("it could go on").hasSize(3);
  }

  @Test
  void oneThatIsInterruptedGoesOnAndTellsWhatTheStreamLostMeanwhile() {
    sandbox.startWorker();
    sandbox.put("A", "1", Map.of());
    sandbox.awaitDocument("A#1");
    interrupt();
    WorkerProcess goneOn = replay("--from", "1h");
    assertThat(goneOn.awaitExit()).as(goneOn::log).isZero();
    assertThat(goneOn.log()).contains("replayed: ");
    assertThat(ownTables()).isEmpty();

    interrupt();
    // As its reader notes it: DynamoDB Local forgets nothing while a test can wait for it.
    String application = sandbox.settings().application();
    new LostReads(sandbox.dynamoDb(), StateTable.nameFor(application))
        .note(application + "-replay-" + sandbox.table(), "shard-7 of table x");
    WorkerProcess behind = replay("--from", "1h");
    assertThat(behind.awaitExit()).as(behind::log).isEqualTo(1);
    assertThat(behind.log())
        .contains("replayed: ")
        .contains("no longer had all", "shard-7 of table x", "verify --repair");
    assertThat(ownTables()).isEmpty();
    assertThat(sandbox.rows("state")).noneMatch(row -> row.get("pk").s().equals("lost"));

    interrupt();
    WorkerProcess abort = replay("--abort");
    assertThat(abort.awaitExit()).as(abort::log).isZero();
    assertThat(abort.log()).contains("is removed");
    assertThat(ownTables()).isEmpty();
  }
}
