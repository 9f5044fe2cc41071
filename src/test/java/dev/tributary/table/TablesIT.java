package dev.tributary.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import dev.tributary.system.Sandbox;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Keys that come back from their texts find their items. */
class TablesIT {

  private static final String TABLE = "k" + UUID.randomUUID().toString().substring(0, 8);

  private final Sandbox sandbox = Sandbox.withTables(1);

  @AfterEach
  void close() {
    sandbox.close();
  }

  private static List<AttributeValue> values(ScalarAttributeType type) {
    return switch (type) {
      case N ->
          Stream.of("1E+20", "-0.50", "12345678901234567890123456789012345678", "0", "1E-30")
              .map(AttributeValue::fromN)
              .toList();
      case B ->
          Stream.of("a#b\u0000ÿ", "?>~", "YSNi")
              .map(text -> AttributeValue.fromB(SdkBytes.fromUtf8String(text)))
              .toList();
      default ->
          Stream.of("PLACE#1", "1E+20", "YSNiAMO_", " é ").map(AttributeValue::fromS).toList();
    };
  }

  static Stream<Arguments> types() {
    List<ScalarAttributeType> all =
        List.of(ScalarAttributeType.S, ScalarAttributeType.N, ScalarAttributeType.B);
    return all.stream().flatMap(pk -> all.stream().map(sk -> Arguments.of(pk, sk)));
  }

  @ParameterizedTest
  @MethodSource("types")
  void aKeyComesBackFromItsTexts(ScalarAttributeType pk, ScalarAttributeType sk) {
    String name = TABLE + "-" + pk + sk;
    create(name, pk, Optional.of(sk));
    for (AttributeValue pkValue : values(pk)) {
      for (AttributeValue skValue : values(sk)) {
        sandbox
            .dynamoDb()
            .putItem(request -> request.tableName(name).item(Map.of("p", pkValue, "s", skValue)));
      }
    }
    Tables tables = tables(name, Optional.of("s"));
    int[] found = {0};
    tables.scan(
        name,
        (key, item) -> {
          found[0]++;
          ItemKey again = tables.keyOf(name, key.pkText(), key.skText());
          assertThat(again.pk()).hasSameClassAs(key.pk());
          assertThat(tables.read(name, again)).contains(item);
        });
    assertThat(found[0]).isEqualTo(values(pk).size() * values(sk).size());
  }

  @Test
  void aTableIsAskedForItsTypesOnce() {
    String name = TABLE + "-once";
    create(name, ScalarAttributeType.N, Optional.empty());
    Tables tables = tables(name, Optional.empty());
    ItemKey seven = ItemKey.of(new Value.Numeric("7"));
    assertThat(tables.keyOf(name, "7", Optional.empty())).isEqualTo(seven);
    sandbox.dynamoDb().deleteTable(request -> request.tableName(name));
    assertThat(tables.keyOf(name, "7", Optional.empty())).isEqualTo(seven);
  }

  @Test
  void aTableThatIsNotInTheConfigHasNoKeys() {
    Tables tables = tables("places", Optional.empty());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tables.keyOf("others", "7", Optional.empty()))
        .withMessage("table 'others' is not in the config");
  }

  private Tables tables(String name, Optional<String> sk) {
    return new Tables(
        sandbox.dynamoDb(), List.of(new Settings.Table(name, new Settings.Key("p", sk))));
  }

  private void create(String name, ScalarAttributeType pk, Optional<ScalarAttributeType> sk) {
    sandbox
        .dynamoDb()
        .createTable(
            table ->
                table
                    .tableName(name)
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(
                        Stream.concat(
                                Stream.of(attribute("p", pk)),
                                sk.stream().map(type -> attribute("s", type)))
                            .toList())
                    .keySchema(
                        Stream.concat(
                                Stream.of(part("p", KeyType.HASH)),
                                sk.stream().map(type -> part("s", KeyType.RANGE)))
                            .toList()));
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement part(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  @Test
  void aMachineWhoseClockIsAnHourAheadTakesDynamoDbsTime() {
    Instant ahead = Instant.now().plus(Duration.ofHours(1));
    try (AwsClients aws = AwsClients.open(sandbox.settings().aws(), ahead)) {
      aws.dynamoDb().describeTable(request -> request.tableName(sandbox.table()));
      assertThat(aws.clock().instant()).isBefore(ahead.minus(Duration.ofMinutes(30)));
    }
  }
}
