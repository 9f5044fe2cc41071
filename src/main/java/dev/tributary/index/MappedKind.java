package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;

/** The types of a mapping, put together by what they take. */
enum MappedKind {
  TEXT,
  NUMBER,
  /** A number that cannot hold a time. */
  SMALL_NUMBER,
  DATE,
  FLAG,
  ADDRESS,
  POINT,
  SHAPE,
  OBJECT,
  /** Another name of another field: nothing can be written to it. */
  ALIAS,
  /** One that takes many things, or that is not known here. */
  OTHER;

  static MappedKind of(JsonNode field) {
    return switch (type(field)) {
      case "text", "keyword", "wildcard", "match_only_text", "search_as_you_type" -> TEXT;
      case "long", "integer", "double", "float", "scaled_float", "unsigned_long" -> NUMBER;
      case "short", "byte", "half_float" -> SMALL_NUMBER;
      case "date", "date_nanos" -> DATE;
      case "boolean" -> FLAG;
      case "ip" -> ADDRESS;
      case "geo_point" -> POINT;
      case "geo_shape" -> SHAPE;
      case "object", "nested", "flat_object" -> OBJECT;
      case "alias" -> ALIAS;
      default -> OTHER;
    };
  }

  static String type(JsonNode field) {
    return field.path("type").asText("object");
  }

  /** Whether its values have no entries. */
  boolean isPlain() {
    return switch (this) {
      case TEXT, NUMBER, SMALL_NUMBER, DATE, FLAG, ADDRESS, ALIAS -> true;
      case POINT, SHAPE, OBJECT, OTHER -> false;
    };
  }
}
