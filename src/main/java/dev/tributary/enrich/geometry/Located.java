package dev.tributary.enrich.geometry;

/** Knows where in the source the reader stands. */
interface Located {

  /** Such as {@code features[3].geometry.coordinates[0][17]}; empty at the root. */
  String path();
}
