package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tributary.index.Generation;
import dev.tributary.index.OpenSearchConnection;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.Succession;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.regions.Region;

/** A worker whose config is not that of the generation that its alias points at. */
class OtherRulesIT {

  private final Sandbox sandbox = Sandbox.withTables(2);
  private final String index = sandbox.tables().get(0);
  private final String other = sandbox.tables().get(1);

  @AfterEach
  void close() {
    sandbox.close();
  }

  private WorkerProcess tributary(String... arguments) {
    return WorkerProcess.start(sandbox.folder(), sandbox.environment(), arguments);
  }

  private boolean isThere(String in, String id) {
    return sandbox.get(in, id).path("found").asBoolean();
  }

  @Test
  void aWorkerOfTheOldConfigNeverWritesToTheNewGenerationUntilSomebodyAcceptsThat()
      throws Exception {
    WorkerProcess worker = sandbox.startWorker();
    sandbox.put(index, "A", "1", Map.of());
    await().atMost(Duration.ofMinutes(1)).until(() -> isThere(index, "A#1"));
    Generation first = Generation.first(index);
    Generation next;
    try (OpenSearchHttp http =
        OpenSearchConnection.open(sandbox.settings().openSearch(), Region.of("us-east-1"))) {
      Succession succession = new Succession(http);
      next =
          succession.create(
              succession.next(index),
              sandbox.settings().indexes().get(index).mapping(),
              "rules of the next config");
      succession.swap(first, next);
    }
    worker.awaitLog("The index " + index + " waits");
    sandbox.put(index, "A", "2", Map.of());
    sandbox.put(other, "B", "1", Map.of());
    await().atMost(Duration.ofMinutes(1)).until(() -> isThere(other, "B#1"));

    String config = sandbox.config().toString();
    WorkerProcess check = tributary("check", "--config", config);
    assertThat(check.awaitExit()).isEqualTo(1);
    assertThat(check.log()).contains(next + " has documents of other rules").contains("--apply");
    WorkerProcess status = tributary("status", "--config", config);
    assertThat(status.awaitExit()).as(status::log).isZero();
    assertThat(status.log()).contains("outdated", next + " is made by other rules");
    assertThat(sandbox.entries("letter")).isEmpty();
    assertThat(isThere(next.name(), "A#2")).isFalse();
    assertThat(isThere(first.name(), "A#2")).isFalse();

    WorkerProcess accept = tributary("mappings", "--config", config, "--apply");
    assertThat(accept.awaitExit()).as(accept::log).isZero();
    assertThat(accept.log()).contains(next + " accepts documents of this config's rules");
    await().atMost(Duration.ofMinutes(1)).until(() -> isThere(next.name(), "A#2"));
    assertThat(isThere(first.name(), "A#2")).isFalse();
    assertThat(worker.terminate().awaitExit()).as(worker::log).isZero();
  }
}
