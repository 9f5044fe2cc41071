package dev.tributary.entity;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * All that an entity says about the items of its table.
 *
 * @param where what must hold, all of it
 * @param unless what must not hold, none of it
 * @param clashAccepted whether keys that share an id are known not to occur
 */
public record Rule(
    KeyRule key,
    List<Condition> where,
    List<Condition> unless,
    Shape shape,
    IdForm id,
    boolean clashAccepted) {

  /** Every item, whole. */
  public static final Rule EVERYTHING =
      new Rule(
          new KeyRule(KeyPattern.ANY, Optional.empty()),
          List.of(),
          List.of(),
          Shape.WHOLE,
          IdForm.LITERAL,
          false);

  public Rule {
    Objects.requireNonNull(key, "key");
    where = List.copyOf(where);
    unless = List.copyOf(unless);
    Objects.requireNonNull(shape, "shape");
    Objects.requireNonNull(id, "id");
  }

  /** Whether attributes have a say, or the key alone decides. */
  public boolean isConditional() {
    return !where.isEmpty() || !unless.isEmpty();
  }
}
