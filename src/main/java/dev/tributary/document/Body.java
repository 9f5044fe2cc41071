package dev.tributary.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;

/**
 * A document as the bytes that are sent: made once, weighed and sent again without being made anew.
 */
public final class Body {

  private final byte[] json;

  /** Where {@code _sync} ends, before its brace. */
  private final int syncEnd;

  private Body(byte[] json, int syncEnd) {
    this.json = json;
    this.syncEnd = syncEnd;
  }

  /**
   * Takes the bytes as they are, not copied: the caller gives them away.
   *
   * @param json whose last field is {@code _sync}
   */
  public static Body of(byte[] json) {
    return new Body(Objects.requireNonNull(json, "json"), json.length - 2);
  }

  /** The bytes themselves, not a copy: to be read only. */
  public byte[] bytes() {
    return json;
  }

  /**
   * This document with more fields at its end.
   *
   * @param fields their values as JSON; none of them may be in the document
   */
  public Body with(Map<String, byte[]> fields) {
    return with(fields, Map.of());
  }

  /**
   * The same with more in its {@code _sync}.
   *
   * @param sync values as JSON; none of them may be in {@code _sync}
   */
  public Body with(Map<String, byte[]> fields, Map<String, byte[]> sync) {
    if (fields.isEmpty() && sync.isEmpty()) {
      return this;
    }
    try (ByteArrayBuilder joined = new ByteArrayBuilder(json.length + size(fields) + size(sync))) {
      joined.write(json, 0, syncEnd);
      append(sync, joined);
      int newEnd = joined.size();
      joined.write(json, syncEnd, json.length - 1 - syncEnd);
      append(fields, joined);
      joined.write('}');
      return new Body(joined.toByteArray(), newEnd);
    }
  }

  private static int size(Map<String, byte[]> fields) {
    return fields.entrySet().stream()
        .mapToInt(field -> 2 * field.getKey().length() + 4 + field.getValue().length)
        .sum();
  }

  private static void append(Map<String, byte[]> fields, ByteArrayBuilder joined) {
    fields.forEach(
        (name, value) -> {
          joined.write(',');
          joined.write('"');
          joined.write(JsonStringEncoder.getInstance().quoteAsUTF8(name));
          joined.write('"');
          joined.write(':');
          joined.write(value);
        });
  }

  public int size() {
    return json.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Body that && Arrays.equals(json, that.json);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(json);
  }

  /** The document's text, for tests and debuggers; log lines carry no bodies. */
  @Override
  public String toString() {
    return new String(json, UTF_8);
  }
}
