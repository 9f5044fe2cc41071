package dev.tributary.enrich.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Geometry;

class AntimeridianTest {

  private static final Geometry BOTH_SIDES =
      Shapes.wkt(
          "MULTIPOLYGON (((170 0, 180 0, 180 10, 170 10, 170 0)),"
              + " ((-180 0, -170 0, -170 10, -180 10, -180 0)))");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POLYGON ((170 0, -170 0, -170 10, 170 10, 170 0))",
        "POLYGON ((-170 10, 170 10, 170 0, -170 0, -170 10))",
        "POLYGON ((170 0, -170 0, -170 5, -170 10, 170 10, 170 0))",
        "POLYGON ((170 0, 170 10, -170 10, -170 5, -170 0, 170 0))",
        "POLYGON ((170 0, 190 0, 190 10, 170 10, 170 0))",
        "POLYGON ((170 0, 170 10, 190 10, 190 0, 170 0))",
        "POLYGON ((-190 0, -170 0, -170 10, -190 10, -190 0))",
        "POLYGON ((530 0, 530 10, 540 10, 190 10, 190 0, 530 0))",
        "POLYGON ((170 0, 180 0, -170 0, -170 10, -180 10, 170 10, 170 0))",
      })
  void ringsThatCrossAreCut(String wkt) throws Exception {
    Prepared prepared = Shapes.prepared(wkt);

    assertThat(prepared.step()).isEqualTo(Step.CLEANED);
    assertThat(prepared.geometry().symDifference(BOTH_SIDES).getArea()).isZero();
    assertThat(prepared.geometry().getEnvelopeInternal().getMaxX()).isEqualTo(180);
    assertThat(prepared.geometry().getEnvelopeInternal().getMinX()).isEqualTo(-180);
  }

  @Test
  void holesComeAlong() throws Exception {
    for (String hole :
        new String[] {"-178 4, -176 4, -176 6, -178 4", "182 4, 184 4, 184 6, 182 4"}) {
      Prepared prepared =
          Shapes.prepared(
              "POLYGON ((170 0, -170 0, -170 10, 170 10, 170 0), (%s))".formatted(hole));

      assertThat(prepared.geometry().getArea()).isEqualTo(200 - 2);
      assertThat(prepared.geometry().covers(Shapes.wkt("POINT (-176.5 4.5)"))).isFalse();
    }
  }

  @Test
  void aHoleAcrossIsCutToo() throws Exception {
    Prepared prepared =
        Shapes.prepared(
            "POLYGON ((170 0, -170 0, -170 10, 170 10, 170 0), (179 4, 179 6, -179 6, -179 4, 179 4))");

    assertThat(prepared.geometry().getArea()).isCloseTo(200 - 4, within(1e-6));
    assertThat(prepared.geometry().covers(Shapes.wkt("POINT (179.5 5)"))).isFalse();
    assertThat(prepared.geometry().covers(Shapes.wkt("POINT (-179.5 5)"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LINESTRING (170 0, -170 10) | MULTILINESTRING ((170 0, 180 5), (-180 5, -170 10))",
        "LINESTRING (-170 10, 170 0) | MULTILINESTRING ((-170 10, -180 5), (180 5, 170 0))",
        "LINESTRING (170 0, 190 10, 170 20)"
            + " | MULTILINESTRING ((170 0, 180 5), (-180 5, -170 10, -180 15), (180 15, 170 20))",
        "LINESTRING (190 0, 200 0) | LINESTRING (-170 0, -160 0)",
        "LINESTRING (179 0, 179 5, 181 5, 181 0)"
            + " | MULTILINESTRING ((179 0, 179 5, 180 5), (-180 5, -179 5, -179 0))",
        "POINT (190 5) | POINT (-170 5)",
        "POINT (-540 5) | POINT (-180 5)",
        "MULTIPOINT ((190 5), (10 5)) | MULTIPOINT ((-170 5), (10 5))",
      })
  void linesAndPointsAreBroughtIntoTheWorld(String wkt, String cut) throws Exception {
    assertThat(Shapes.prepared(wkt).geometry().toText()).isEqualTo(cut);
  }

  @Test
  void aLineAlongAWholeParallelStaysWhole() throws Exception {
    assertThat(Shapes.prepared("LINESTRING (-180 5, 180 5)").step()).isEqualTo(Step.AS_IS);
  }

  @Test
  void theBoundingBoxOfACountryOnBothSidesMeansItsInside() throws Exception {
    Prepared prepared = Shapes.prepared("POLYGON ((-179 18, 179 18, 179 72, -179 72, -179 18))");

    assertThat(prepared.step()).isEqualTo(Step.AS_IS);
  }

  @Test
  void aWideClockwiseRingIsTurnedSoThatItsInsideIsMeant() throws Exception {
    Prepared prepared =
        Shapes.prepared("POLYGON ((-100 0, -100 10, 0 20, 100 10, 100 0, 0 -20, -100 0))");

    assertThat(prepared.geometry().toText())
        .isEqualTo("POLYGON ((-100 0, 0 -20, 100 0, 100 10, 0 20, -100 10, -100 0))");
    assertThat(prepared.facts().reason().orElseThrow()).startsWith("clockwise and wider than 180");
  }

  @ParameterizedTest
  @CsvSource({"80, 90", "-80, -90"})
  void aRingAroundAPoleHoldsThePole(double latitude, double pole) throws Exception {
    for (int direction : new int[] {1, -1}) {
      String ring =
          IntStream.rangeClosed(0, 12)
              .mapToDouble(i -> direction * i * 30)
              .mapToObj(x -> (x > 180 ? x - 360 : x < -180 ? x + 360 : x) + " " + latitude)
              .collect(Collectors.joining(", "));

      Geometry cap = Shapes.prepared("POLYGON ((%s))".formatted(ring)).geometry();

      assertThat(cap.getArea()).isEqualTo(360 * 10);
      assertThat(cap.covers(Shapes.wkt("POINT (77 %s)".formatted(pole)))).isTrue();
    }
  }

  @Test
  void aContinentWithTheMapsEdgeDrawnInIsTakenAsDrawn() throws Exception {
    Prepared antarctica =
        Shapes.prepared(
            "POLYGON ((-180 -90, 180 -90, 180 -70, 90 -65, 0 -70, -90 -66, -180 -70, -180 -90))");

    assertThat(antarctica.step()).isEqualTo(Step.AS_IS);
  }

  @Test
  void bayBetweenTwoTouchesOfTheAntimeridianIsNotFilled() throws Exception {
    Prepared prepared = Shapes.prepared("POLYGON ((170 0, 180 2, 175 4, 180 6, 170 8, 170 0))");

    assertThat(prepared.facts().reason().orElseThrow()).startsWith("it touches ±180 several times");
    assertThat(prepared.geometry().toText())
        .isEqualTo("POLYGON ((170 0, 179.999999999 2, 175 4, 179.999999999 6, 170 8, 170 0))");
  }

  @Test
  void whatIsCleanedCannotBeTakenTheOtherWayRound() throws Exception {
    Prepared wide = Shapes.prepared("POLYGON ((-170 0, 170 0, 170 0, 170 10, -170 10, -170 0))");

    assertThat(wide.geometry().toText())
        .isEqualTo("POLYGON ((-170 0, 0 0, 170 0, 170 10, 0 10, -170 10, -170 0))");
  }

  @Test
  void aHoleInTheNoiseBeyondTheAntimeridianIsKept() throws Exception {
    Prepared prepared =
        Shapes.prepared(
            "POLYGON ((170 0, 180.0000001 0, 180 10, 170 10, 170 0), (175 4, 177 4, 177 6, 175 4))");

    assertThat(prepared.geometry().getArea()).isEqualTo(98);
  }
}
