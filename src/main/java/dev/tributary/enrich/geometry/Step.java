package dev.tributary.enrich.geometry;

import java.util.Locale;

/** The ladder's steps, from what changes nothing to what keeps least. */
public enum Step {
  /** Only what a geo_shape has no use for is gone: the feature around it, and heights. */
  AS_IS,
  /** Repeated points, noise, direction and antimeridian are put right, and JTS has repaired it. */
  CLEANED,
  /** Cleaned, and all numbers rounded to six decimals, a tenth of a metre. */
  REDUCED,
  /** Reduced, and with a thousandth of its extent as tolerance. */
  SIMPLIFIED,
  /** Boxes around its polygons and lines. */
  ENVELOPE;

  /** As people read it and documents store it: {@code as-is}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
