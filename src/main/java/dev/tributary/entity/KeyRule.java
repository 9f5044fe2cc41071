package dev.tributary.entity;

import dev.tributary.change.ItemKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Which keys belong to an entity.
 *
 * @param sk absent for a table without a sort key
 */
public record KeyRule(KeyPattern pk, Optional<KeyPattern> sk) {

  public KeyRule {
    Objects.requireNonNull(pk, "pk");
    Objects.requireNonNull(sk, "sk");
  }

  /** What the captures hold, by their names; absent where the key does not match. */
  public Optional<Map<String, String>> match(ItemKey key) {
    Optional<Map<String, String>> ofPk = pk.match(key.pkText());
    if (ofPk.isEmpty() || sk.isEmpty()) {
      return ofPk;
    }
    Optional<Map<String, String>> ofSk = key.skText().flatMap(sk.get()::match);
    return ofSk.map(found -> joined(ofPk.get(), found));
  }

  /** In a person's words, for a key that does not match. */
  public String mismatch(ItemKey key) {
    if (pk.match(key.pkText()).isEmpty()) {
      return "pk '%s' does not match %s".formatted(key.pkText(), pk);
    }
    return "sk '%s' does not match %s".formatted(key.skText().orElse(""), sk.orElse(pk));
  }

  private static Map<String, String> joined(Map<String, String> one, Map<String, String> other) {
    if (one.isEmpty()) {
      return other;
    }
    if (other.isEmpty()) {
      return one;
    }
    Map<String, String> joined = new LinkedHashMap<>(one);
    joined.putAll(other);
    return joined;
  }
}
