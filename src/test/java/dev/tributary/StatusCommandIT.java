package dev.tributary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.system.Sandbox;
import dev.tributary.system.WorkerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What an operator sees of workers that come, wait, die and go. */
class StatusCommandIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Sandbox sandbox = Sandbox.withTables(2);
  private final String paused = sandbox.tables().get(0);

  @AfterEach
  void close() {
    sandbox.close();
  }

  private String run(String... arguments) {
    CommandInProcess.Ran ran = CommandInProcess.run(sandbox, Map.of(), List.of(arguments));
    assertThat(ran.exit()).as(ran.output()).isZero();
    return ran.output();
  }

  private JsonNode status() {
    try {
      return new ObjectMapper().readTree(run("status", "--json"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitVerdict(String text) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(300))
        .untilAsserted(
            () ->
                assertThat(status().at("/verdict/text").asText())
                    .as(status()::toPrettyString)
                    .contains(text));
  }

  private List<Map<String, AttributeValue>> heartbeats() {
    return sandbox.rows("state").stream()
        .filter(row -> row.get("pk").s().equals("worker"))
        .toList();
  }

  @Test
  void theVerdictFollowsTheFleet() {
    WorkerProcess worker = sandbox.startWorker(Map.of("WORKER", "first")).awaitReading();
    sandbox.tables().forEach(table -> sandbox.put(table, "A", "1", Map.of()));
    sandbox.awaitEqual();
    awaitVerdict("Up to date: 2 shards, lag at most 0 s");
    assertThat(status().path("shards"))
        .allSatisfy(shard -> assertThat(shard.path("owner").asText()).isEqualTo("first"));

    run("pause", "--table", paused, "--reason", "a migration");
    worker.awaitLog("is held back since");
    sandbox.put(paused, "A", "2", Map.of());
    awaitVerdict("Held back: " + paused + "/");
    JsonNode held = status().path("shards").get(0);
    assertThat(held.path("state").asText()).isEqualTo("HELD_BACK");
    assertThat(held.path("why").asText()).isEqualTo("the table " + paused + " is held back");

    worker.kill();
    awaitVerdict("Down: no worker of application");
    JsonNode dead = status();
    assertThat(dead.at("/workers/0/silent").asBoolean()).isTrue();
    assertThat(dead.path("shards"))
        .hasSize(2)
        .allSatisfy(shard -> assertThat(shard.path("state").asText()).isEqualTo("NOBODYS"));

    run("resume", "--table", paused);
    WorkerProcess next = sandbox.startWorker(Map.of("WORKER", "second"));
    awaitVerdict("Up to date: 2 shards, lag at most 0 s");
    assertThat(run("status"))
        .contains("workers: 2", "shows no life", "gaps: none", "dead letters: none")
        .doesNotContain("\u001b");
    assertThat(heartbeats()).allSatisfy(row -> assertThat(row).containsKey("expires"));
    assertThat(next.terminate().awaitExit()).as(next::log).isZero();
    assertThat(heartbeats()).extracting(row -> row.get("sk").s()).containsExactly("first");
  }
}
