package dev.tributary.system;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Ways in which an item can be impossible to index; the last three never reach OpenSearch. */
enum Poison {
  TEXT_IN_A_LONG,
  NO_DATE,
  POINT_BEYOND_THE_POLE,
  OBJECT_IN_A_KEYWORD,
  KEYWORD_TOO_LONG,
  TOO_DEEP,
  TOO_MANY_FIELDS,
  NO_GEOMETRY,
  NO_NUMBER,
  LIST_FOR_A_LATITUDE;

  /** What makes it so, in place of a good item's. */
  Map<String, AttributeValue> attributes() {
    return switch (this) {
      case TEXT_IN_A_LONG -> Map.of("n", text("many"));
      case NO_DATE -> Map.of("day", text("the day after"));
      case POINT_BEYOND_THE_POLE ->
          Map.of("spot", map(Map.of("lat", number(91), "lon", number(10))));
      case OBJECT_IN_A_KEYWORD -> Map.of("name", map(Map.of("first", text("Ana"))));
      case KEYWORD_TOO_LONG -> Map.of("name", text("x".repeat(33_000)));
      case TOO_DEEP -> Map.of("free", nested(25));
      case TOO_MANY_FIELDS -> Map.of("free", many(1_001));
      case NO_GEOMETRY -> Map.of("outline", text("POLYGON ((0 0, 1 x, 2 2, 0 0))"));
      case NO_NUMBER -> Map.of("price", text("cheap"));
      case LIST_FOR_A_LATITUDE -> Map.of("lat", list(number(1), number(2)));
    };
  }

  /** An item that can be indexed, of about a kilobyte. */
  static Map<String, AttributeValue> good(int number) {
    return Map.of(
        "n", number(number),
        "day", text("2026-01-01"),
        "spot", map(Map.of("lat", number(number % 90), "lon", number(10))),
        "name", text("item " + number),
        "outline", text("POINT (10 %d)".formatted(number % 90)),
        "price", text(number + ".50"),
        "lat", number(number % 90),
        "lon", number(10),
        "filling", text("x".repeat(800)));
  }

  /** How the index and the entity are set up for them. */
  static final String MAPPING =
      """
      {"mappings": {"dynamic": false, "properties": {
        "n": {"type": "long"}, "day": {"type": "date"}, "spot": {"type": "geo_point"},
        "name": {"type": "keyword"}, "free": {"type": "object", "dynamic": true},
        "outline": {"type": "geo_shape"}, "price": {"type": "double"},
        "position": {"type": "geo_point"}}}}
      """;

  static final String ENTITY =
      "geometry: {outline: {}}, fields: {price: {as: number}, position: {lat: lat, lon: lon}}";

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  private static AttributeValue number(int number) {
    return AttributeValue.fromN("" + number);
  }

  private static AttributeValue map(Map<String, AttributeValue> entries) {
    return AttributeValue.fromM(entries);
  }

  private static AttributeValue list(AttributeValue... elements) {
    return AttributeValue.fromL(List.of(elements));
  }

  private static AttributeValue nested(int depth) {
    return depth == 0 ? number(1) : map(Map.of("in", nested(depth - 1)));
  }

  private static AttributeValue many(int fields) {
    Map<String, AttributeValue> entries = new HashMap<>();
    for (int i = 0; i < fields; i++) {
      entries.put("f" + i, number(i));
    }
    return map(entries);
  }
}
