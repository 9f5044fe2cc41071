package dev.tributary.enrich.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tributary.change.Value;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Geometry that lies in the item itself. */
class ItemGeometryTest {

  private final GeometryReader reader = new GeometryReader(GeometryLimits.defaults());

  private Optional<String> read(Value value) throws RefusedGeometryException {
    return reader.read(value).map(reading -> reading.geometry().toText());
  }

  private static Value text(String text) {
    return new Value.Text(text);
  }

  private static Value list(Value... elements) {
    return new Value.ListOf(List.of(elements));
  }

  private static Value position(String x, String y) {
    return list(new Value.Numeric(x), new Value.Numeric(y));
  }

  private static Value map(String type, String name, Value content) {
    Map<String, Value> entries = new LinkedHashMap<>();
    entries.put(name, content);
    entries.put("type", text(type));
    return new Value.MapOf(entries);
  }

  @Test
  void aMapIsGeoJson() throws Exception {
    Value line = map("LineString", "coordinates", list(position("1", "2"), position("3.5", "4E0")));

    assertThat(read(line)).contains("LINESTRING (1 2, 3.5 4)");
    assertThat(read(map("Feature", "geometry", line))).contains("LINESTRING (1 2, 3.5 4)");
    assertThat(read(map("FeatureCollection", "features", list(line, line))))
        .contains("MULTILINESTRING ((1 2, 3.5 4), (1 2, 3.5 4))");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"POINT (1 2)", " point(1 2) ", "{\"type\":\"Point\",\"coordinates\":[1,2]}"})
  void aTextHoldsGeoJsonOrWkt(String text) throws Exception {
    assertThat(read(text(text))).contains("POINT (1 2)");
  }

  @Test
  void bytesAreReadAsAnObjectsAre() throws Exception {
    ByteBuffer bytes = ByteBuffer.wrap("xPOINT (1 2)x".getBytes(StandardCharsets.UTF_8), 1, 11);

    assertThat(read(new Value.Binary(bytes))).contains("POINT (1 2)");
    assertThat(bytes.remaining()).isEqualTo(11);
    assertThat(read(new Value.Binary(ByteBuffer.wrap(Shapes.gzip("POINT (1 2)")))))
        .contains("POINT (1 2)");
  }

  @Test
  void nothingIsAbsent() throws Exception {
    assertThat(read(new Value.Null())).isEmpty();
    assertThat(read(text(""))).isEmpty();
    assertThat(read(new Value.MapOf(Map.of()))).isEmpty();
    assertThat(read(list())).isEmpty();
    assertThat(read(map("Feature", "geometry", new Value.Null()))).isEmpty();
  }

  @Test
  void theRefusalSaysWhere() {
    Value ring = list(position("0", "0"), list(new Value.Numeric("9"), text("0")));

    assertThatExceptionOfType(RefusedGeometryException.class)
        .isThrownBy(
            () ->
                read(
                    map(
                        "GeometryCollection",
                        "geometries",
                        list(map("Polygon", "coordinates", list(ring))))))
        .withMessage("geometries[0].coordinates[0][1][1]: expected numbers, found a text");
  }

  @Test
  void aSetHasLostItsOrderAndIsNoPosition() {
    Value set = new Value.NumericSet(List.of("1", "2"));

    assertThatExceptionOfType(RefusedGeometryException.class)
        .isThrownBy(() -> read(map("Point", "coordinates", set)))
        .withMessage("coordinates: expected numbers, found a value of another kind");
  }

  @Test
  void otherValuesAreNoGeometry() {
    for (Value value : List.of(new Value.Bool(true), new Value.Numeric("7"), list(text("x")))) {
      assertThatExceptionOfType(RefusedGeometryException.class)
          .as(value.toString())
          .isThrownBy(() -> read(value))
          .withMessageStartingWith("expected GeoJSON, found a ");
    }
  }
}
