package dev.tributary.enrich.geometry;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.LinearRing;

/**
 * Shapes as nobody should draw them: bowties, spikes, repeated points, holes outside and across
 * each other, on a grid so that vertices and edges meet, on and over the antimeridian, at the
 * poles, a hair wide or half the world.
 */
final class RandomShapes {

  private final Random random;

  RandomShapes(long seed) {
    this.random = new Random(seed);
  }

  Geometry next() {
    int parts = random.nextInt(4) == 0 ? 1 + random.nextInt(4) : 1;
    List<Geometry> atoms = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      atoms.add(atom());
    }
    return parts == 1 ? atoms.get(0) : Atoms.joined(atoms);
  }

  private Geometry atom() {
    double size = Math.min(160, Math.pow(10, -8 + 10.5 * random.nextDouble()));
    double grid = random.nextInt(3) == 0 ? 0 : size / (2 + random.nextInt(12));
    double x = rounded(centreX(size), grid);
    double y = rounded((random.nextDouble() * 2 - 1) * (90 - size / 2), grid);
    boolean wrapped = random.nextBoolean();
    int kind = random.nextInt(12);
    if (kind == 0) {
      return Atoms.FACTORY.createPoint(ring(x, y, size, grid, wrapped)[0]);
    } else if (kind == 1) {
      return Atoms.FACTORY.createLineString(ring(x, y, size, grid, wrapped));
    }
    LinearRing[] holes = new LinearRing[random.nextInt(3) == 0 ? random.nextInt(4) : 0];
    for (int i = 0; i < holes.length; i++) {
      double dx = (random.nextDouble() - 0.5) * size;
      double dy = (random.nextDouble() - 0.5) * size;
      Coordinate[] hole = ring(x + dx, y + dy, size * random.nextDouble(), grid, wrapped);
      holes[i] = Atoms.FACTORY.createLinearRing(hole);
    }
    LinearRing shell = Atoms.FACTORY.createLinearRing(ring(x, y, size, grid, wrapped));
    return Atoms.FACTORY.createPolygon(shell, holes);
  }

  private double centreX(double size) {
    double side = random.nextBoolean() ? 1 : -1;
    return switch (random.nextInt(5)) {
      case 0 -> side * 180;
      case 1 -> side * (180 - size / 2);
      case 2 -> side * (180 - size * random.nextDouble());
      default -> (random.nextDouble() * 2 - 1) * (180 - size / 2);
    };
  }

  private Coordinate[] ring(double x, double y, double size, double grid, boolean wrapped) {
    int corners = 3 + random.nextInt(random.nextInt(4) == 0 ? 60 : 8);
    boolean star = random.nextInt(3) != 0;
    double turn = random.nextBoolean() ? 2 * Math.PI : -2 * Math.PI;
    List<Coordinate> ring = new ArrayList<>();
    for (int i = 0; i < corners; i++) {
      double angle = star ? turn * i / corners : random.nextDouble() * turn;
      double radius = size / 2 * (0.2 + 0.8 * random.nextDouble());
      double px = x + rounded(radius * Math.cos(angle), grid);
      double py = y + rounded(radius * Math.sin(angle), grid);
      ring.add(new Coordinate(px, py));
      int mistake = random.nextInt(40);
      if (mistake == 0) {
        ring.add(new Coordinate(px, py));
      } else if (mistake == 1) {
        ring.add(new Coordinate(px + size * random.nextDouble(), py));
        ring.add(new Coordinate(px, py));
      }
    }
    ring.add(ring.get(0).copy());
    for (Coordinate point : ring) {
      point.y = Math.max(-90, Math.min(90, point.y));
      if (wrapped && Math.abs(point.x) > 180) {
        point.x -= Math.copySign(360, point.x);
      }
    }
    return ring.toArray(Coordinate[]::new);
  }

  private static double rounded(double number, double grid) {
    return grid == 0 ? number : Math.rint(number / grid) * grid;
  }
}
