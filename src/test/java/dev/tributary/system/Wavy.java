package dev.tributary.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;
import java.util.Random;

/** Valid polygons of any size with a ragged coast, as GeoJSON. */
final class Wavy {

  /** Two numbers with seven decimals, which is what files have, with what stands around them. */
  private static final int BYTES_PER_VERTEX = 24;

  private Wavy() {}

  /** How many vertices a polygon of about so many bytes has. */
  static int vertices(int bytes) {
    return Math.max(8, bytes / BYTES_PER_VERTEX);
  }

  /** Each direction from its centre is met once, so no two edges cross. */
  static byte[] polygon(int vertices, long seed) {
    Random random = new Random(seed);
    double x = random.nextDouble() * 340 - 170;
    double y = random.nextDouble() * 160 - 80;
    // No longer than the edges are: with needles it would be another test, of OpenSearch's
    // patience.
    double ragged = 4 * Math.PI / vertices;
    double phase = random.nextDouble() * 6;
    StringBuilder json = new StringBuilder("{\"type\":\"Polygon\",\"coordinates\":[[");
    String first = "";
    for (int i = 0; i < vertices - 1; i++) {
      double angle = 2 * Math.PI * i / (vertices - 1);
      double radius =
          2
              + Math.sin(5 * angle + phase) / 2
              + Math.sin(31 * angle) / 5
              + ragged * random.nextDouble();
      String position =
          String.format(
              Locale.ROOT,
              "[%.7f,%.7f]",
              x + radius * Math.cos(angle),
              y + radius * Math.sin(angle));
      first = i == 0 ? position : first;
      json.append(position).append(',');
    }
    return json.append(first).append("]]}").toString().getBytes(UTF_8);
  }
}
