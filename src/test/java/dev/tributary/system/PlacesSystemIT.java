package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Places: one table, where a place and all that belongs to it share a partition key. */
class PlacesSystemIT {

  private static SystemUnderTest places;

  @BeforeAll
  static void fill() {
    places = SystemUnderTest.start("places").load();
    places.change(
        "places",
        tulum -> ((ObjectNode) tulum.get("freshness")).put("last_checked", "2025-10-01"),
        "PLACE#plc_tulum",
        "PLACE");
    places.change("places", holbox -> holbox.remove("tags"), "PLACE#plc_holbox", "PLACE");
    places.delete("places", "PLACE#plc_mercado28", "PLACE");
    places.delete("places", "PLACE#plc_chichen", "SRC#2025-06-03T10:00:00Z");
    places.put(
        "places",
        """
        {"PK": "PLACE#plc_chichen", "SK": "SRC#2025-10-02T08:00:00Z", "source_type": "wikidata",
         "source_ref": "Q5859", "confidence": 0.95, "notes": "Now with opening hours",
         "GSI1PK": "SRCREF#wikidata#Q5859", "GSI1SK": "PLACE#plc_chichen"}
        """);
    places.put(
        "places",
        """
        {"PK": "PLACE#plc_tulum", "SK": "TS#crowd#2025-10-01T14:00:00Z", "value": 0.62,
         "source": "est", "TTL": 1760000000}
        """);
    places.awaitEqual();
  }

  @AfterAll
  static void close() {
    places.close();
  }

  @Test
  void cenotesNearTulumTheNearestFirst() {
    Hits hits =
        places.search(
            "Cenotes within 20 km of Tulum, the nearest first",
            "places",
            """
            {"query": {"bool": {"filter": [
               {"term": {"cats": "nature/cenote"}},
               {"geo_distance": {"distance": "20km", "loc": {"lat": 20.2114, "lon": -87.4654}}}]}},
             "sort": [{"_geo_distance": {"loc": {"lat": 20.2114, "lon": -87.4654}}}]}
            """);
    assertThat(hits.values("name"))
        .containsExactly("Gran Cenote", "Cenote Angelita", "Cenote Dos Ojos");
  }

  @Test
  void whatTheMapShowsOfPrague() {
    Hits hits =
        places.search(
            "All on a map of Prague",
            "places",
            """
            {"query": {"geo_bounding_box": {"loc":
               {"top_left": {"lat": 50.18, "lon": 14.22}, "bottom_right": {"lat": 49.94, "lon": 14.71}}}}}
            """);
    assertThat(hits.values("name"))
        .containsExactlyInAnyOrder(
            "Karlův most", "Pražský hrad", "Vyšehrad", "Letenské sady", "Náplavka", "Divoká Šárka");
  }

  @Test
  void aMapOfThePacificCrossesTheDateLine() {
    Hits hits =
        places.search(
            "All on a map of the South Pacific, across the date line",
            "places",
            """
            {"query": {"geo_bounding_box": {"loc":
               {"top_left": {"lat": -10, "lon": 165}, "bottom_right": {"lat": -50, "lon": -170}}}}}
            """);
    assertThat(hits.values("place_id"))
        .containsExactlyInAnyOrder("plc_milford", "plc_waitomo", "plc_fiji_taveuni");
  }

  @Test
  void namesAreFoundWithoutTheirAccents() {
    assertThat(byText("chichen itza").values("name")).containsExactly("Chichén Itzá");
    assertThat(byText("cesky krumlov").values("name")).containsExactly("Zámek Český Krumlov");
    assertThat(byText("清水寺").values("place_id")).containsExactly("plc_kiyomizu");
    assertThat(byText("Φαράγγι").values("place_id")).containsExactly("plc_vikos");
  }

  private static Hits byText(String text) {
    return places.search(
        "By text: " + text,
        "places",
        """
        {"query": {"multi_match": {"query": "%s", "operator": "and", "type": "cross_fields",
           "fields": ["name^2", "admin.city.text", "admin.state.text"]}}}
        """
            .formatted(text));
  }

  @Test
  void quietPlacesInMexicoTheHiddenGemsFirst() {
    Hits hits =
        places.search(
            "Quiet places in Mexico, hidden gems first",
            "places",
            """
            {"query": {"bool": {"filter": [
               {"term": {"tags": "quiet"}}, {"term": {"admin.country": "MX"}},
               {"range": {"scores.hidden_gem": {"gte": 0.1}}}]}},
             "sort": [{"scores.hidden_gem": "desc"}]}
            """);
    assertThat(hits.values("name"))
        .as("Holbox lost its tags, and Uxmal has 0.08")
        .containsExactly("Cenote Angelita", "Cenote Samulá", "Cenote Azul", "Ek Balam");
  }

  @Test
  void aCategoryFindsAllBelowIt() {
    Hits hits =
        places.search(
            "All to do with food", "places", "{\"query\": {\"match\": {\"cats.tree\": \"food\"}}}");
    assertThat(hits.values("place_id"))
        .as("Mercado 28 is gone")
        .containsExactlyInAnyOrder("plc_naplavka", "plc_tsukiji", "plc_boqueria");
  }

  @Test
  void whatWasCheckedLately() {
    Hits hits =
        places.search(
            "Checked since 19 September, the newest first",
            "places",
            """
            {"query": {"range": {"freshness.last_checked": {"gte": "2025-09-19"}}},
             "sort": [{"freshness.last_checked": "desc"}]}
            """);
    assertThat(hits.values("place_id"))
        .containsExactly("plc_tulum", "plc_letna", "plc_ekbalam", "plc_partnach", "plc_meteora");
  }

