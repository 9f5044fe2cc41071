package dev.tributary.entity;

import dev.tributary.change.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a {@link Condition} asks of a value. Types count: the text {@code "1"} is no number. */
public sealed interface Criterion {

  boolean holds(Optional<Value> value);

  /**
   * One of these: a text, a number or a boolean.
   *
   * @param values at least one
   */
  record In(List<Value> values) implements Criterion {
    public In {
      values = List.copyOf(values);
      if (values.isEmpty()) {
        throw new IllegalArgumentException("nothing is in an empty list");
      }
    }

    @Override
    public boolean holds(Optional<Value> value) {
      return value.isPresent() && values.stream().anyMatch(v -> same(v, value.get()));
    }

    @Override
    public String toString() {
      return values.size() == 1
          ? show(values.get(0))
          : values.stream().map(Criterion::show).collect(Collectors.joining(", ", "one of ", ""));
    }
  }

  /** There, whatever it holds. */
  record Exists() implements Criterion {
    @Override
    public boolean holds(Optional<Value> value) {
      return value.isPresent();
    }

    @Override
    public String toString() {
      return "there";
    }
  }

  record Absent() implements Criterion {
    @Override
    public boolean holds(Optional<Value> value) {
      return value.isEmpty();
    }

    @Override
    public String toString() {
      return "absent";
    }
  }

  /** A text that starts like this. */
  record Prefix(String prefix) implements Criterion {
    public Prefix {
      Objects.requireNonNull(prefix, "prefix");
    }

    @Override
    public boolean holds(Optional<Value> value) {
      return value.isPresent()
          && value.get() instanceof Value.Text text
          && text.text().startsWith(prefix);
    }

    @Override
    public String toString() {
      return "a text that starts with \"" + prefix + "\"";
    }
  }

  /** Whether no value can pass both. */
  default boolean excludes(Criterion other) {
    if (this instanceof Absent || other instanceof Absent) {
      return !(this instanceof Absent && other instanceof Absent);
    }
    if (this instanceof In in) {
      return in.values().stream().noneMatch(value -> other.holds(Optional.of(value)));
    }
    if (other instanceof In) {
      return other.excludes(this);
    }
    return this instanceof Prefix one
        && other instanceof Prefix two
        && !one.prefix().startsWith(two.prefix())
        && !two.prefix().startsWith(one.prefix());
  }

  /** Whether every value that passes this passes the other one too. */
  default boolean implies(Criterion other) {
    if (this instanceof Absent || other instanceof Absent) {
      return this.equals(other);
    }
    if (this instanceof In in) {
      return in.values().stream().allMatch(value -> other.holds(Optional.of(value)));
    }
    return other instanceof Exists
        || (this instanceof Prefix one
            && other instanceof Prefix two
            && one.prefix().startsWith(two.prefix()));
  }

  private static boolean same(Value one, Value other) {
    if (one instanceof Value.Numeric a && other instanceof Value.Numeric b) {
      return a.digits().equals(b.digits())
          || new BigDecimal(a.digits()).compareTo(new BigDecimal(b.digits())) == 0;
    }
    return one.equals(other);
  }

  /** A value in a message: short, and telling texts from numbers. */
  static String show(Value value) {
    if (value instanceof Value.Text text) {
      String shown = text.text();
      return '"' + (shown.length() > 60 ? shown.substring(0, 57) + "…" : shown) + '"';
    }
    if (value instanceof Value.Numeric number) {
      return number.digits();
    }
    if (value instanceof Value.Bool bool) {
      return String.valueOf(bool.value());
    }
    if (value instanceof Value.Null) {
      return "null";
    }
    if (value instanceof Value.MapOf) {
      return "a map";
    }
    return value instanceof Value.Binary ? "binary" : "a list or set";
  }
}
