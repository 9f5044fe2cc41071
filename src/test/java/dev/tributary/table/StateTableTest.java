package dev.tributary.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;

class StateTableTest {

  private final List<String> asked = new ArrayList<>();
  private TimeToLiveStatus status = TimeToLiveStatus.DISABLED;
  private boolean mayDescribe = true;
  private Runnable onUpdate = () -> status = TimeToLiveStatus.ENABLING;

  /** The table is there; the rest is as the test says. */
  private final class FakeDynamoDb implements DynamoDbClient {

    @Override
    public DescribeTableResponse describeTable(DescribeTableRequest request) {
      return DescribeTableResponse.builder()
          .table(table -> table.tableStatus(TableStatus.ACTIVE))
          .build();
    }

    @Override
    public DescribeTimeToLiveResponse describeTimeToLive(DescribeTimeToLiveRequest request) {
      asked.add("describe");
      if (!mayDescribe) {
        throw DynamoDbException.builder().message("AccessDeniedException").build();
      }
      return DescribeTimeToLiveResponse.builder()
          .timeToLiveDescription(ttl -> ttl.timeToLiveStatus(status).attributeName("expires"))
          .build();
    }

    @Override
    public UpdateTimeToLiveResponse updateTimeToLive(UpdateTimeToLiveRequest request) {
      asked.add("update " + request.timeToLiveSpecification().attributeName());
      onUpdate.run();
      return UpdateTimeToLiveResponse.builder().build();
    }

    @Override
    public String serviceName() {
      return "fake";
    }

    @Override
    public void close() {}
  }

  private void create() {
    assertThatCode(() -> StateTable.create(new FakeDynamoDb(), "state")).doesNotThrowAnyException();
  }

  @Test
  void aMissingRightIsNoReasonNotToStart() {
    mayDescribe = false;
    create();
    assertThat(asked).containsExactly("describe");
  }

  @Test
  void expiryIsSwitchedOnOnce() {
    create();
    create();
    assertThat(asked).containsExactly("describe", "update expires", "describe");
  }

  @Test
  void anotherWorkerMayBeQuicker() {
    onUpdate =
        () -> {
          status = TimeToLiveStatus.ENABLED;
          throw DynamoDbException.builder().message("TimeToLive is already enabled").build();
        };
    create();
    assertThat(asked).containsExactly("describe", "update expires", "describe");
  }

  @Test
  void expiryIsToldInSeconds() {
    assertThat(StateTable.expiresAt(Instant.parse("2026-01-01T00:00:00.900Z")).n())
        .isEqualTo("1767225600");
  }
}
