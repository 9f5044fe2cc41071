package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Places: a travel table of one design, {@code PLACE#…} with all that belongs to a place. */
class PlacesSystemIT {

  private static SystemUnderTest places;

  @BeforeAll
  static void fill() {
    places = SystemUnderTest.start("places").load();
    places.change("places", item -> item.put("name", "Cenote Beta"), "PLACE#plc_b", "PLACE");
    places.delete("places", "PLACE#plc_c", "PLACE");
    places.awaitEqual();
  }

  @AfterAll
  static void close() {
    places.close();
  }

  @Test
  void aChangedNameIsFound() {
    Hits hits =
        places.search("by name", "places", "{\"query\": {\"match\": {\"name\": \"beta\"}}}");
    assertThat(hits.values("name")).containsExactly("Cenote Beta");
    assertThat(places.deadLetters()).isEmpty();
  }
}
