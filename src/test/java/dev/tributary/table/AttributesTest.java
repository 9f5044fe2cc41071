package dev.tributary.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class AttributesTest {

  private static final Settings.Key NAMES = new Settings.Key("PK", Optional.of("SK"));

  private static SdkBytes bytes(int... values) {
    return SdkBytes.fromByteArray(array(values));
  }

  private static ByteBuffer buffer(int... values) {
    return ByteBuffer.wrap(array(values));
  }

  private static byte[] array(int... values) {
    byte[] array = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      array[i] = (byte) values[i];
    }
    return array;
  }

  static Stream<Arguments> everyType() {
    return Stream.of(
        Arguments.of(AttributeValue.fromS(""), new Value.Text("")),
        Arguments.of(
            AttributeValue.fromN("12345678901234567890123456789012345678"),
            new Value.Numeric("12345678901234567890123456789012345678")),
        Arguments.of(AttributeValue.fromB(bytes(0, 255)), new Value.Binary(buffer(0, 255))),
        Arguments.of(AttributeValue.fromBool(false), new Value.Bool(false)),
        Arguments.of(AttributeValue.fromNul(true), new Value.Null()),
        Arguments.of(AttributeValue.fromM(Map.of()), new Value.MapOf(Map.of())),
        Arguments.of(AttributeValue.fromL(List.of()), new Value.ListOf(List.of())),
        Arguments.of(
            AttributeValue.fromSs(List.of("a", "b")), new Value.TextSet(List.of("a", "b"))),
        Arguments.of(
            AttributeValue.fromNs(List.of("1", "2.5")), new Value.NumericSet(List.of("1", "2.5"))),
        Arguments.of(
            AttributeValue.fromBs(List.of(bytes(1), bytes(2))),
            new Value.BinarySet(List.of(buffer(1), buffer(2)))));
  }

  @ParameterizedTest
  @MethodSource("everyType")
  void everyTypeOfDynamoDbIsKnown(AttributeValue attribute, Value value) {
    assertThat(Attributes.value(attribute)).isEqualTo(value);
  }

  @Test
  void mapsAndListsNest() {
    AttributeValue nested =
        AttributeValue.fromM(
            Map.of(
                "list",
                AttributeValue.fromL(
                    List.of(
                        AttributeValue.fromNul(true),
                        AttributeValue.fromM(Map.of("n", AttributeValue.fromN("1")))))));
    assertThat(Attributes.item(Map.of("a", nested)))
        .isEqualTo(
            new Item(
                Map.of(
                    "a",
                    new Value.MapOf(
                        Map.of(
                            "list",
                            new Value.ListOf(
                                List.of(
                                    new Value.Null(),
                                    new Value.MapOf(Map.of("n", new Value.Numeric("1"))))))))));
  }

  @Test
  void aTypeOfTheFutureIsAnErrorAndNotAnEmptyValue() {
    assertThatThrownBy(() -> Attributes.value(AttributeValue.builder().build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not know");
  }

  static Stream<ItemKey> everyTypeOfKey() {
    return Stream.of(
        ItemKey.of(new Value.Text("a"), new Value.Text("b")),
        ItemKey.of(new Value.Numeric("1"), new Value.Numeric("-2.5")),
        ItemKey.of(new Value.Binary(buffer(1, 2)), new Value.Binary(buffer(3))));
  }

  @ParameterizedTest
  @MethodSource("everyTypeOfKey")
  void aKeyComesBackFromTheRequestThatItMade(ItemKey key) {
    assertThat(Attributes.key(Attributes.request(key, NAMES), NAMES)).isEqualTo(key);
    assertThat(Attributes.request(key, NAMES)).as("made twice, read once").hasSize(2);
    assertThat(Attributes.key(Attributes.request(key, NAMES), NAMES)).isEqualTo(key);
  }

  @Test
  void aTableWithoutASortKeyIsAskedWithoutOne() {
    Settings.Key names = new Settings.Key("PK", Optional.empty());
    assertThat(Attributes.request(ItemKey.of(new Value.Text("a")), names))
        .isEqualTo(Map.of("PK", AttributeValue.fromS("a")));
  }

  @Test
  void whatCannotBeAKeyIsNamed() {
    assertThatThrownBy(
            () ->
                Attributes.key(
                    Map.of("PK", AttributeValue.fromBool(true)),
                    new Settings.Key("PK", Optional.empty())))
        .hasMessage("the key attribute 'PK' cannot be a key");
  }

  @Test
  void aMissingKeyAttributeIsNamed() {
    assertThatThrownBy(() -> Attributes.key(Map.of("PK", AttributeValue.fromS("a")), NAMES))
        .hasMessage("no key attribute 'SK'; it has [PK]");
  }
}
