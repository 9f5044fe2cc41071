package dev.tributary.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NearestTest {
  private static final List<String> KNOWN = List.of("table", "index", "bulkBytes", "bulkActions");

  @ParameterizedTest
  @CsvSource({
    "'', '', 0",
    "abc, abc, 0",
    "abc, '', 3",
    "abc, abcd, 1",
    "abc, ac, 1",
    "abc, axc, 1",
    "abc, acb, 1",
    "abcd, badc, 2",
    "kitten, sitting, 3"
  })
  void countsEdits(String a, String b, int edits) {
    assertThat(Nearest.distance(a, b)).isEqualTo(edits);
    assertThat(Nearest.distance(b, a)).isEqualTo(edits);
  }

  @ParameterizedTest
  @CsvSource({
    "tabel, table",
    "tables, table",
    "Index, index",
    "bulk-bytes, bulkBytes",
    "bulk_byte, bulkBytes",
    "BULKACTION, bulkActions"
  })
  void findsWhatWasMeant(String typed, String meant) {
    assertThat(Nearest.of(typed, KNOWN)).contains(meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "name", "tbl", "mapping", "bulk", "---"})
  void staysSilentWhereNothingIsNear(String typed) {
    assertThat(Nearest.of(typed, KNOWN)).isEmpty();
  }

  @Test
  void theNearestWinsWhateverTheOrder() {
    assertThat(Nearest.of("placess", List.of("plates", "places"))).contains("places");
    assertThat(Nearest.of("placess", List.of("places", "plates"))).contains("places");
  }
}
