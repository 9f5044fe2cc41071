package dev.tributary.entity;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tributary.change.Value;
import java.math.BigDecimal;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A digest of what decides which items an entity takes, and under which id in which index they
 * stand. How the documents look is not part of it, nor what a capture is called, nor the order of
 * conditions: with another digest, items that nobody writes again are missing or too many.
 */
public final class Membership {

  private Membership() {}

  public static String digest(String index, Rule rule) {
    String text =
        String.join(
            "\n",
            "index " + quoted(index),
            "id " + rule.id(),
            "pk " + pattern(rule.key().pk()),
            "sk " + rule.key().sk().map(Membership::pattern).orElse("none"),
            "where " + conditions(rule.where()),
            "unless " + conditions(rule.unless()));
    return digest(text);
  }

  /** Short enough to be read, long enough that no two texts share it. */
  static String digest(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String pattern(KeyPattern pattern) {
    return pattern.parts().stream()
        .map(
            part ->
                part instanceof KeyPattern.Part.Capture capture
                    ? "{" + capture.takesHash() + capture.mayBeEmpty() + "}"
                    : quoted(((KeyPattern.Part.Literal) part).text()))
        .collect(Collectors.joining(" "));
  }

  static String conditions(List<Condition> conditions) {
    return conditions.stream()
        .map(
            condition ->
                condition.path().names().stream()
                        .map(Membership::quoted)
                        .collect(Collectors.joining("."))
                    + " "
                    + criterion(condition.criterion()))
        .sorted()
        .collect(Collectors.joining(" and "));
  }

  private static String criterion(Criterion criterion) {
    if (criterion instanceof Criterion.In in) {
      return in.values().stream()
          .map(Membership::value)
          .sorted()
          .collect(Collectors.joining(" or ", "in ", ""));
    }
    if (criterion instanceof Criterion.Prefix prefix) {
      return "starts with " + quoted(prefix.prefix());
    }
    return criterion instanceof Criterion.Exists ? "exists" : "absent";
  }

  static String value(Value value) {
    if (value instanceof Value.Text text) {
      return quoted(text.text());
    }
    if (value instanceof Value.Numeric number) {
      return new BigDecimal(number.digits()).stripTrailingZeros().toPlainString();
    }
    return value instanceof Value.Bool bool ? String.valueOf(bool.value()) : value.toString();
  }

  /** So that no text can look like what stands around it. */
  static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