  @Test
  void otherTextInTheDateIsFoundAsText() {
    Hits unknown =
        places.search(
            "Nobody knows when it was checked",
            "places",
            "{\"query\": {\"term\": {\"freshness.last_checked.text\": \"unknown\"}}}");
    assertThat(unknown.values("place_id")).containsExactlyInAnyOrder("plc_angelita", "plc_stiniva");
    Hits ignored =
        places.search(
            "Checked, but not on a day: for the editors",
            "places",
            "{\"query\": {\"term\": {\"_ignored\": \"freshness.last_checked\"}}}");
    assertThat(ignored.values("place_id"))
        .containsExactlyInAnyOrder("plc_angelita", "plc_stiniva", "plc_vikos", "plc_lokrum");
  }

  @Test
  void aPlaceByItsIdElsewhere() {
    assertThat(byExternalId("wikidata", "Q5859").values("name")).containsExactly("Chichén Itzá");
    assertThat(byExternalId("osm", "r/1204803").values("place_id"))
        .containsExactly("plc_sian_kaan");
  }

  private static Hits byExternalId(String system, String id) {
    return places.search(
        "By its id elsewhere: " + system + ":" + id,
        "places",
        "{\"query\": {\"term\": {\"ext_ids.%s\": \"%s\"}}}".formatted(system, id));
  }

  @Test
  void aPositionThatCannotBeIsLeftOutAndThePlaceIsFound() {
    Hits hits = byText("boqueria");
    assertThat(hits.documents()).hasSize(1);
    assertThat(hits.documents().get(0).has("loc")).isFalse();
    Hits omitted =
        places.search(
            "Places whose position is none: for the editors",
            "places",
            "{\"query\": {\"term\": {\"_sync.omitted\": \"loc\"}}}");
    assertThat(omitted.values("place_id")).containsExactly("plc_boqueria");
    assertThat(byText("ordesa").documents().get(0).path("loc"))
        .as("a geo_point takes lat and lon alone")
        .hasSize(2);
  }

  @Test
  void sourcesAreSearchedOnTheirOwn() {
    Hits byReference =
        places.search(
            "Which places are known from wikidata:Q5859",
            "place-sources",
            """
            {"query": {"bool": {"filter": [
               {"term": {"source_type": "wikidata"}}, {"term": {"source_ref": "Q5859"}}]}}}
            """);
    assertThat(byReference.values("place_id")).containsExactly("plc_chichen");
    Hits newest =
        places.search(
            "The newest source of Chichén Itzá",
            "place-sources",
            """
            {"query": {"term": {"place_id": "plc_chichen"}}, "sort": [{"at": "desc"}], "size": 1}
            """);
    assertThat(newest.values("at")).containsExactly("2025-10-02T08:00:00Z");
    assertThat(newest.total()).as("one was removed, one is new").isEqualTo(2);
    Hits notes =
        places.search(
            "Notes about sargassum",
            "place-sources",
            "{\"query\": {\"match\": {\"notes\": \"SARGASSUM\"}}}");
    assertThat(notes.values("place_id")).containsExactlyInAnyOrder("plc_musa", "plc_bacalar");
  }

  @Test
  void aPictureLeadsToItsVector() {
    Hits hits =
        places.search(
            "Pictures of a cenote that have an embedding",
            "place-media",
            """
            {"query": {"bool": {"must": [{"match": {"alt": "cenote"}}],
               "filter": [{"exists": {"field": "vector_id"}}]}}}
            """);
    assertThat(hits.values("place_id")).containsExactlyInAnyOrder("plc_azul", "plc_zaci");
    assertThat(hits.values("vector_id")).allMatch(id -> id.startsWith("vec_"));
  }

  @Test
  void nothingButPlacesSourcesAndMediaIsIndexed() {
    assertThat(places.all("places").total()).isEqualTo(count("PLACE"));
    assertThat(places.all("place-sources").total()).isEqualTo(count("SRC#"));
    assertThat(places.all("place-media").total()).isEqualTo(count("MEDIA#"));
    assertThat(count("TS#")).as("there were some to leave out").isPositive();
    assertThat(places.deadLetters()).isEmpty();
  }

  @Test
  void keysAndDynamoDbsOwnIndexesStayOutOfTheDocuments() {
    for (String index : List.of("places", "place-sources", "place-media")) {
      for (JsonNode document : places.all(index).documents()) {
        assertThat(document.properties())
            .extracting(field -> field.getKey())
            .noneMatch(name -> name.equals("PK") || name.equals("SK") || name.startsWith("GSI"));
      }
    }
  }

  private static long count(String sortKey) {
    return places.items("places").stream()
        .filter(item -> item.path("SK").asText().startsWith(sortKey))
        .count();
  }

  @Test
  void manyChangesOfOnePlaceEndWithTheLast() {
    IntStream.rangeClosed(1, 30)
        .forEach(
            n ->
                places.change(
                    "places",
                    coba -> ((ObjectNode) coba.get("scores")).put("hidden_gem", n / 100.0),
                    "PLACE#plc_coba",
                    "PLACE"));
    places.awaitEqual();
    assertThat(byText("Cobá").documents().get(0).at("/scores/hidden_gem").asDouble())
        .isEqualTo(0.3);
  }
}
