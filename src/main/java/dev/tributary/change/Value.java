package dev.tributary.change;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** An attribute's value, in DynamoDB's ten types. Collections are taken as they are, not copied. */
public sealed interface Value {

  /** A value that may be a key attribute. */
  sealed interface Scalar extends Value permits Text, Numeric, Binary {}

  record Text(String text) implements Scalar {
    public Text {
      Objects.requireNonNull(text, "text");
    }
  }

  /** A number as DynamoDB wrote it: up to 38 digits, which no {@code double} holds. */
  record Numeric(String digits) implements Scalar {
    public Numeric {
      Objects.requireNonNull(digits, "digits");
    }
  }

  /** Bytes from the buffer's position to its limit; readers duplicate it before reading. */
  record Binary(ByteBuffer bytes) implements Scalar {
    public Binary {
      Objects.requireNonNull(bytes, "bytes");
    }
  }

  record Bool(boolean value) implements Value {}

  record Null() implements Value {}

  record MapOf(Map<String, Value> entries) implements Value {
    public MapOf {
      Objects.requireNonNull(entries, "entries");
    }
  }

  record ListOf(List<Value> elements) implements Value {
    public ListOf {
      Objects.requireNonNull(elements, "elements");
    }
  }

  record TextSet(List<String> elements) implements Value {
    public TextSet {
      Objects.requireNonNull(elements, "elements");
    }
  }

  record NumericSet(List<String> elements) implements Value {
    public NumericSet {
      Objects.requireNonNull(elements, "elements");
    }
  }

  record BinarySet(List<ByteBuffer> elements) implements Value {
    public BinarySet {
      Objects.requireNonNull(elements, "elements");
    }
  }
}
