package dev.tributary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tributary.enrich.objects.S3Fixture;
import dev.tributary.system.Sandbox;
import dev.tributary.system.WorkerProcess;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** {@code verify} of documents whose items name objects. */
class VerifyObjectsIT {

  private static final String BUCKET = "tributary-verify-it";

  private final S3Fixture s3 = new S3Fixture(BUCKET);
  private final Sandbox sandbox =
      Sandbox.withObjects(
          "page: {text: body}",
          "buckets: {%s: {endpoint: \"${S3_ENDPOINT}\"}}".formatted(BUCKET),
          "{\"mappings\": {\"properties\": {\"body\": {\"type\": \"text\"}}}}");

  @AfterEach
  void close() {
    sandbox.close();
    s3.close();
  }

  private void put(String name) {
    sandbox.put(
        "P", name, Map.of("page", AttributeValue.fromS("s3://%s/%s".formatted(BUCKET, name))));
  }

  private String verify(int exit, String... options) {
    List<String> all = new ArrayList<>(List.of("verify", "--patience", "0s"));
    all.addAll(List.of(options));
    CommandInProcess.Ran ran = CommandInProcess.run(sandbox, Map.of(), all);
    assertThat(ran.exit()).as(ran.output()).isEqualTo(exit);
    return ran.output();
  }

  @Test
  void objectsAreComparedWhereThatIsAskedForAndWhatWaitsForThemIsListed() {
    s3.put("there", "first".getBytes(UTF_8));
    WorkerProcess worker = sandbox.startWorker();
    put("there");
    put("absent");
    sandbox.awaitDocument("P#there");
    await().atMost(Duration.ofMinutes(1)).until(() -> sandbox.entries("pending").size() == 1);
    sandbox.awaitDocument("P#absent");
    assertThat(worker.terminate().awaitExit()).isZero();

    s3.put("there", "second".getBytes(UTF_8));
    assertThat(verify(0)).contains("2 equal, 0 missing, 0 stale");
    assertThat(verify(1, "--objects"))
        .contains("stale     " + sandbox.table() + "/P#there", "1 stale");

    sandbox.ask(
        HttpRequest.newBuilder(
                sandbox.openSearch("/" + sandbox.table() + "/_update/P%23absent?refresh=true"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"doc\": {\"other\": 1}}")));
    assertThat(verify(0, "--table", sandbox.table()))
        .as("a pending entry says that it is not done")
        .contains("1 equal", "0 stale", "1 listed");
  }
}
