package dev.tributary.change;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** An attribute's value, in DynamoDB's ten types. Collections are taken as they are, not copied. */
public sealed interface Value {

  /** A value that may be a key attribute. */
  sealed interface Scalar extends Value permits Text, Numeric, Binary {}

  record Text(String text) implements Scalar {}

  /** A number as DynamoDB wrote it: up to 38 digits, which no {@code double} holds. */
  record Numeric(String digits) implements Scalar {}

  /** Bytes from the buffer's position to its limit; readers duplicate it before reading. */
  record Binary(ByteBuffer bytes) implements Scalar {}

  record Bool(boolean value) implements Value {}

  record Null() implements Value {}

  record MapOf(Map<String, Value> entries) implements Value {}

  record ListOf(List<Value> elements) implements Value {}

  record TextSet(List<String> elements) implements Value {}

  record NumericSet(List<String> elements) implements Value {}

  record BinarySet(List<ByteBuffer> elements) implements Value {}
}
