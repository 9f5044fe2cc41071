package dev.tributary.enrich.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;

/** Shapes that are meant to cost much more than their size. */
class HostileShapesTest {

  private static Prepared prepared(Coordinate[] ring) {
    ring[ring.length - 1] = ring[0].copy();
    Geometry polygon = Atoms.FACTORY.createPolygon(ring);
    return Assertions.assertTimeoutPreemptively(
        Duration.ofMinutes(2),
        () -> Shapes.prepared(Shapes.json(out -> GeoJsonWriter.write(polygon, out))));
  }

  @Test
  void edgesThatAllCrossEachOtherEndAsABox() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Coordinate[] ring = new Coordinate[100_000];
    for (int i = 0; i < ring.length; i++) {
      ring[i] = new Coordinate(random.nextDouble(), random.nextDouble());
    }

    Prepared prepared = prepared(ring);

    assertThat(prepared.step()).as("seed %d", seed).isEqualTo(Step.ENVELOPE);
    assertThat(prepared.facts().reason())
        .contains("its edges cross each other too often to be looked at one by one");
  }

  @Test
  void longSlantedTeethSideBySideEndAsABox() {
    Coordinate[] comb = new Coordinate[100_000];
    for (int i = 0; i < comb.length; i++) {
      double x = i * 1e-6;
      comb[i] = i % 2 == 0 ? new Coordinate(x, 0) : new Coordinate(x + 10, 10);
    }
    comb[comb.length - 2] = new Coordinate(50, -10);

    assertThat(prepared(comb).step()).isEqualTo(Step.ENVELOPE);
  }

  @Test
  void aStarOfThousandEdgesIsRepaired() {
    Coordinate[] star = new Coordinate[202];
    for (int i = 0; i < star.length; i++) {
      double angle = 2 * Math.PI * i * 100 / (star.length - 1);
      star[i] = new Coordinate(Math.cos(angle), Math.sin(angle));
    }

    assertThat(prepared(star).step()).isEqualTo(Step.CLEANED);
  }

  @Test
  void aLongValidCoastIsTakenAsItIs() {
    Coordinate[] coast = new Coordinate[200_001];
    for (int i = 0; i < coast.length; i++) {
      double angle = 2 * Math.PI * i / (coast.length - 1);
      double radius = 10 + (i % 7) * 1e-4;
      coast[i] = new Coordinate(radius * Math.cos(angle), radius * Math.sin(angle));
    }

    assertThat(prepared(coast).step()).isEqualTo(Step.AS_IS);
  }
}
