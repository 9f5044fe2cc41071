package dev.tributary.ops.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.index.Setback;
import dev.tributary.ops.Checks;
import dev.tributary.ops.FleetFixtures;
import dev.tributary.ops.Health;
import dev.tributary.sync.Contact;
import dev.tributary.table.ShardLag;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an operator reads first, and what it rests on. */
final class SnapshotTest {

  private final FakeWorker worker = new FakeWorker();
  private Optional<String> stage = Optional.empty();
  private Duration later = Duration.ZERO;

  private JsonNode snapshot(boolean running) {
    Clock clock = Clock.fixed(FleetFixtures.NOW, ZoneOffset.UTC);
    try (Health health = Health.start(clock)) {
      health.add(List.of(Checks.start(() -> stage)));
      if (running) {
        health.add(Checks.of(worker));
      }
      health.look();
      Instant then = FleetFixtures.NOW.plus(later);
      return new Snapshot("places", FleetFixtures.HERE, health, Clock.fixed(then, ZoneOffset.UTC))
          .make(
              Optional.of(worker).filter(any -> running).map(any -> any),
              Optional.of(worker).filter(any -> running).map(any -> any));
    }
  }

  private void assertVerdict(String level, String headline, String text) {
    JsonNode judgement = snapshot(true).path("judgement");
    assertThat(judgement.path("level").asText()).as("%s", judgement).isEqualTo(level);
    assertThat(judgement.path("headline").asText()).isEqualTo(headline);
    assertThat(judgement.path("text").asText()).isEqualTo(text);
  }

  @Test
  void whereAllIsWellThereIsNothingToDo() {
    assertVerdict("GOOD", "Up to date", "2 shards, lag at most 1 s");
    assertThat(snapshot(true).at("/judgement/todo")).isEmpty();
  }

  /** The fleet was read some seconds ago; what the worker knows of its own shards is newer. */
  @Test
  void ownShardsAreToldAsTheyAreNow() {
    worker.fleet.shard(1, 48, ShardLag.State.STUCK, "it waits for room");
    worker.setback = Optional.of(Setback.FLOOD_STAGE);
    JsonNode snapshot = snapshot(true);
    assertThat(snapshot.at("/judgement/level").asText()).isEqualTo("BAD");
    assertThat(snapshot.at("/judgement/headline").asText()).isEqualTo("Stuck");
    assertThat(snapshot.at("/judgement/text").asText())
        .contains("by 48 s, OpenSearch does not take writes: its disk is full");
    assertThat(snapshot.at("/judgement/todo/0/part").asText()).isEqualTo("writes");
    assertThat(snapshot.at("/judgement/todo/0/act").asText())
        .isEqualTo("Free or add disk; OpenSearch then lifts the block by itself");
    assertThat(snapshot.at("/judgement/todo/0/read").asText())
        .isEqualTo("docs/operations.md#when-opensearch-does-not-take-writes");
    assertThat(snapshot.at("/fleet/shards/0/lagMillis").asLong()).isEqualTo(48_000);
  }

  @Test
  void whatIsDownIsTroubleBeforeAnythingLags() {
    worker.openSearch = new Contact.State(Optional.of("refused"), Duration.ofSeconds(40));
    assertVerdict(
        "BAD", "In trouble", "nothing lags yet, but OpenSearch has not answered for 40 s: refused");
  }

  @Test
  void whatIsListedIsSaidWithTheCommandForIt() {
    worker.fleet.letter("PLACE#1", "failed to parse field [loc]");
    assertVerdict("NOTICE", "Up to date, but", "1 dead letter; 2 shards, lag at most 1 s");
    assertThat(snapshot(true).at("/judgement/todo/0/act").asText())
        .startsWith("./tributary dead-letters list");
    assertThat(snapshot(true).at("/fleet/deadLetters/byReason/0/examples/0").asText())
        .isEqualTo("PLACE#1");
  }

  @Test
  void whatLagsAndMovesNeedsTimeOrWorkers() {
    worker.fleet.shard(1, 30, ShardLag.State.BEHIND, "");
    JsonNode judgement = snapshot(true).path("judgement");
    assertThat(judgement.path("headline").asText()).isEqualTo("Behind");
    assertThat(judgement.path("level").asText()).isEqualTo("NOTICE");
    assertThat(judgement.at("/todo/0/act").asText()).contains("Nothing while the lag falls");
  }

  @Test
  void whatDoesNotLagIsNotTheFirstThingToDoAboutALag() {
    worker.fleet.shard(1, 30, ShardLag.State.BEHIND, "");
    worker.fleet.letter("PLACE#1", "failed to parse field [loc]");
    JsonNode todo = snapshot(true).at("/judgement/todo");
    assertThat(todo.findValuesAsText("part")).containsExactly("lag", "dead-letters");
  }

  @Test
  void whatDoesNotAnswerIsOneThingToDo() {
    worker.setback = Optional.of(Setback.NO_CONNECTION);
    worker.openSearch = new Contact.State(Optional.of("refused"), Duration.ofSeconds(545));
    worker.fleet.shard(1, 540, ShardLag.State.STUCK, "it waits for room");
    JsonNode todo = snapshot(true).at("/judgement/todo");
    assertThat(todo.findValuesAsText("part")).containsExactly("opensearch");
  }

  /** Its first heartbeat may not be stored yet when the fleet is first read. */
  @Test
  void aWorkerThatAnswersLives() {
    worker.fleet.workers.clear();
    assertVerdict("GOOD", "Up to date", "2 shards, lag at most 1 s");
    assertThat(snapshot(true).at("/fleet/workers/0/id").asText()).isEqualTo(FleetFixtures.HERE);
  }

  @Test
  void aStartSaysWhatItWaitsForAndSoonThatItTakesTooLong() {
    stage = Optional.of("it is starting: OpenSearch is awaited");
    JsonNode judgement = snapshot(false).path("judgement");
    assertThat(judgement.path("headline").asText()).isEqualTo("Starting");
    assertThat(judgement.path("level").asText()).isEqualTo("NOTICE");
    assertThat(judgement.path("text").asText()).contains("OpenSearch is awaited");
    later = Duration.ofMinutes(3);
    assertThat(snapshot(false).at("/judgement/level").asText()).isEqualTo("BAD");
  }
}
