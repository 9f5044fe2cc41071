package dev.tributary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.config.Enrichment;
import dev.tributary.config.Settings;
import dev.tributary.table.Tables;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

class PreflightTest {

  private static final Settings.Key KEY = new Settings.Key("PK", Optional.empty());

  private final Map<String, StreamViewType> existing = new LinkedHashMap<>();
  private boolean away;

  /** Describes the tables that exist; null stands for a table whose stream is switched off. */
  private final DynamoDbClient dynamoDb =
      new DynamoDbClient() {
        @Override
        public DescribeTableResponse describeTable(DescribeTableRequest request) {
          if (away) {
            throw SdkClientException.create("the network is away");
          }
          String name = request.tableName();
          if (!existing.containsKey(name)) {
            throw ResourceNotFoundException.builder().message("no such table").build();
          }
          StreamViewType view = existing.get(name);
          return DescribeTableResponse.builder()
              .table(
                  table ->
                      table
                          .tableName(name)
                          .latestStreamArn("arn:" + name)
                          .keySchema(
                              KeySchemaElement.builder()
                                  .attributeName("PK")
                                  .keyType(KeyType.HASH)
                                  .build())
                          .streamSpecification(
                              stream -> stream.streamEnabled(view != null).streamViewType(view)))
              .build();
        }

        @Override
        public String serviceName() {
          return "dynamodb";
        }

        @Override
        public void close() {}
      };

  private final List<String> unreadable = new ArrayList<>();

  private final DynamoDbStreamsClient streams =
      new DynamoDbStreamsClient() {
        @Override
        public DescribeStreamResponse describeStream(DescribeStreamRequest request) {
          if (unreadable.contains(request.streamArn())) {
            throw SdkClientException.create("the stream may not be read");
          }
          return DescribeStreamResponse.builder().build();
        }

        @Override
        public String serviceName() {
          return "dynamodb";
        }

        @Override
        public void close() {}
      };

  private Preflight.Result check(String... tables) {
    Map<String, Settings.Table> named = new LinkedHashMap<>();
    for (String table : tables) {
      named.put(table, new Settings.Table(table, KEY));
    }
    Settings settings =
        new Settings(
            "test",
            new Settings.Aws(Optional.empty(), Optional.empty()),
            new Settings.OpenSearch(
                URI.create("http://localhost:9200"),
                new Settings.Authentication.None(),
                Duration.ofSeconds(1)),
            named,
            Map.of(),
            Map.of(),
            Enrichment.NONE,
            new Settings.Worker(
                "w", Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, false),
            new Settings.Limits(1, 1, 1, 1));
    return Preflight.check(settings, new Tables(dynamoDb, named.values()), streams, "here");
  }

  @Test
  void tablesThatAreWellGiveTheirStreams() {
    existing.put("a", StreamViewType.NEW_AND_OLD_IMAGES);
    existing.put("b", StreamViewType.NEW_IMAGE);
    Preflight.Result result = check("a", "b");
    assertThat(result.problems()).isEmpty();
    assertThat(result.findings())
        .containsExactly(
            "table 'a' in here streams NEW_AND_OLD_IMAGES",
            "table 'b' in here streams NEW_IMAGE: no old images, so nothing can tell what a change"
                + " replaced");
    assertThat(result.streams())
        .containsExactly(
            Map.entry(new Settings.Table("a", KEY), "arn:a"),
            Map.entry(new Settings.Table("b", KEY), "arn:b"));
  }

  @Test
  void aStreamThatWasSwitchedOffIsNoStreamThoughItStillHasAnArn() {
    existing.put("a", null);
    Preflight.Result result = check("a");
    assertThat(result.problems())
        .containsExactly(
            "table 'a' has no stream; switch one on with the view type NEW_AND_OLD_IMAGES");
    assertThat(result.streams()).isEmpty();
  }

  @Test
  void aStreamThatMayNotBeReadIsAProblem() {
    existing.put("a", StreamViewType.NEW_AND_OLD_IMAGES);
    unreadable.add("arn:a");
    Preflight.Result result = check("a");
    assertThat(result.problems())
        .containsExactly("table 'a': DynamoDB: the stream may not be read");
    assertThat(result.streams()).isEmpty();
  }

  @Test
  void everyTableIsLookedAtWhateverIsWrongWithTheOthers() {
    existing.put("b", StreamViewType.KEYS_ONLY);
    existing.put("c", StreamViewType.NEW_IMAGE);
    Preflight.Result result = check("a", "b", "c");
    assertThat(result.problems())
        .containsExactly(
            "table 'a' does not exist in here; create it, or correct its name",
            "table 'b' streams KEYS_ONLY, which has no new images; switch it to"
                + " NEW_AND_OLD_IMAGES");
    assertThat(result.findings()).hasSize(1);
  }

  @Test
  void aDynamoDbThatDoesNotAnswerIsAProblemAndNotAStackTrace() {
    away = true;
    assertThat(check("a").problems()).containsExactly("table 'a': DynamoDB: the network is away");
  }
}
