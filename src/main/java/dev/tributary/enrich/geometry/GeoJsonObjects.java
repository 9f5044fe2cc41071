package dev.tributary.enrich.geometry;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads objects of GeoJSON: members in any order, of which nothing but coordinates is kept. */
final class GeoJsonObjects {

  /** Is given the list of features where it stands. */
  interface FeatureList {
    void read(JsonToken list) throws IOException, RefusedGeometryException;
  }

  private static final Set<String> CONTENTS =
      Set.of("coordinates", "geometry", "geometries", "features");

  private final Tokens tokens;
  private final FeatureList features;
  private final GeoJsonCoordinates coordinates;

  GeoJsonObjects(Tokens tokens, Tally tally, FeatureList features) {
    this.tokens = tokens;
    this.features = features;
    this.coordinates = new GeoJsonCoordinates(tokens, tally);
  }

  /** What is known of an object at its end. */
  private static final class Members {
    private boolean any;
    private String type = "";
    private Optional<Positions> coordinates = Optional.empty();
    private Optional<Reading> geometry = Optional.empty();
    private final Set<String> found = new HashSet<>();
  }

  /** The tokens stand in the root object. Empty where it was a collection of features. */
  Optional<Optional<Reading>> root(Label label) throws IOException, RefusedGeometryException {
    Members members = members("", label, true);
    Optional<Reading> reading = resolved("", members);
    return members.type.equalsIgnoreCase("FeatureCollection")
        ? Optional.empty()
        : Optional.of(reading);
  }

  /** A geometry, a feature or null inside another object; the tokens stand at its beginning. */
  Optional<Reading> value(JsonToken token, Label label)
      throws IOException, RefusedGeometryException {
    String path = tokens.path();
    if (token == JsonToken.VALUE_NULL) {
      return Optional.empty();
    }
    if (token != JsonToken.START_OBJECT) {
      throw unexpected("an object", token);
    }
    return resolved(path, members(path, label, false));
  }

  /** The first token inside a list, which may be its end. */
  JsonToken first(JsonToken list) throws IOException, RefusedGeometryException {
    if (list != JsonToken.START_ARRAY) {
      throw unexpected("a list", list);
    }
    return tokens.next();
  }

  private Members members(String path, Label label, boolean root)
      throws IOException, RefusedGeometryException {
    Members members = new Members();
    while (tokens.next() == JsonToken.FIELD_NAME) {
      members.any = true;
      String name = tokens.text();
      JsonToken value = tokens.next();
      if (CONTENTS.contains(name)) {
        members.found.add(name);
      }
      switch (name) {
        case "type" -> members.type = type(value);
        case "coordinates" -> members.coordinates = Optional.of(coordinates.read(value));
        case "geometry" -> members.geometry = value(value, new Label());
        case "geometries" -> members.geometry = Reading.of(values(value));
        case "features" -> {
          if (!root) {
            throw RefusedGeometryException.at(path, "a collection of features inside another");
          }
          features.read(value);
        }
        case "id" -> label.id(value, tokens);
        case "properties" -> label.properties(value, tokens);
        default -> tokens.skip(value);
      }
    }
    return members;
  }

  private String type(JsonToken value) throws IOException, RefusedGeometryException {
    if (value != JsonToken.VALUE_STRING) {
      throw unexpected("a text", value);
    }
    return tokens.text();
  }

  private List<Reading> values(JsonToken list) throws IOException, RefusedGeometryException {
    List<Reading> readings = new ArrayList<>();
    for (JsonToken next = first(list); next != JsonToken.END_ARRAY; next = tokens.next()) {
      value(next, new Label()).ifPresent(readings::add);
    }
    return readings;
  }

  private RefusedGeometryException unexpected(String expected, JsonToken found) {
    return RefusedGeometryException.at(
        tokens.path(), "expected %s, found %s".formatted(expected, Tokens.describe(found)));
  }

  private static Optional<Reading> resolved(String path, Members members)
      throws RefusedGeometryException {
    if (!members.any) {
      return Optional.empty();
    }
    String type = members.type.substring(0, Math.min(40, members.type.length()));
    Optional<Kind> kind = Kind.of(type);
    String content =
        switch (type.toLowerCase(Locale.ROOT)) {
          case "feature" -> "geometry";
          case "geometrycollection" -> "geometries";
          case "featurecollection" -> "features";
          default -> kind.isPresent() ? "coordinates" : "";
        };
    if (content.isEmpty()) {
      throw RefusedGeometryException.at(
          path,
          type.isEmpty()
              ? "an object without 'type' is no GeoJSON"
              : "'%s' is no type of geometry that is read".formatted(type));
    }
    if (!members.found.contains(content)) {
      throw RefusedGeometryException.at(path, "a %s without '%s'".formatted(type, content));
    }
    if (members.found.contains("features") && !content.equals("features")) {
      throw RefusedGeometryException.at(path, "a %s with 'features'".formatted(type));
    }
    return kind.isPresent()
        ? Assembly.of(kind.get(), members.coordinates.orElseThrow())
        : members.geometry;
  }
}
