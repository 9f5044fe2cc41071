package dev.tributary.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.config.Settings;
import dev.tributary.config.SettingsReader;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.Gaps;
import dev.tributary.table.Heartbeats;
import dev.tributary.table.Holds;
import dev.tributary.table.PendingObjects;
import dev.tributary.table.Tips;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

final class StatusReaderTest {

  private String failing = "";

  /** A state table with one dead letter. */
  private final class FakeDynamoDb implements DynamoDbClient {

    @Override
    public QueryResponse query(QueryRequest request) {
      String partition = request.expressionAttributeValues().get(":pk").s();
      if (partition.equals(failing)) {
        throw DynamoDbException.builder().message("throttled").build();
      }
      return QueryResponse.builder()
          .items(
              partition.equals("letter#places")
                  ? List.of(Map.of("sk", AttributeValue.fromS("PLACE#1")))
                  : List.of())
          .build();
    }

    @Override
    public String serviceName() {
      return "fake";
    }

    @Override
    public void close() {}
  }

  private StatusReader reader() {
    Settings settings = new SettingsReader().read(Path.of("config", "places.yml"), Map.of());
    DynamoDbClient dynamoDb = new FakeDynamoDb();
    return new StatusReader(
        settings,
        new StatusReader.Stores(
            new Heartbeats(dynamoDb, "state"),
            new Tips(dynamoDb, "state"),
            new Holds(dynamoDb, "state"),
            new Gaps(dynamoDb, "state"),
            new PendingObjects(dynamoDb, "state"),
            new DeadLetters(dynamoDb, "state")),
        () -> table -> List.of(),
        List.of(),
        Duration.ofMinutes(5),
        Clock.fixed(FleetFixtures.NOW, ZoneOffset.UTC));
  }

  /** The next look said that there were none, for as long as counts are kept. */
  @Test
  void aCountThatFailedIsTakenAnewAtTheNextLook() {
    StatusReader reader = reader();
    failing = "letter#(none)";
    assertThatThrownBy(reader::read).isInstanceOf(DynamoDbException.class);
    failing = "letter#places";
    assertThatThrownBy(reader::read).isInstanceOf(DynamoDbException.class);
    failing = "";
    assertThat(reader.read().letters().count()).isEqualTo(1);
  }
}
