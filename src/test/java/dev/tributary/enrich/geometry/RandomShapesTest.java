package dev.tributary.enrich.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.tributary.entity.Swapped;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Geometry;

class RandomShapesTest {

  private static final int SHAPES = Integer.getInteger("shapes", 1_000);

  private final long seed = Long.getLong("seed", new Random().nextLong());

  @Test
  void whateverIsDrawnComesOutAsSomethingThatStaysAsItIs() throws Exception {
    RandomShapes shapes = new RandomShapes(seed);
    Map<Step, Integer> steps = new EnumMap<>(Step.class);
    for (int i = 0; i < SHAPES; i++) {
      Geometry drawn = shapes.next();
      String json = Shapes.json(out -> GeoJsonWriter.write(drawn, out));
      String told = "seed %d, shape %d: %s".formatted(seed, i, json);

      Prepared prepared = Shapes.prepared(json);
      steps.merge(prepared.step(), 1, Integer::sum);
      assertThat(prepared.facts().reason().isPresent())
          .as(told)
          .isEqualTo(prepared.step() != Step.AS_IS);
      for (Geometry atom : Atoms.of(prepared.geometry())) {
        assertThat(Acceptance.flaw(atom)).as(told).isEmpty();
      }
      String written = Shapes.json(prepared::writeShape);
      assertThat(Shapes.prepared(written).step())
          .as("%s became %s", told, written)
          .isEqualTo(Step.AS_IS);
      assertThat(Shapes.read(Shapes.json(prepared::writeEnvelope))).as(told).isPresent();
      assertThat(prepared.centroid()).as(told).isPresent();
    }
    System.out.println("Random shapes, seed " + seed + ": " + steps);
    assertThat(steps).as("seed %d", seed).containsKeys(Step.AS_IS, Step.CLEANED);
  }

  @Test
  void theLadderEndsAfterAFewSteps() throws Exception {
    RandomShapes shapes = new RandomShapes(seed);
    for (int i = 0; i < SHAPES / 10; i++) {
      Geometry drawn = shapes.next();
      Optional<Prepared> prepared =
          Optional.of(Shapes.prepared(Shapes.json(out -> GeoJsonWriter.write(drawn, out))));
      Step before = null;
      while (prepared.isPresent()) {
        assertThat(before == null || before.compareTo(prepared.get().step()) < 0)
            .as("seed %d, shape %d: %s after %s", seed, i, prepared.get().step(), before)
            .isTrue();
        before = prepared.get().step();
        prepared = prepared.get().next("refused");
      }
    }
  }

  @Test
  void damagedTextIsReadOrRefusedAndNothingElse() {
    String whole =
        """
        {"type":"FeatureCollection","features":[{"type":"Feature","id":7,"properties":{"name":"a"},
        "geometry":{"type":"MultiPolygon","coordinates":[[[[0,0],[9,0],[9,9],[0,0]],[[4,1],[5,2],[5,1],[4,1]]]]}},
        {"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[
        {"type":"Point","coordinates":[1,2,3]},{"type":"LineString","coordinates":[[170,0],[-170,9]]}]}}]}
        """;
    String wkt =
        "GEOMETRYCOLLECTION (POINT Z (1 2 3), MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0))), MULTIPOINT (1 2))";
    Random random = new Random(seed);
    for (int i = 0; i < 20 * SHAPES; i++) {
      StringBuilder text = new StringBuilder(random.nextBoolean() ? whole : wkt);
      for (int damage = random.nextInt(4); damage >= 0; damage--) {
        int at = random.nextInt(text.length());
        int end = Math.min(text.length(), at + random.nextInt(12));
        String other = text.substring(Math.min(at, random.nextInt(text.length())), at);
        text.replace(at, end, other.substring(0, Math.min(other.length(), random.nextInt(20))));
        if (text.isEmpty()) {
          text.append('x');
        }
      }
      try {
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        Optional<Reading> reading = new GeometryReader(GeometryLimits.defaults()).read(bytes);
        if (reading.isPresent()) {
          Ladder.start(reading.get(), Swapped.REPAIR);
        }
      } catch (RefusedGeometryException e) {
        assertThat(e.getMessage()).as("seed %d: %s", seed, text).isNotBlank();
      } catch (RuntimeException e) {
        fail("seed %d: %s".formatted(seed, text), e);
      }
    }
  }
}
