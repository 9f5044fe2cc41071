package dev.tributary.enrich.geometry;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.tributary.change.Value;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads GeoJSON (a Feature, a FeatureCollection, a GeometryCollection or a bare geometry) or WKT,
 * gzipped or not, from an object's bytes or from inside an item. Several features become one
 * geometry. What holds no geometry, such as <code>{}</code>, is absent and no error.
 */
public final class GeometryReader {

  private final GeometryLimits limits;
  private final JsonFactory json;

  public GeometryReader(GeometryLimits limits) {
    this.limits = limits;
    this.json =
        JsonFactory.builder()
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    // Our own limits are met first, and say what they are.
                    .maxNestingDepth(limits.depth() + 1)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();
  }

  /** The geometry in an object's bytes. */
  public Optional<Reading> read(byte[] bytes) throws RefusedGeometryException {
    Gathering gathering = new Gathering();
    read(bytes, gathering);
    return gathering.reading();
  }

  /** The geometry in an attribute: a map, a text, or bytes. */
  public Optional<Reading> read(Value value) throws RefusedGeometryException {
    Gathering gathering = new Gathering();
    if (value instanceof Value.Text text) {
      read(text.text().getBytes(StandardCharsets.UTF_8), gathering);
    } else if (value instanceof Value.Binary binary) {
      ByteBuffer buffer = binary.bytes().duplicate();
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      read(bytes, gathering);
    } else {
      attempt(() -> geoJson(new ValueTokens(value, limits), gathering));
    }
    return gathering.reading();
  }

  void read(byte[] bytes, Features features) throws RefusedGeometryException {
    attempt(
        () -> {
          try (InputStream text = Expansion.of(bytes, limits)) {
            read(text, features);
          }
        });
  }

  private void read(InputStream text, Features features)
      throws IOException, RefusedGeometryException {
    int first = FirstCharacter.of(text);
    if (Character.isLetter(first) && first != 'n') {
      Reader reader = new InputStreamReader(text, StandardCharsets.UTF_8);
      features.feature("", "", new WktReader(reader, limits, new Tally(limits)).read());
    } else if (first < 0 || "{[\"n".indexOf(first) >= 0) {
      try (JsonParser parser = json.createParser(text)) {
        geoJson(new JsonTokens(parser, limits), features);
      }
    } else {
      throw new RefusedGeometryException(
          "neither GeoJSON nor WKT: it begins with " + FirstCharacter.shown(first));
    }
  }

  private void geoJson(Tokens tokens, Features features)
      throws IOException, RefusedGeometryException {
    new GeoJsonReader(tokens, new Tally(limits), features).read();
  }

  private interface Attempt {
    void run() throws IOException, RefusedGeometryException;
  }

  private static void attempt(Attempt attempt) throws RefusedGeometryException {
    try {
      attempt.run();
    } catch (JsonProcessingException e) {
      throw JsonTokens.unreadable(e, "");
    } catch (IOException e) {
      if (e.getCause() instanceof RefusedGeometryException limit) {
        throw limit;
      }
      throw new RefusedGeometryException("gzip that cannot be expanded: " + e.getMessage());
    }
  }
}
