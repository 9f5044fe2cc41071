package dev.tributary.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.enrich.objects.S3Fixture;
import dev.tributary.local.Servers;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Objects that change while their items do not. */
class ObjectChangesIT {

  private static final String BUCKET = "tributary-changes-it";
  private static final String MAPPING =
      "{\"mappings\": {\"properties\": {\"body\": {\"type\": \"text\"}}}}";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static S3Fixture s3;

  private Sandbox sandbox;

  @BeforeAll
  static void bucket() {
    s3 = new S3Fixture(BUCKET);
  }

  @AfterAll
  static void close() {
    s3.close();
  }

  @AfterEach
  void stop() {
    sandbox.close();
  }

  private void open(String more) {
    sandbox =
        Sandbox.withObjects(
            "page: {text: body}",
            "buckets: {%s: {endpoint: \"${S3_ENDPOINT}\"}}%s".formatted(BUCKET, more),
            MAPPING);
  }

  @Test
  void refreshMakesAnewWhatChangedAndReadsNothingElse() {
    open("");
    WorkerProcess worker = sandbox.startWorker();
    for (String name : List.of("same", "changes", "goes")) {
      store(name, "first");
      put(name);
    }
    sandbox.awaitEqual();
    assertThat(tributary("refresh", "--entity", sandbox.table()))
        .contains("3 documents name 3 objects: 3 as they were, 0 changed");

    long before = version("same");
    store("changes", "second");
    s3.delete("goes");
    long writes = sandbox.writes();
    assertThat(failing("refresh", "--entity", sandbox.table(), "--dry-run"))
        .contains("P#changes: changed", "P#goes: changed", "2 changed and left as they are");
    assertThat(sandbox.writes()).as("nothing is written by a dry run").isEqualTo(writes);

    assertThat(failing("refresh", "--entity", sandbox.table()))
        .contains("P#changes: made anew", "P#goes: an object is not there")
        .contains("1 as they were, 2 changed, 1 wait for an object");
    assertThat(body("changes")).isEqualTo("second");
    assertThat(body("goes")).as("kept while it is looked for").isEqualTo("first");
    assertThat(version("same")).as("not written again").isEqualTo(before);
    assertThat(tributary("status"))
        .contains("waiting for objects: 1", "no such object", "dead letters: none");

    store("goes", "again");
    await().atMost(PATIENCE).until(() -> body("goes").equals("again"));
    await().atMost(PATIENCE).until(() -> tributary("status").contains("waiting for objects: none"));
    sandbox.awaitEqual();
    assertThat(worker.isAlive()).isTrue();
  }

  @Test
  void refreshOfAnEntityWithoutObjectsIsWrongUse() {
    open("");
    WorkerProcess refresh = start("refresh", "--entity", "nobody");
    assertThat(refresh.awaitExit()).isEqualTo(2);
    assertThat(refresh.log()).contains("'nobody' is no entity with objects", sandbox.table());
  }

  @Test
  void checkAsksTheBuckets() {
    open(", limits: {time: 1s}");
    assertThat(tributary("check")).contains("bucket '" + BUCKET + "' can be read");
    WorkerProcess check =
        WorkerProcess.start(
            sandbox.folder(),
            with(sandbox.environment(), "S3_ENDPOINT", "http://127.0.0.1:1"),
            "check",
            "--config",
            sandbox.config().toString());
    assertThat(check.awaitExit()).isEqualTo(1);
    assertThat(check.log()).contains("bucket '" + BUCKET + "': ", "check objects.buckets");
  }

  @Test
  void anEventOfS3MakesDocumentsAnewAtOnce() {
    URI server = Servers.sqs();
    try (SqsClient sqs =
        SqsClient.builder()
            .endpointOverride(server)
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
            .build()) {
      String queue = sqs.createQueue(request -> request.queueName("changes-it")).queueUrl();
      open(", events: {queue: \"%s\", endpoint: \"%s\", again: 2s}".formatted(queue, server));
      sandbox.startWorker();
      store("seen", "first");
      put("seen");
      put("late");
      await().atMost(PATIENCE).until(() -> body("seen").equals("first"));
      sandbox.awaitDocument("P#late");

      store("seen", "second");
      store("late", "came");
      for (String key : List.of("seen", "late")) {
        String event =
            "{\"Records\":[{\"eventName\":\"ObjectCreated:Put\",\"s3\":{\"bucket\":{\"name\":\"%s\"},"
                + "\"object\":{\"key\":\"%s\"}}}]}";
        sqs.sendMessage(
            request -> request.queueUrl(queue).messageBody(event.formatted(BUCKET, key)));
      }
      await().atMost(PATIENCE).until(() -> body("seen").equals("second"));
      await().atMost(PATIENCE).until(() -> body("late").equals("came"));
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  sqs
                      .getQueueAttributes(
                          request -> request.queueUrl(queue).attributeNames(QueueAttributeName.ALL))
                      .attributes()
                      .entrySet()
                      .stream()
                      .filter(entry -> entry.getKey().toString().startsWith("Approximate"))
                      .allMatch(entry -> entry.getValue().equals("0")));
      sandbox.awaitEqual();
    }
  }

  private static Map<String, String> with(Map<String, String> environment, String key, String to) {
    environment.put(key, to);
    return environment;
  }

  private WorkerProcess start(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(1, List.of("--config", sandbox.config().toString()));
    return WorkerProcess.start(sandbox.folder(), sandbox.environment(), all.toArray(String[]::new));
  }

  private String tributary(String... arguments) {
    WorkerProcess command = start(arguments);
    assertThat(command.awaitExit()).as(command::log).isZero();
    return command.log();
  }

  private String failing(String... arguments) {
    WorkerProcess command = start(arguments);
    assertThat(command.awaitExit()).as(command::log).isEqualTo(1);
    return command.log();
  }

  private static void store(String key, String text) {
    s3.put(key, text.getBytes(UTF_8));
  }

  private void put(String name) {
    sandbox.put("P", name, Map.of("page", AttributeValue.fromS("s3://" + BUCKET + "/" + name)));
  }

  private JsonNode document(String name) {
    return sandbox.get(sandbox.table(), "P#" + name);
  }

  private String body(String name) {
    return document(name).path("_source").path("body").asText();
  }

  private long version(String name) {
    return document(name).path("_version").asLong();
  }
}
