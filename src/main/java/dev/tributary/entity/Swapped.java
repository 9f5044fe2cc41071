package dev.tributary.entity;

/** What becomes of a geometry that fits the world only with latitude and longitude exchanged. */
public enum Swapped {
  /** It is refused, with its place and the way to mend it. */
  REJECT,
  /** It is exchanged. */
  REPAIR,
  /** It is written as it stands, and OpenSearch mirrors it at the pole. */
  KEEP
}
