package dev.tributary.backfill;

/**
 * A part of all documents, always the same one: chosen by the ids, so that the walk over the tables
 * and the walk over the indexes look at the same documents.
 *
 * @param percent more than 0, at most 100
 */
public record Sample(double percent) {

  public static final Sample ALL = new Sample(100);

  private static final int PARTS = 1_000_000;

  public Sample {
    if (!(percent > 0 && percent <= 100)) {
      throw new IllegalArgumentException("A sample is more than 0 and at most 100 percent");
    }
  }

  public boolean takes(String id) {
    return percent == 100 || Math.floorMod(hash(id), PARTS) < percent / 100 * PARTS;
  }

  /** FNV-1a, then mixed: ids often differ in their last digits only. */
  private static long hash(String id) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < id.length(); i++) {
      hash = (hash ^ id.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return hash ^ (hash >>> 33);
  }
}
