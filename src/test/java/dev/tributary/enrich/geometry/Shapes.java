package dev.tributary.enrich.geometry;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tributary.entity.Swapped;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;

/** Short ways for tests: geometries from text, and text from geometries. */
final class Shapes {

  private Shapes() {}

  static Optional<Reading> read(String text) throws RefusedGeometryException {
    return read(text, GeometryLimits.defaults());
  }

  static Optional<Reading> read(String text, GeometryLimits limits)
      throws RefusedGeometryException {
    return new GeometryReader(limits).read(text.getBytes(StandardCharsets.UTF_8));
  }

  static Prepared prepared(String text) throws RefusedGeometryException {
    return prepared(text, Swapped.REJECT);
  }

  static Prepared prepared(String text, Swapped swapped) throws RefusedGeometryException {
    return Ladder.start(read(text).orElseThrow(), swapped);
  }

  /** By JTS itself, past our own reader. */
  static Geometry wkt(String text) {
    try {
      return new WKTReader().read(text);
    } catch (ParseException e) {
      throw new IllegalArgumentException(e);
    }
  }

  interface Writing {
    void to(JsonGenerator out) throws IOException;
  }

  static String json(Writing writing) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
      writing.to(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  static byte[] gzip(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
