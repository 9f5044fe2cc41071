package dev.tributary.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tributary.change.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Items of every type, shape and kind of name; one seed always gives the same. */
final class RandomItems {

  private static final List<String> NAME_PARTS =
      List.of(
          ".",
          "%",
          "%2E",
          "%25",
          "_",
          " ",
          "_id",
          "_sync",
          "_source",
          "a",
          "b",
          "é",
          "\uD83C\uDF0D",
          "\"");

  private final Random random;

  RandomItems(long seed) {
    random = new Random(seed);
  }

  Map<String, Value> attributes(int depth) {
    Map<String, Value> attributes = new HashMap<>();
    int count = random.nextInt(depth > 3 ? 3 : 12);
    for (int i = 0; i < count; i++) {
      attributes.put(text(4), value(depth));
    }
    return attributes;
  }

  /** Not empty, which DynamoDB refuses; sometimes longer than an id may be. */
  Value.Scalar key() {
    return switch (random.nextInt(8)) {
      case 0 -> new Value.Numeric(digits());
      case 1 -> new Value.Binary(ByteBuffer.wrap(("k" + text(4)).getBytes(UTF_8)));
      case 2 -> new Value.Text("k" + text(4) + "é#".repeat(random.nextInt(600)));
      default -> new Value.Text("k" + text(6));
    };
  }

  private Value value(int depth) {
    return switch (random.nextInt(10)) {
      case 0 -> new Value.Text(text(20));
      case 1 -> new Value.Numeric(digits());
      case 2 -> new Value.Binary(bytes());
      case 3 -> new Value.Bool(random.nextBoolean());
      case 4 -> new Value.Null();
      case 5 -> new Value.TextSet(some(() -> text(6)).distinct().toList());
      case 6 -> new Value.NumericSet(distinctNumbers());
      case 7 -> new Value.BinarySet(some(this::bytes).distinct().toList());
      case 8 -> new Value.MapOf(depth < 6 ? attributes(depth + 1) : Map.of());
      default -> new Value.ListOf(depth < 6 ? some(() -> value(depth + 1)).toList() : List.of());
    };
  }

  private <T> Stream<T> some(Supplier<T> one) {
    return Stream.generate(one).limit(1 + random.nextInt(5));
  }

  private String text(int mostParts) {
    StringBuilder text = new StringBuilder();
    for (int parts = random.nextInt(mostParts + 1); parts > 0; parts--) {
      text.append(NAME_PARTS.get(random.nextInt(NAME_PARTS.size())));
    }
    return text.toString();
  }

  private ByteBuffer bytes() {
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  private List<String> distinctNumbers() {
    Map<BigDecimal, String> byNumber = new HashMap<>();
    some(this::digits)
        .forEach(digits -> byNumber.put(new BigDecimal(digits).stripTrailingZeros(), digits));
    return new ArrayList<>(byNumber.values());
  }

  /** Up to 37 digits of any scale, spelled with and without an exponent. */
  private String digits() {
    BigInteger unscaled = new BigInteger(1 + random.nextInt(122), random);
    BigDecimal number =
        new BigDecimal(
            random.nextBoolean() ? unscaled : unscaled.negate(), random.nextInt(60) - 20);
    return random.nextBoolean() ? number.toString() : number.toPlainString();
  }
}
