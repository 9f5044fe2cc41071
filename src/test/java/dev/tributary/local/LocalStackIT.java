package dev.tributary.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalStackIT {
  private static final String SHAPES = "{'mappings':{'properties':{'area':{'type':'geo_shape'}}}}";
  private static final String TRIANGLE =
      "{'area':{'type':'Polygon','coordinates':[[[0,0],[1,0],[1,1],[0,0]]]}}";

  private final HttpClient http = HttpClient.newHttpClient();

  @TempDir Path folder;

  @BeforeAll
  static void isOfProcesses() {
    Servers.assumeProcesses();
  }

  @Test
  void dynamoDbAnswers() throws Exception {
    var answer = dynamoDb(Servers.shared(), "ListTables", "{}");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("TableNames");
  }

  @Test
  void openSearchKeepsADocumentWithAShape() throws Exception {
    URI node = Servers.shared().openSearch();
    assertThat(put(node.resolve("/local-stack"), SHAPES).statusCode()).isEqualTo(200);
    assertThat(put(node.resolve("/local-stack/_doc/1"), TRIANGLE).statusCode()).isEqualTo(201);
    assertThat(fetch(node.resolve("/local-stack/_doc/1")).body()).contains("Polygon");
  }

  @Test
  void s3AsksForASignature() throws Exception {
    assertThat(fetch(Servers.shared().s3().resolve("/")).statusCode()).isEqualTo(403);
  }

  @Test
  void testControlRollsAShard() throws Exception {
    LocalStack stack = Servers.shared();
    createTable(stack, "rolled");
    String stream =
        dynamoDb(stack, "DescribeTable", "{'TableName':'rolled'}")
            .body()
            .replaceFirst("(?s).*\"LatestStreamArn\":\"([^\"]+)\".*", "$1");
    String describe = "{'StreamArn':'" + stream + "'}";
    assertThat(streams(stack, "DescribeStream", describe).body().split("ShardId\"")).hasSize(2);
    dynamoDb(stack, "PutItem", "{'TableName':'[TEST_CONTROL]','Item':{'ACTION':{'S':'ROLLOVER'}}}");
    await()
        .untilAsserted(
            () ->
                assertThat(streams(stack, "DescribeStream", describe).body())
                    .contains("ParentShardId"));
  }

  @Test
  void dynamoDbInMemoryIsNotRestartedAsIfNothingWasLost() {
    assertThatIllegalStateException()
        .isThrownBy(() -> Servers.shared().restart(LocalServer.DYNAMODB));
  }

  @Test
  void dataOutlivesACrashOfOneServerAndTheWholeStack() throws Exception {
    LocalOptions options = LocalOptions.defaults().withData(folder);
    try (var stack = new LocalStack(options).start()) {
      createTable(stack, "kept");
      URI document = stack.openSearch().resolve("/kept/_doc/1");
      assertThat(put(document, "{'a':1}").statusCode()).isEqualTo(201);

      stack.kill(LocalServer.OPENSEARCH);
      assertThat(stack.process(LocalServer.OPENSEARCH).isAlive()).isFalse();
      stack.restart(LocalServer.OPENSEARCH);
      stack.stop(LocalServer.DYNAMODB);
      stack.restart(LocalServer.DYNAMODB);

      assertThat(fetch(document).statusCode()).isEqualTo(200);
      assertThat(dynamoDb(stack, "ListTables", "{}").body()).contains("kept");
    }
    try (var stack = new LocalStack(options).start()) {
      assertThat(fetch(stack.openSearch().resolve("/kept/_doc/1")).statusCode()).isEqualTo(200);
      assertThat(dynamoDb(stack, "ListTables", "{}").body()).contains("kept");
    }
  }

  @Test
  void aStackThatFailsToStartShowsTheLogAndLeavesNothingRunning() throws Exception {
    var stack =
        new LocalStack(LocalOptions.defaults().withOpenSearchSetting("no.such.setting", "1"));
    assertThatExceptionOfType(LocalServerException.class)
        .isThrownBy(stack::start)
        .withMessageContaining("OpenSearch did not start")
        .withMessageContaining("no.such.setting");
    for (LocalServer server : LocalOptions.defaults().servers()) {
      assertThat(stack.process(server).isAlive()).isFalse();
    }
    assertThat(stack.folder()).doesNotExist();
  }

  @Test
  void serversEndWithAKilledParent() throws Exception {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dtributary.home=" + LocalOptions.defaults().home(),
                "-cp",
                System.getProperty("java.class.path"),
                StackParent.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<ProcessHandle> servers = new ArrayList<>();
    try (BufferedReader lines = parent.inputReader()) {
      for (int i = 0; i < LocalOptions.defaults().servers().size(); i++) {
        servers.add(ProcessHandle.of(Long.parseLong(lines.readLine())).orElseThrow());
      }
      assertThat(servers).allMatch(ProcessHandle::isAlive);
      parent.destroyForcibly().waitFor();
    }
    try {
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(servers).noneMatch(ProcessHandle::isAlive));
    } finally {
      servers.forEach(ProcessHandle::destroyForcibly);
    }
  }

  private void createTable(LocalStack stack, String name) throws Exception {
    String table =
        "{'TableName':'%s','BillingMode':'PAY_PER_REQUEST',"
            + "'AttributeDefinitions':[{'AttributeName':'id','AttributeType':'S'}],"
            + "'KeySchema':[{'AttributeName':'id','KeyType':'HASH'}],"
            + "'StreamSpecification':{'StreamEnabled':true,'StreamViewType':'NEW_IMAGE'}}";
    assertThat(dynamoDb(stack, "CreateTable", table.formatted(name)).statusCode()).isEqualTo(200);
  }

  private HttpResponse<String> dynamoDb(LocalStack stack, String action, String body)
      throws Exception {
    return aws(stack, "DynamoDB_20120810." + action, body);
  }

  private HttpResponse<String> streams(LocalStack stack, String action, String body)
      throws Exception {
    return aws(stack, "DynamoDBStreams_20120810." + action, body);
  }

  private HttpResponse<String> aws(LocalStack stack, String target, String body) throws Exception {
    // DynamoDB Local wants to see a signature and does not look into it.
    String signature =
        "AWS4-HMAC-SHA256 Credential=%s/20260101/%s/dynamodb/aws4_request, SignedHeaders=host, Signature=0"
            .formatted(stack.accessKey(), stack.region());
    return send(
        HttpRequest.newBuilder(stack.dynamoDb())
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", target)
            .header("Authorization", signature)
            .POST(BodyPublishers.ofString(body.replace('\'', '"'))));
  }

  private HttpResponse<String> put(URI uri, String body) throws Exception {
    return send(
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(body.replace('\'', '"'))));
  }

  private HttpResponse<String> fetch(URI uri) throws Exception {
    return send(HttpRequest.newBuilder(uri));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), BodyHandlers.ofString());
  }
}
