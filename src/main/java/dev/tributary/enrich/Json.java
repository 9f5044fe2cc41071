package dev.tributary.enrich;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;

/** JSON as the bytes that go into a document. */
final class Json {

  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  interface Written {
    void to(JsonGenerator out) throws IOException;
  }

  static byte[] of(Written written) {
    try (ByteArrayBuilder bytes = new ByteArrayBuilder()) {
      try (JsonGenerator out = FACTORY.createGenerator(bytes, JsonEncoding.UTF8)) {
        written.to(out);
      }
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
