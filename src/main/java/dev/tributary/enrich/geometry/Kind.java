package dev.tributary.enrich.geometry;

import java.util.Locale;
import java.util.Optional;

/** The geometries that have coordinates, and how deep their positions are nested. */
enum Kind {
  POINT("Point", 1),
  MULTI_POINT("MultiPoint", 2),
  LINE_STRING("LineString", 2),
  MULTI_LINE_STRING("MultiLineString", 3),
  POLYGON("Polygon", 3),
  MULTI_POLYGON("MultiPolygon", 4);

  private final String type;
  private final int depth;

  Kind(String type, int depth) {
    this.type = type;
    this.depth = depth;
  }

  String type() {
    return type;
  }

  int depth() {
    return depth;
  }

  boolean isMulti() {
    return type.startsWith("Multi");
  }

  /** In any case: OpenSearch's own documents say {@code polygon}, WKT says {@code POLYGON}. */
  static Optional<Kind> of(String type) {
    for (Kind kind : values()) {
      if (kind.type.toLowerCase(Locale.ROOT).equals(type.toLowerCase(Locale.ROOT))) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
