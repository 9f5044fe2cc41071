package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.config.RulesDigest;
import dev.tributary.config.Settings;
import dev.tributary.index.Generations;
import dev.tributary.index.OpenSearchConnection;
import dev.tributary.index.OpenSearchHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.regions.Region;

/** What people see after they changed a mapping file. */
class MappingsCommandIT {

  private final Sandbox sandbox = Sandbox.withTables(1);
  private final String index = sandbox.table() + "-000001";

  @BeforeEach
  void makeTheIndex() throws Exception {
    mapping("{\"name\": {\"type\": \"text\"}}");
    Settings settings = sandbox.settings();
    try (OpenSearchHttp http =
        OpenSearchConnection.open(settings.openSearch(), Region.of("eu-west-1"))) {
      new Generations(http, RulesDigest.of(sandbox.settings())::get)
          .ensure(sandbox.table(), settings.indexes().get(sandbox.table()).mapping());
    }
  }

  @AfterEach
  void close() {
    sandbox.close();
  }

  private void mapping(String properties) throws IOException {
    Files.writeString(
        sandbox.folder().resolve("mapping.json"),
        "{\"mappings\": {\"properties\": " + properties + "}}");
  }

  private WorkerProcess tributary(String command, String... options) {
    List<String> arguments = new ArrayList<>(List.of(command, "--config"));
    arguments.add(sandbox.config().toString());
    arguments.addAll(List.of(options));
    return WorkerProcess.start(
        sandbox.folder(), sandbox.environment(), arguments.toArray(new String[0]));
  }

  private static void assertExit(WorkerProcess process, int code, String... said) {
    assertThat(process.awaitExit()).as(process::log).isEqualTo(code);
    assertThat(process.log()).contains(said);
  }

  @Test
  void aNewFieldIsAnnouncedThenAppliedAndDoesNotKeepAWorkerFromStarting() throws IOException {
    String size = "size: live none, file {\"type\":\"long\"}";
    mapping("{\"size\": {\"type\": \"long\"}}");
    assertExit(
        tributary("check"),
        0,
        "  note     index '" + sandbox.table() + "': " + index + " lacks what ",
        size,
        "to add that, run: ./tributary mappings --config " + sandbox.config() + " --apply",
        "only " + index + " has name",
        "All is well.");

    WorkerProcess worker = sandbox.startWorker();
    worker.awaitLog("shares the streams of");
    assertThat(worker.log().lines().filter(line -> line.contains("WARN")))
        .singleElement()
        .asString()
        .contains("Index " + index + " lacks what ", size, "mappings --config FILE --apply");

    assertExit(
        tributary("mappings", "--apply"),
        0,
        "index '" + sandbox.table() + "': added; documents that are there already are found by it");
    assertExit(tributary("mappings"), 0, "index '" + sandbox.table() + "' is " + index + ", as ");
  }

  @Test
  void aChangedTypeEndsTheStartWithTheDifference() throws IOException {
    String name = "name.type: live \"text\", file \"keyword\"";
    mapping("{\"name\": {\"type\": \"keyword\"}, \"size\": {\"type\": \"long\"}}");
    WorkerProcess run = tributary("run");
    assertExit(run, 1, "index '" + sandbox.table() + "': " + index, "run rebuild", name);
    assertThat(run.log()).doesNotContain("\tat ");
    assertExit(tributary("check"), 1, "PROBLEM", "run rebuild", name, "1 problem(s).");
    assertExit(tributary("mappings", "--apply"), 1, "PROBLEM", "run rebuild", name);
    // The part that could have been added was not.
    assertExit(tributary("mappings"), 1, "size: live none, file {\"type\":\"long\"}");
  }

  @Test
  void documentsThatDoNotFitTheMappingEndTheStart() throws IOException {
    String config = Files.readString(sandbox.config());
    Files.writeString(
        sandbox.config(),
        config.replace(
            ": {table: " + sandbox.table() + ",",
            ": {fields: {name: {lat: a, lon: b}}, table: " + sandbox.table() + ","));
    String misfit = "the field 'name' (fields) holds a point, and ";
    WorkerProcess run = tributary("run");
    assertExit(run, 1, "entity '" + sandbox.table() + "': " + misfit);
    assertThat(run.log()).doesNotContain("\tat ");
    assertExit(
        tributary("check"), 1, "  PROBLEM  entity", misfit, "of other rules", "2 problem(s).");
  }
}
