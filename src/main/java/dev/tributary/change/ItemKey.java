package dev.tributary.change;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;

/** What names an item in its table: a partition key and, where the table has one, a sort key. */
public record ItemKey(Value.Scalar pk, Optional<Value.Scalar> sk) {

  public ItemKey {
    Objects.requireNonNull(pk, "pk");
    Objects.requireNonNull(sk, "sk");
  }

  public static ItemKey of(Value.Scalar pk) {
    return new ItemKey(pk, Optional.empty());
  }

  public static ItemKey of(Value.Scalar pk, Value.Scalar sk) {
    return new ItemKey(pk, Optional.of(sk));
  }

  /** The partition key as text, the same from the stream and from a scan. */
  public String pkText() {
    return text(pk);
  }

  /** The sort key as text, the same from the stream and from a scan. */
  public Optional<String> skText() {
    return sk.map(ItemKey::text);
  }

  private static String text(Value.Scalar value) {
    if (value instanceof Value.Text text) {
      return text.text();
    }
    if (value instanceof Value.Numeric number) {
      return plainDecimal(number.digits());
    }
    ByteBuffer bytes = ((Value.Binary) value).bytes().duplicate();
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(copy);
  }

  /** {@code 1E+20} and {@code 100000000000000000000} are one key, so they must be one text. */
  private static String plainDecimal(String digits) {
    BigDecimal number = new BigDecimal(digits);
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  /** For people: logs and messages. */
  @Override
  public String toString() {
    return sk.isPresent() ? pkText() + " / " + skText().get() : pkText();
  }
}
