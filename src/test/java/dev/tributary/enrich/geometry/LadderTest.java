package dev.tributary.enrich.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LadderTest {

  /** Valid, and yet OpenSearch 2.19 says "Unable to Tessellate shape". */
  private static final String NOT_TESSELLATED =
      "POLYGON ((-49 -23, -44.5 -26, -52 -11, -49 -23), (-49.857142857142854 -19.571428571428573,"
          + " -49 -20, -49.63157894736842 -20.473684210526315,"
          + " -49.857142857142854 -19.571428571428573))";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POINT (1 2)",
        "MULTIPOINT ((1 2), (1 2))",
        "LINESTRING (1 1, 1 1, 2 2)",
        "POLYGON ((0 0, 9 0, 9 9, 0 0))",
        "POLYGON ((0 0, 9 9, 9 0, 0 0))",
        "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (0 5, 2 4, 2 6, 0 5))",
        "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)))",
        "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)), ((1 0, 8 0, 8 9, 1 0)))",
        "GEOMETRYCOLLECTION (POINT (1 2), POLYGON ((0 0, 9 0, 9 9, 0 0)))",
        "POLYGON ((-180 -90, 180 -90, 180 90, -180 90, -180 -90))",
        "POLYGON ((-180 -90, -180 90, 180 90, 180 -90, -180 -90))",
        "POLYGON ((170 0, 180 0, 180 10, 170 10, 170 0))",
      })
  void whatCanBeTakenAsItIsIsNotTouched(String wkt) throws Exception {
    Prepared prepared = Shapes.prepared(wkt);

    assertThat(prepared.geometry().toText()).isEqualTo(wkt);
    int vertices = prepared.geometry().getNumPoints();
    assertThat(prepared.facts())
        .isEqualTo(
            new GeometryFacts(
                Step.AS_IS,
                prepared.geometry().getGeometryType(),
                vertices,
                vertices,
                Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POLYGON ((0 0, 9 0, 9 9)) | POLYGON ((0 0, 9 0, 9 9, 0 0))"
            + " | POLYGON[0]: a ring that is not closed",
        "POLYGON ((0 0, 9 0, 9 0, 9 9, 0 0)) | POLYGON ((0 0, 9 0, 9 9, 0 0)) | a point is repeated",
        "POLYGON ((0 0, 1 0, 2 0, 1 0, 1 1, 0 0)) | POLYGON ((0 0, 1 0, 1 1, 0 0))"
            + " | self-intersection at (2.0 0.0)",
        "POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0))"
            + " | MULTIPOLYGON (((1 1, 2 0, 2 2, 1 1)), ((0 0, 1 1, 0 2, 0 0)))"
            + " | self-intersection at (1.0 1.0)",
        "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (20 0, 21 0, 21 1, 20 0))"
            + " | MULTIPOLYGON (((21 1, 20 0, 21 0, 21 1)), ((0 9, 0 0, 9 0, 9 9, 0 9)))"
            + " | hole lies outside shell at (20.0 0.0)",
        "POLYGON ((0 0, 4 0, 2 0, 0 0)) | LINESTRING (0 0, 4 0, 2 0, 0 0)"
            + " | self-intersection at (2.0 0.0)",
        "POLYGON ((1 1, 1 1, 1 1, 1 1)) | POINT (1 1) | a point is repeated",
        "POLYGON ((1 1)) | POINT (1 1) | POLYGON[0]: a ring of fewer than four positions",
        "POLYGON ((1 1, 2 2)) | LINESTRING (1 1, 2 2, 1 1)"
            + " | POLYGON[0]: a ring that is not closed",
        "LINESTRING (1 1) | POINT (1 1) | LINESTRING: a line of one position",
        "POLYGON ((0 80, 1 80, 1 90.0000001, 0 90, 0 80)) | POLYGON ((0 80, 1 80, 1 90, 0 90, 0 80))"
            + " | a latitude that rounding put beyond 90",
        "POLYGON ((170 0, 180.0000001 0, 180 9, 170 0)) | POLYGON ((170 0, 180 0, 180 9, 170 0))"
            + " | longitude 180.0000001 is beyond 180",
        "MULTIPOLYGON (((0 0, 9 9, 9 0, 0 0)), ((0 0, 9 0, 9 0, 9 9, 0 0)))"
            + " | MULTIPOLYGON (((0 0, 9 9, 9 0, 0 0)), ((0 0, 9 0, 9 9, 0 0)))"
            + " | a point is repeated",
      })
  void whatCannotBeTakenIsCleaned(String wkt, String cleaned, String reason) throws Exception {
    Prepared prepared = Shapes.prepared(wkt);

    assertThat(prepared.step()).isEqualTo(Step.CLEANED);
    assertThat(prepared.geometry().toText()).isEqualTo(cleaned);
    assertThat(prepared.facts().reason()).contains(reason);
  }

  @Test
  void aRefusalOfOpenSearchLeadsToTheNextStep() throws Exception {
    Prepared asIs = Shapes.prepared(NOT_TESSELLATED);
    assertThat(asIs.step()).isEqualTo(Step.AS_IS);

    // Cleaning changes nothing of it.
    Prepared reduced = asIs.next("Unable to Tessellate").orElseThrow();
    assertThat(reduced.facts())
        .isEqualTo(
            new GeometryFacts(Step.REDUCED, "Polygon", 8, 7, Optional.of("Unable to Tessellate")));
    assertThat(reduced.geometry().toText()).contains("-49.631579 -20.473684");
    Prepared envelope = reduced.next("no").orElseThrow();
    assertThat(envelope.step()).isEqualTo(Step.ENVELOPE);
    assertThat(envelope.geometry().toText())
        .isEqualTo("POLYGON ((-52 -26, -44.5 -26, -44.5 -11, -52 -11, -52 -26))");
    assertThat(envelope.next("no again")).isEmpty();
  }

  @Test
  void aStepThatChangesNothingIsPassed() throws Exception {
    Prepared box = Shapes.prepared("POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))");

    assertThat(box.next("refused")).isEmpty();
    assertThat(Shapes.prepared("POINT (1 2)").next("refused")).isEmpty();
    assertThat(Shapes.prepared("POINT (1.23456789 2)").next("refused").orElseThrow().step())
        .isEqualTo(Step.REDUCED);
  }

  @Test
  void simplifyingKeepsTheShapeWithinAThousandthOfItsExtent() throws Exception {
    StringBuilder ring = new StringBuilder("POLYGON ((0 0");
    for (int i = 1; i <= 1000; i++) {
      ring.append(", ").append(i / 100.0).append(' ').append(i % 2 == 0 ? 0 : 0.001);
    }
    Prepared prepared = Shapes.prepared(ring + ", 10 10, 0 10, 0 0))");

    Prepared simplified = prepared.next("no").orElseThrow();
    while (simplified.step() != Step.SIMPLIFIED) {
      simplified = simplified.next("no").orElseThrow();
    }

    assertThat(simplified.facts().verticesBefore()).isEqualTo(1004);
    assertThat(simplified.facts().verticesAfter()).isLessThan(10);
    assertThat(simplified.geometry().symDifference(prepared.geometry()).getArea()).isLessThan(0.1);
  }

  @Test
  void whatIsTooSmallForItsOwnStepIsAPoint() throws Exception {
    Prepared tiny = Shapes.prepared("POLYGON ((1 1, 1.00000001 1, 1.00000001 1.00000001, 1 1))");

    Prepared reduced = tiny.next("no").orElseThrow();

    assertThat(reduced.step()).isEqualTo(Step.REDUCED);
    assertThat(reduced.geometry().toText()).isEqualTo("POINT (1 1)");
  }

  @Test
  void eachPolygonGetsABoxOfItsOwn() throws Exception {
    Prepared prepared =
        Shapes.prepared("MULTIPOLYGON (((0 0, 2 0, 2 2, 0 0)), ((50 0, 51 0, 51 1, 50 0)))");
    while (prepared.step() != Step.ENVELOPE) {
      prepared = prepared.next("no").orElseThrow();
    }

    assertThat(prepared.geometry().toText())
        .isEqualTo("MULTIPOLYGON (((0 0, 2 0, 2 2, 0 2, 0 0)), ((50 0, 51 0, 51 1, 50 1, 50 0)))");
  }

  @Test
  void onlyWhatNeedsItIsChanged() throws Exception {
    Prepared prepared =
        Shapes.prepared(
            "GEOMETRYCOLLECTION (POLYGON ((0 0, 1 1, 1 0, 0 0)), POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0)))");

    assertThat(prepared.step()).isEqualTo(Step.CLEANED);
    assertThat(prepared.geometry().getGeometryN(0).toText())
        .isEqualTo("POLYGON ((0 0, 1 1, 1 0, 0 0))");
  }
}
