package dev.tributary.enrich.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;

/**
 * What the ladder calls acceptable is accepted by a real geo_shape, or the next steps are; and the
 * index then answers as JTS does which points a shape holds.
 */
class GeoShapeIT {

  private static final int SHAPES = Integer.getInteger("shapes", 1_000);

  /** Each is refused or misread by OpenSearch as it stands. */
  private static final List<String> NASTY =
      List.of(
          "POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0))",
          "POLYGON ((0 0, 1 0, 2 0, 1 0, 1 1, 0 0))",
          "POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0), (2 2, 3 2, 3 3, 2 2))",
          "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (5 5, 15 5, 15 7, 5 7, 5 5))",
          "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (1 1, 1 9, 9 9, 9 1, 1 1), (2 2, 2 8, 8 8, 8 2, 2 2))",
          "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (0 0, 10 0, 10 10, 0 10, 0 0))",
          "POLYGON ((0 0, 9 0, 9 9))",
          "POLYGON ((0 0, 9 0, 9 0, 9 9, 0 0))",
          "POLYGON ((0 0, 4 0, 2 0, 0 0))",
          "POLYGON ((1 1))",
          "POLYGON ((1 1, 2 2))",
          "LINESTRING (1 1)",
          "LINESTRING (170 0, -170 10)",
          "POLYGON ((170 0, -170 0, -170 10, 170 10, 170 0))",
          "POLYGON ((170 0, 170 10, -170 10, -170 5, -170 0, 170 0))",
          "POLYGON ((170 0, 190 0, 190 10, 170 10, 170 0), (179 4, 179 6, 181 6, 181 4, 179 4))",
          "POLYGON ((-100 0, -100 10, 0 20, 100 10, 100 0, 0 -20, -100 0))",
          "POLYGON ((170 0, 180 2, 175 4, 180 6, 170 8, 170 0))",
          "POLYGON ((-170 0, -180 2, -175 4, -180 6, -170 8, -170 0))",
          "POLYGON ((178 2, 180 2, 180 6, 178 6, 178 2), (180 3.5, 179 3, 179 4, 180 3.5))",
          "POLYGON ((0 80, 90 80, 180 80, -90 80, 0 80))",
          "POLYGON ((0 -80, -90 -75, 180 -80, 90 -85, 0 -80))",
          "POLYGON ((0 80, 1 80, 1 90.0000001, 0 90, 0 80))",
          "POLYGON ((-180 -90, 180 -90, 180 -90, 180 90, -180 90, -180 -90))",
          "POLYGON ((-180 -90, 180 -90, 180 -70, 90 -65, 0 -70, 0 -70, -90 -66, -180 -70, -180 -90))",
          "POLYGON ((-179 -60, 179 -60, 179 60, -179 60, -179 -60), (-170 -50, -170 50, 170 50, 170 -50, -170 -50))",
          "POLYGON ((0 0, 0 1e-9, 0 0))",
          "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)), ((0 0, 2 2, 2 0, 0 2, 0 0)), ((-1 -1, 8 -1, 8 8, -1 -1)))",
          "GEOMETRYCOLLECTION (POINT (190 0), GEOMETRYCOLLECTION (LINESTRING (0 0, 1 1), POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0))))");

  private static RawOpenSearch raw;

  @BeforeAll
  static void connect() {
    raw = new RawOpenSearch(Servers.shared().openSearch());
  }

  @Test
  void nastyShapesAreTakenAtOnceAndReadAsTheyAreMeant() throws Exception {
    Map<Integer, Prepared> shapes = new TreeMap<>();
    for (String wkt : NASTY) {
      shapes.put(shapes.size(), Shapes.prepared(wkt));
    }
    GeoShapeIndex index = new GeoShapeIndex(raw);

    assertThat(index.write(shapes)).isEmpty();
    assertReadAsMeant(index, shapes, 40, new Random().nextLong());
  }

  @Test
  void randomShapesAreTakenInTheEndAndReadAsTheyAreMeant() throws Exception {
    long seed = Long.getLong("seed", new Random().nextLong());
    RandomShapes random = new RandomShapes(seed);
    Map<Integer, Prepared> shapes = new TreeMap<>();
    for (int i = 0; i < SHAPES; i++) {
      shapes.put(i, Shapes.prepared(random.next().json()));
    }
    GeoShapeIndex index = new GeoShapeIndex(raw);

    Map<String, Integer> counts = new TreeMap<>();
    Map<Integer, Prepared> open = new TreeMap<>(shapes);
    for (int round = 1; !open.isEmpty(); round++) {
      Map<Integer, String> refused = index.write(open);
      Map<Integer, Prepared> next = new TreeMap<>();
      for (Map.Entry<Integer, Prepared> shape : open.entrySet()) {
        int number = shape.getKey();
        String said = refused.get(number);
        counts.merge(
            "try %d, %s: %s"
                .formatted(
                    round, shape.getValue().step().word(), said == null ? "taken" : "refused"),
            1,
            Integer::sum);
        if (said == null) {
          shapes.put(number, shape.getValue());
        } else {
          Optional<Prepared> other = shape.getValue().next(said);
          assertThat(other).as("seed %d, shape %d: %s", seed, number, said).isPresent();
          next.put(number, other.orElseThrow());
        }
      }
      open = next;
    }
    System.out.println("Shapes in a geo_shape, seed " + seed + ": " + counts);
    int refusedAtFirst =
        counts.entrySet().stream()
            .filter(count -> count.getKey().matches("try 1, .*refused"))
            .mapToInt(Map.Entry::getValue)
            .sum();
    assertThat(refusedAtFirst).as("seed %d: %s", seed, counts).isLessThan(SHAPES / 50);
    assertReadAsMeant(index, shapes, 6, seed);
  }

  /** Asks for random points in and around each shape. */
  private static void assertReadAsMeant(
      GeoShapeIndex index, Map<Integer, Prepared> shapes, int points, long seed) {
    Random random = new Random(seed);
    List<GeoShapeIndex.Question> questions = new ArrayList<>();
    List<Boolean> expected = new ArrayList<>();
    shapes.forEach(
        (number, prepared) -> {
          List<Geometry> atoms = Atoms.of(prepared.geometry());
          for (int i = 0; i < points; i++) {
            Geometry near = atoms.get(random.nextInt(atoms.size()));
            Coordinate point = Points.around(near, random);
            Points.held(atoms, point)
                .ifPresent(
                    held -> {
                      questions.add(new GeoShapeIndex.Question(number, point));
                      expected.add(held);
                    });
          }
        });

    List<Boolean> answers = index.holds(questions);

    Map<Boolean, Integer> counts = new HashMap<>();
    for (int i = 0; i < questions.size(); i++) {
      GeoShapeIndex.Question question = questions.get(i);
      counts.merge(answers.get(i), 1, Integer::sum);
      assertThat(answers.get(i))
          .as("seed %d: %s in %s", seed, question.point(), shapes.get(question.shape()).geometry())
          .isEqualTo(expected.get(i));
    }
    System.out.println("Points in shapes, seed " + seed + ": " + counts);
    assertThat(counts.values()).as("seed %d: %s", seed, counts).hasSize(2).allMatch(n -> n > 50);
  }
}
