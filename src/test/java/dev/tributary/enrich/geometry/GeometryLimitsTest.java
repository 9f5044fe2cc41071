package dev.tributary.enrich.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import dev.tributary.change.Value;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each limit is met while reading, before what it guards against has been held in memory. */
class GeometryLimitsTest {

  private static final String TRIANGLE =
      "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[9,0],[9,9],[0,0]]]}";

  private static GeometryLimits limits(long bytes, int ratio, int depth, int vertices) {
    return new GeometryLimits(bytes, ratio, depth, vertices);
  }

  private static void assertRefused(byte[] bytes, GeometryLimits limits, String reason) {
    assertThatExceptionOfType(RefusedGeometryException.class)
        .isThrownBy(() -> new GeometryReader(limits).read(bytes))
        .withMessage(reason);
  }

  private static void assertRefused(String text, GeometryLimits limits, String reason) {
    assertThatExceptionOfType(RefusedGeometryException.class)
        .isThrownBy(() -> Shapes.read(text, limits))
        .withMessage(reason);
  }

  @Test
  void aLimitIsTheLastThatIsTaken() throws Exception {
    int bytes = TRIANGLE.length();

    assertThat(Shapes.read(TRIANGLE, limits(bytes, 1, 4, 4))).isPresent();
    assertThat(new GeometryReader(limits(bytes, 1, 4, 4)).read(Shapes.gzip(TRIANGLE))).isPresent();
    assertRefused(
        TRIANGLE,
        limits(bytes - 1, 1, 4, 4),
        "It has more bytes than are read, and the limit 'expandedBytes' is " + (bytes - 1));
    assertRefused(
        Shapes.gzip(TRIANGLE),
        limits(bytes - 1, 1, 4, 4),
        "It has more bytes than are read, and the limit 'expandedBytes' is " + (bytes - 1));
    assertRefused(
        TRIANGLE,
        limits(bytes, 1, 3, 4),
        "It is nested deeper than is read, and the limit 'depth' is 3");
    assertRefused(
        TRIANGLE,
        limits(bytes, 1, 4, 3),
        "It has more vertices than are read, and the limit 'vertices' is 3");
  }

  @Test
  void aBombIsGivenUpAtTheRatio() {
    byte[] bomb = Shapes.gzip("{\"properties\":\"" + " ".repeat(50 << 20) + "\"}");
    GeometryLimits limits = limits(1 << 30, 100, 32, 1000);

    long before = allocated();
    assertRefused(
        bomb,
        limits,
        "Its %d bytes expand to more than %d, and the limit 'ratio' is 100"
            .formatted(bomb.length, bomb.length * 100L));
    assertThat(allocated() - before).isLessThan(20 << 20);
  }

  @Test
  void aSmallRepetitiveFileIsNoBomb() throws Exception {
    byte[] repetitive =
        Shapes.gzip(
            "{\"type\":\"MultiPoint\",\"coordinates\":[[1,2]" + ",[1,2]".repeat(150_000) + "]}");

    assertThat(repetitive.length).isLessThan(9_000);
    assertThat(new GeometryReader(GeometryLimits.defaults()).read(repetitive)).isPresent();
  }

  @Test
  void aRingOfTenMillionVerticesCostsNoMoreThanTheLimit() {
    byte[] ring =
        Shapes.gzip(
            "{\"type\":\"Polygon\",\"coordinates\":[[[1,2]" + ",[1,2]".repeat(10_000_000) + "]]}");
    byte[] wkt = Shapes.gzip("POLYGON ((1 2" + ",1 2".repeat(10_000_000) + "))");
    GeometryLimits limits = limits(1 << 30, 10_000, 32, 100_000);

    for (byte[] bytes : List.of(ring, wkt)) {
      long before = allocated();
      assertRefused(
          bytes, limits, "It has more vertices than are read, and the limit 'vertices' is 100000");
      // What is held is less by far: this counts what was thrown away at once, too.
      assertThat(allocated() - before).isLessThan(80 << 20);
    }
  }

  @Test
  void verticesAreCountedOverAllFeatures() {
    String feature =
        "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}";

    assertRefused(
        "{\"type\":\"FeatureCollection\",\"features\":["
            + feature
            + ("," + feature).repeat(9)
            + "]}",
        limits(10_000, 1, 32, 9),
        "It has more vertices than are read, and the limit 'vertices' is 9");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"properties\":X}",
        "{\"type\":\"GeometryCollection\",\"geometries\":X}",
        "{\"coordinates\":X}",
        "X"
      })
  void nestingIsNotFollowed(String around) {
    String deep = around.replace("X", "[".repeat(1_000_000));

    assertThatExceptionOfType(RefusedGeometryException.class)
        .isThrownBy(() -> Shapes.read(deep))
        .extracting(Throwable::getMessage)
        .asString()
        .matches(
            "It is nested deeper than is read, and the limit 'depth' is 32"
                + "|.*nested deeper than in a MultiPolygon|.*expected .* found a list");
  }

  @Test
  void collectionsInsideCollectionsAreCounted() {
    String reason = "It is nested deeper than is read, and the limit 'depth' is 32";
    String json = "{\"type\":\"GeometryCollection\",\"geometries\":[";

    assertRefused(json.repeat(100_000), GeometryLimits.defaults(), reason);
    assertRefused("GEOMETRYCOLLECTION (".repeat(100_000), GeometryLimits.defaults(), reason);
  }

  @Test
  void nestingInsideAnItemIsCountedToo() {
    Value deep = new Value.ListOf(List.of());
    for (int i = 0; i < 40; i++) {
      deep = new Value.ListOf(List.of(deep));
    }
    Value value = new Value.MapOf(Map.of("properties", deep));

    assertThatExceptionOfType(RefusedGeometryException.class)
        .isThrownBy(() -> new GeometryReader(GeometryLimits.defaults()).read(value))
        .withMessage("It is nested deeper than is read, and the limit 'depth' is 32");
  }

  @Test
  void aLimitBelowOneIsNoLimit() {
    assertThatIllegalArgumentException().isThrownBy(() -> limits(0, 1, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> limits(1, 1, 1, -1));
  }

  /** Bytes that this thread has ever allocated. */
  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}
