package dev.tributary.enrich.geometry;

import java.util.Arrays;
import java.util.Optional;

/**
 * Coordinates while they are read: all numbers in one array, and for each level of nesting where
 * its lists end. A list may be nested as deep as a MultiPolygon's; all positions lie equally deep.
 */
final class Positions {

  /** A MultiPolygon's positions are lists inside lists inside lists inside a list. */
  static final int DEEPEST = 4;

  private final String path;
  private double[] ordinates = new double[32];
  private final int[][] ends = new int[DEEPEST + 1][0];
  private final int[] closed = new int[DEEPEST + 2];
  private int depth;
  private int deepestEmpty;
  private double farthestX;
  private double farthestY;
  private Optional<Extent.Latitude> beyond = Optional.empty();

  /**
   * @param path of the coordinates
   */
  Positions(String path) {
    this.path = path;
  }

  String path() {
    return path;
  }

  /** How deep the positions lie: 1 for a Point, 4 for a MultiPolygon; 0 where there are none. */
  int depth() {
    return depth;
  }

  int count() {
    return depth == 0 ? 0 : closed[depth];
  }

  Extent extent() {
    return new Extent(farthestX, farthestY, beyond);
  }

  double x(int position) {
    return ordinates[2 * position];
  }

  double y(int position) {
    return ordinates[2 * position + 1];
  }

  /** How many lists there are at this level of nesting, positions being lists themselves. */
  int lists(int level) {
    return closed[level];
  }

  /** The first element of a list, counted over all lists of its level. */
  int from(int level, int list) {
    return list == 0 ? 0 : ends[level][list - 1];
  }

  /** One past the last element of a list. */
  int to(int level, int list) {
    return ends[level][list];
  }

  /** A position that has just ended, as a list of this level. */
  void position(int level, double x, double y, Located reader) throws RefusedGeometryException {
    if (depth == 0) {
      depth = level;
    }
    if (depth != level || deepestEmpty >= depth) {
      throw unequal(reader);
    }
    int at = 2 * closed[depth]++;
    if (at == ordinates.length) {
      ordinates = Arrays.copyOf(ordinates, 2 * at);
    }
    ordinates[at] = x;
    ordinates[at + 1] = y;
    farthestX = Math.max(farthestX, Math.abs(x));
    farthestY = Math.max(farthestY, Math.abs(y));
    if (beyond.isEmpty() && !Extent.isLatitude(y)) {
      beyond = Optional.of(new Extent.Latitude(y, reader.path()));
    }
  }

  /** A list of lists, or an empty one, has just ended. */
  void close(int level, boolean empty, Located reader) throws RefusedGeometryException {
    if (empty) {
      deepestEmpty = Math.max(deepestEmpty, level);
    }
    if (depth != 0 && level >= depth) {
      throw unequal(reader);
    }
    int list = closed[level]++;
    if (list == ends[level].length) {
      ends[level] = Arrays.copyOf(ends[level], list + list / 2 + 4);
    }
    ends[level][list] = closed[level + 1];
  }

  private static RefusedGeometryException unequal(Located reader) {
    return RefusedGeometryException.at(
        reader.path(), "the positions are not all nested equally deep");
  }
}
