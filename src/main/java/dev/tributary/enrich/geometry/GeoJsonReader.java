package dev.tributary.enrich.geometry;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Optional;

/** Reads GeoJSON from its first token to its last, and gives out its features as they come. */
final class GeoJsonReader {

  private final Tokens tokens;
  private final Features features;
  private final GeoJsonObjects objects;

  GeoJsonReader(Tokens tokens, Tally tally, Features features) {
    this.tokens = tokens;
    this.features = features;
    this.objects = new GeoJsonObjects(tokens, tally, this::features);
  }

  void read() throws IOException, RefusedGeometryException {
    JsonToken token = tokens.next();
    if (token == JsonToken.START_OBJECT) {
      Label label = new Label();
      Optional<Optional<Reading>> single = objects.root(label);
      single.ifPresent(reading -> features.feature("", label.text(), reading));
    } else if (isNothing(token)) {
      features.feature("", "", Optional.empty());
    } else {
      throw new RefusedGeometryException("expected GeoJSON, found " + Tokens.describe(token));
    }
    if (tokens.next() != null) {
      throw new RefusedGeometryException("there is more after the end of the GeoJSON");
    }
  }

  /** Null, an empty text and an empty list stand for no geometry. */
  private boolean isNothing(JsonToken token) throws IOException, RefusedGeometryException {
    return token == null
        || token == JsonToken.VALUE_NULL
        || (token == JsonToken.VALUE_STRING && tokens.text().isBlank())
        || (token == JsonToken.START_ARRAY && tokens.next() == JsonToken.END_ARRAY);
  }

  private void features(JsonToken list) throws IOException, RefusedGeometryException {
    for (JsonToken next = objects.first(list); next != JsonToken.END_ARRAY; next = tokens.next()) {
      String path = tokens.path();
      int depth = tokens.depth();
      Label label = new Label();
      try {
        Optional<Reading> reading = objects.value(next, label);
        features.feature(path, label.text(), reading);
      } catch (RefusedGeometryException e) {
        if (e.ends()) {
          throw e;
        }
        features.refused(path, label.text(), e);
        if (next.isStructStart()) {
          tokens.leave(depth);
        }
      }
    }
  }
}
