package dev.tributary.enrich.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tributary.entity.Swapped;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SwappedTest {

  /** Near Vancouver, as (latitude, longitude). */
  private static final String SWAPPED = "POLYGON ((49 -123, 50 -123, 50 -122, 49 -123))";

  @Test
  void byDefaultItIsRefusedWithItsPlaceAndTheWayToMendIt() {
    assertThatExceptionOfType(RefusedGeometryException.class)
        .isThrownBy(() -> Shapes.prepared(SWAPPED, Swapped.REJECT))
        .withMessage(
            "POLYGON[0][0]: latitude -123.0 is beyond 90, and all of it fits with latitude and"
                + " longitude exchanged: mend it where it comes from, or say swapped: repair");
  }

  @Test
  void repairExchangesLatitudeAndLongitude() throws Exception {
    Prepared prepared = Shapes.prepared(SWAPPED, Swapped.REPAIR);

    assertThat(prepared.geometry().norm().toText())
        .isEqualTo(Shapes.wkt("POLYGON ((-123 49, -123 50, -122 50, -123 49))").norm().toText());
    assertThat(prepared.facts().step()).isEqualTo(Step.CLEANED);
    assertThat(prepared.facts().reason()).contains("latitude and longitude were exchanged");
  }

  @Test
  void keepWritesItAsItStandsAndKnowsNoCentroid() throws Exception {
    Prepared prepared = Shapes.prepared(SWAPPED, Swapped.KEEP);

    assertThat(prepared.geometry().toText()).isEqualTo(SWAPPED);
    assertThat(prepared.step()).isEqualTo(Step.AS_IS);
    assertThat(prepared.centroid()).isEmpty();
  }

  @Test
  void keepStillCleans() throws Exception {
    Prepared prepared =
        Shapes.prepared("POLYGON ((49 -123, 50 -123, 50 -123, 50 -122))", Swapped.KEEP);

    assertThat(prepared.geometry().toText()).isEqualTo(SWAPPED);
    assertThat(prepared.step()).isEqualTo(Step.CLEANED);
  }

  @ParameterizedTest
  @EnumSource(Swapped.class)
  void aLatitudeThatFitsNeitherWayIsRefusedWhateverIsSaid(Swapped swapped) {
    assertThatExceptionOfType(RefusedGeometryException.class)
        .isThrownBy(
            () ->
                Shapes.prepared(
                    "{\"type\":\"Feature\",\"geometry\":{\"type\":\"LineString\",\"coordinates\":"
                        + "[[120,10],[120,91.5],[120,99]]}}",
                    swapped))
        .withMessage("geometry.coordinates[1]: latitude 91.5 is beyond 90");
  }

  @ParameterizedTest
  @EnumSource(Swapped.class)
  void whatFitsAsItIsIsNeverExchanged(Swapped swapped) throws Exception {
    String wkt = "POLYGON ((9 48, 10 48, 10 49, 9 48))";

    assertThat(Shapes.prepared(wkt, swapped).geometry().toText()).isEqualTo(wkt);
  }

  @Test
  void allFeaturesMustFitExchanged() {
    assertThatExceptionOfType(RefusedGeometryException.class)
        .isThrownBy(
            () ->
                Shapes.prepared(
                    "GEOMETRYCOLLECTION (POINT (49 -123), POINT (-123 49))", Swapped.REPAIR))
        .withMessage("GEOMETRYCOLLECTION[0].POINT: latitude -123.0 is beyond 90");
  }

  @Test
  void roundingBeyondNinetyIsNoSwap() throws Exception {
    assertThat(Shapes.prepared("POINT (0 90.0000009)").geometry().toText())
        .isEqualTo("POINT (0 90)");
    assertThatExceptionOfType(RefusedGeometryException.class)
        .isThrownBy(() -> Shapes.prepared("POINT (0 90.0000011)"));
  }
}
