package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tributary.local.LocalOptions;
import dev.tributary.local.LocalStack;
import dev.tributary.local.Servers;
import dev.tributary.table.TableCreation;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** What no stream can bring any more is recorded and told. */
class GapsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private Sandbox sandbox;

  @AfterEach
  void close() {
    if (sandbox != null) { // else it was skipped
      sandbox.close();
    }
  }

  private void put(String table, String sk, String kind) {
    sandbox.put(table, "A", sk, Map.of("kind", AttributeValue.fromS(kind)));
  }

  private void put(String sk) {
    put(sandbox.table(), sk, "a");
  }

  /** Each as its table, kind and subject. */
  private List<String> gaps() {
    return sandbox.entries("gap").stream()
        .map(
            row ->
                row.get("pk").s().substring("gap#".length())
                    + " "
                    + row.get("kind").s()
                    + " "
                    + row.get("subject").s())
        .toList();
  }

  private void restart(WorkerProcess worker) {
    assertThat(worker.terminate().awaitExit()).as(worker::log).isZero();
  }

  private String status(String... options) {
    List<String> arguments = new ArrayList<>(List.of("status", "--config"));
    arguments.add(sandbox.config().toString());
    arguments.addAll(List.of(options));
    try (WorkerProcess status =
        WorkerProcess.start(
            sandbox.folder(), sandbox.environment(), arguments.toArray(String[]::new))) {
      assertThat(status.awaitExit()).as(status::log).isZero();
      return status.log();
    }
  }

  @Test
  void aFirstStartOnItemsAndEntitiesThatAreNewOrChangedAreGaps() throws IOException {
    sandbox = Sandbox.withTables(2);
    String empty = sandbox.tables().get(0);
    String full = sandbox.tables().get(1);
    put(full, "1", "a");
    WorkerProcess first = sandbox.startWorker().awaitReading();
    assertThat(gaps())
        .singleElement()
        .asString()
        .startsWith(full + " FIRST_START arn:aws:dynamodb");
    assertThat(first.log()).contains("Open gap, found", "table '" + full + "'");
    assertThat(status())
        .contains("gaps: 1", "changes before ", "items were there before its stream");
    put(empty, "1", "a");
    sandbox.awaitEqual();
    restart(first);

    String config = Files.readString(sandbox.config());
    String changed =
        config.replace(
                "index: " + empty + ", clash: accepted",
                "index: " + empty + ", clash: accepted, where: {kind: a}")
            + "  more: {table: %s, index: %s, clash: accepted, where: {kind: b}}%n"
                .formatted(empty, empty);
    Files.writeString(sandbox.config(), changed);
    WorkerProcess second = sandbox.startWorker().awaitReading();
    assertThat(gaps())
        .hasSize(3)
        .contains(empty + " NEW_ENTITY more", empty + " CHANGED_ENTITY " + empty);
    assertThat(second.log()).contains("entity 'more' is new");
    restart(second);

    restart(sandbox.startWorker().awaitReading());
    assertThat(gaps()).as("found once").hasSize(3);
    assertThat(status("--json")).contains("\"kind\" : \"NEW_ENTITY\"", "\"foundBy\"");
  }

  private void switchStreamOffAndOn() {
    sandbox
        .dynamoDb()
        .updateTable(
            update ->
                update
                    .tableName(sandbox.table())
                    .streamSpecification(stream -> stream.streamEnabled(false)));
    sandbox
        .dynamoDb()
        .updateTable(
            update ->
                update
                    .tableName(sandbox.table())
                    .streamSpecification(
                        stream ->
                            stream
                                .streamEnabled(true)
                                .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
  }

  private void awaitKind(String sk, String kind) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                sandbox.get(sandbox.table(), "A#" + sk).at("/_source/kind").asText().equals(kind));
  }

  @Test
  void aNewStreamIsAGapAndIsReadOverTheDocumentsOfTheOldOne() {
    sandbox = Sandbox.withTables(1);
    WorkerProcess first = sandbox.startWorker().awaitReading();
    put("1");
    sandbox.awaitDocument("A#1");
    assertThat(gaps()).isEmpty();
    restart(first);
    switchStreamOffAndOn();
    put(sandbox.table(), "1", "b");
    WorkerProcess second = sandbox.startWorker();
    awaitKind("1", "b");
    assertThat(gaps()).singleElement().asString().contains(" NEW_STREAM ");
    assertThat(sandbox.rows("leases")).as("those of the old stream are gone").hasSize(1);

    switchStreamOffAndOn();
    assertThat(second.awaitExit()).as(second::log).isEqualTo(1);
    assertThat(second.log()).contains("Gap found", "which only another start can read");
    put(sandbox.table(), "1", "c");
    WorkerProcess third = sandbox.startWorker();
    awaitKind("1", "c");
    assertThat(gaps()).hasSize(2);
    restart(third);

    sandbox.dynamoDb().deleteTable(delete -> delete.tableName(sandbox.table()));
    TableCreation.createIfAbsent(
        sandbox.dynamoDb(),
        TableCreation.keyed(sandbox.table(), sandbox.settings().tables().get(sandbox.table()).key())
            .streamSpecification(
                stream ->
                    stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES))
            .build());
    sandbox.startWorker();
    put("2");
    sandbox.awaitDocument("A#2");
    assertThat(gaps()).as("a table made anew").hasSize(3);
  }

  @Test
  void aShardThatIsGoneBeforeItWasReadIsAGap() {
    sandbox = Sandbox.withTables(1);
    restart(sandbox.startWorker().awaitReading());
    Map<String, AttributeValue> lease = new HashMap<>(sandbox.rows("leases").get(0));
    String shard = lease.get("shardId").s();
    Instant created = Instant.now().minus(Duration.ofHours(30));
    String gone = "shardId-%020d-abcdef01".formatted(created.toEpochMilli());
    lease.replaceAll(
        (name, value) ->
            value.s() == null ? value : AttributeValue.fromS(value.s().replace(shard, gone)));
    sandbox
        .dynamoDb()
        .putItem(item -> item.tableName(sandbox.settings().application() + "-leases").item(lease));

    WorkerProcess worker = sandbox.startWorker().awaitReading();
    assertThat(gaps()).containsExactly(sandbox.table() + " VANISHED_SHARD " + gone);
    assertThat(worker.log()).contains(gone + " is gone from the stream");
    put("1");
    sandbox.awaitDocument("A#1");
  }

  /** Moves the time of the whole server, which must be the test's own. */
  private void passADay() {
    sandbox
        .dynamoDb()
        .putItem(
            item ->
                item.tableName("[TEST_CONTROL]")
                    .item(
                        Map.of(
                            "ACTION", AttributeValue.fromS("DILATE_TIME"),
                            "HOURS", AttributeValue.fromS("25"))));
    for (Map<String, AttributeValue> tip : sandbox.entries("tip")) {
      Map<String, AttributeValue> aged = new HashMap<>(tip);
      aged.computeIfPresent(
          "at",
          (name, at) ->
              AttributeValue.fromS(Instant.parse(at.s()).minus(Duration.ofHours(25)).toString()));
      sandbox
          .dynamoDb()
          .putItem(item -> item.tableName(sandbox.settings().application() + "-state").item(aged));
    }
  }

  @Test
  void whatTheStreamTrimmedBeforeItWasReadIsAGap() throws IOException, InterruptedException {
    Servers.assumeTestControl();
    try (LocalStack stack = Servers.started(LocalOptions.defaults().withTestControl())) {
      sandbox = Sandbox.on(stack);
      WorkerProcess first = sandbox.startWorker().awaitReading();
      put("1");
      sandbox.awaitDocument("A#1");
      restart(first);
      put("trimmed while nobody read");
      passADay();
      put("3");

      WorkerProcess second = sandbox.startWorker();
      sandbox.awaitDocument("A#3");
      assertThat(gaps()).singleElement().asString().contains(" TRIMMED shardId-");
      assertThat(second.log()).contains("Gap found", "the stream lost records of shardId-");
      assertThat(sandbox.compare().differences()).as("it is one").hasSize(1);

      second.signal("STOP");
      put("trimmed while the worker stood still");
      passADay();
      put("5");
      second.signal("CONT");
      sandbox.awaitDocument("A#5");
      assertThat(gaps()).as(second::log).hasSize(2);
      second.awaitLog("Gap found", 2);
      sandbox.stopWorkers();
    }
  }
}
