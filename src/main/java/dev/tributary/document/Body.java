package dev.tributary.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;

/**
 * A document as the bytes that are sent: made once, weighed and sent again without being made anew.
 */
public final class Body {

  private final byte[] json;

  private Body(byte[] json) {
    this.json = json;
  }

  /** Takes the bytes as they are, not copied: the caller gives them away. */
  public static Body of(byte[] json) {
    return new Body(Objects.requireNonNull(json, "json"));
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
  public Body with(Map<String, String> fields) {
    if (fields.isEmpty()) {
      return this;
    }
    StringBuilder more = new StringBuilder();
    fields.forEach(
        (name, value) -> {
          more.append(",\"").append(JsonStringEncoder.getInstance().quoteAsString(name));
          more.append("\":").append(value);
        });
    byte[] added = more.append('}').toString().getBytes(UTF_8);
    byte[] joined = Arrays.copyOf(json, json.length - 1 + added.length);
    System.arraycopy(added, 0, joined, json.length - 1, added.length);
    return new Body(joined);
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
