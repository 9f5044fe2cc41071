package dev.tributary.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.system.Sandbox;
import dev.tributary.table.Holds.Cause;
import dev.tributary.table.Holds.Hold;
import dev.tributary.table.Holds.What;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class HoldsIT {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final Sandbox sandbox = Sandbox.withTables(1);
  private Holds holds;

  @BeforeEach
  void createTable() {
    String name = StateTable.nameFor(sandbox.settings().application());
    StateTable.create(sandbox.dynamoDb(), name);
    holds = new Holds(sandbox.dynamoDb(), name);
  }

  @AfterEach
  void close() {
    sandbox.close();
  }

  private static Hold hold(What what, Cause cause, String reason) {
    return new Hold(what, "places", cause, reason, "somebody", NOW);
  }

  @Test
  void aHoldIsReadAsItWasWrittenAndOneForTheSameIsReplaced() {
    holds.hold(hold(What.INDEX, Cause.OPERATOR, "first"));
    holds.hold(hold(What.INDEX, Cause.OPERATOR, "second"));
    assertThat(holds.all()).containsExactly(hold(What.INDEX, Cause.OPERATOR, "second"));
  }

  @Test
  void aHoldOfAKindThatIsNotKnownHidesNoOther() {
    holds.hold(hold(What.INDEX, Cause.OPERATOR, "known"));
    sandbox
        .dynamoDb()
        .putItem(
            request ->
                request
                    .tableName(StateTable.nameFor(sandbox.settings().application()))
                    .item(
                        Map.of(
                            "pk", AttributeValue.fromS("hold"),
                            "sk", AttributeValue.fromS("SHARD#one#moon"),
                            "what", AttributeValue.fromS("SHARD"))));
    assertThat(holds.all()).containsExactly(hold(What.INDEX, Cause.OPERATOR, "known"));
  }

  @Test
  void aReleaseEndsAllThatHoldsItBackAndNothingElse() {
    holds.hold(hold(What.INDEX, Cause.OPERATOR, "a look"));
    holds.hold(hold(What.INDEX, Cause.REFUSALS, "mapper_parsing"));
    holds.hold(hold(What.TABLE, Cause.OPERATOR, "of the same name"));
    assertThat(holds.release(What.INDEX, "places")).isTrue();
    assertThat(holds.all()).containsExactly(hold(What.TABLE, Cause.OPERATOR, "of the same name"));
    assertThat(holds.release(What.INDEX, "places")).isFalse();
  }
}
