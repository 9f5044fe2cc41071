package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.config.Settings;
import dev.tributary.table.TableCreation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What people see when something is wrong before the first record. */
class CommandsIT {

  private final Sandbox sandbox = Sandbox.withTables(1);

  @AfterEach
  void close() {
    sandbox.close();
  }

  private WorkerProcess tributary(Map<String, String> moreEnvironment, String... arguments) {
    Map<String, String> environment = new HashMap<>(sandbox.environment());
    environment.putAll(moreEnvironment);
    return WorkerProcess.start(sandbox.folder(), environment, arguments);
  }

  private WorkerProcess withConfig(String command, String from, String to) throws IOException {
    String text = Files.readString(sandbox.config()).replace(from, to);
    Path changed = Files.writeString(sandbox.folder().resolve("changed.yml"), text);
    return tributary(Map.of(), command, "--config", changed.toString());
  }

  private String endpoint() {
    return sandbox.environment().get("DYNAMODB_ENDPOINT");
  }

  @Test
  void checkFindsAllWellAndChangesNothing() {
    // Unlike a worker, it does not ask a slow server again; this makes it patient.
    WorkerProcess check =
        tributary(Map.of("FAILOVER", "30s"), "check", "--config", sandbox.config().toString());
    assertThat(check.awaitExit()).as(check::log).isZero();
    assertThat(check.log())
        .contains("table '" + sandbox.table() + "' in " + endpoint())
        .contains("streams NEW_AND_OLD_IMAGES")
        .contains("opensearch 2.")
        .contains("index '" + sandbox.table() + "' will be created from")
        .contains("All is well.");
    assertThat(sandbox.dynamoDb().listTables().tableNames())
        .filteredOn(name -> name.startsWith(sandbox.settings().application()))
        .containsExactly(sandbox.table());
    assertThat(sandbox.get(sandbox.table(), "x").path("status").asInt()).isEqualTo(404);
  }

  @Test
  void aMissingTableEndsTheStartWithItsName() throws IOException {
    WorkerProcess named =
        withConfig("run", ": {key: {pk: PK, sk: SK}}", ": {name: nowhere, key: {pk: PK, sk: SK}}");
    assertThat(named.awaitExit()).isEqualTo(1);
    assertThat(named.log())
        .contains("table 'nowhere' does not exist in " + endpoint())
        .doesNotContain("\tat ");
  }

  @Test
  void aKeyThatIsNotTheTablesIsFound() throws IOException {
    WorkerProcess check = withConfig("check", "{pk: PK, sk: SK}", "{pk: pk}");
    assertThat(check.awaitExit()).isEqualTo(1);
    assertThat(check.log())
        .contains("has the key {pk: PK, sk: SK}, but the config says {pk: pk}")
        .contains("1 problem");
  }

  @Test
  void allProblemsOfAConfigAreToldAtOnce() throws IOException {
    WorkerProcess run = withConfig("run", "worker: {", "wroker: {");
    assertThat(run.awaitExit()).isEqualTo(1);
    assertThat(run.log()).contains("changed.yml:").contains("did you mean 'worker'");
  }

  @Test
  void openSearchThatIsDownIsWaitedForAndATermEndsTheWait() {
    WorkerProcess run =
        tributary(
            Map.of("OPENSEARCH_URL", "http://127.0.0.1:1"),
            "run",
            "--config",
            sandbox.config().toString());
    run.awaitLog("Waiting for OpenSearch at http://127.0.0.1:1");
    assertThat(run.terminate().awaitExit()).isZero();

    WorkerProcess check =
        tributary(
            Map.of("OPENSEARCH_URL", "http://127.0.0.1:1"),
            "check",
            "--config",
            sandbox.config().toString());
    assertThat(check.awaitExit()).isEqualTo(1);
    assertThat(check.log()).contains("PROBLEM  OpenSearch at http://127.0.0.1:1");
  }

  @Test
  void dynamoDbThatIsDownEndsTheStart() {
    WorkerProcess run =
        tributary(
            Map.of("DYNAMODB_ENDPOINT", "http://127.0.0.1:1"),
            "run",
            "--config",
            sandbox.config().toString());
    assertThat(run.awaitExit()).isEqualTo(1);
    assertThat(run.log())
        .contains("DynamoDB at http://127.0.0.1:1 does not answer")
        .doesNotContain("\tat ");
  }

  @Test
  void missingCredentialsAreNamed() {
    WorkerProcess run =
        tributary(
            Map.of(
                "AWS_ACCESS_KEY_ID", "",
                "AWS_SECRET_ACCESS_KEY", "",
                "AWS_EC2_METADATA_DISABLED", "true"),
            "run",
            "--config",
            sandbox.config().toString());
    assertThat(run.awaitExit()).isEqualTo(1);
    assertThat(run.log()).contains("no AWS credentials found").doesNotContain("\tat ");
  }

  @Test
  void aSchedulerThatDiesEndsTheProcess() {
    // KCL cannot initialise over a coordinator table with a foreign key, and gives up.
    Settings.Key foreign = new Settings.Key("other", Optional.empty());
    TableCreation.createIfAbsent(
        sandbox.dynamoDb(),
        TableCreation.keyed(sandbox.settings().application() + "-coordinator", foreign).build());
    WorkerProcess run = sandbox.startWorker();
    assertThat(run.awaitExit()).as(run::log).isEqualTo(1);
    assertThat(run.log()).contains("The worker died, and so ends the process");
  }
}
