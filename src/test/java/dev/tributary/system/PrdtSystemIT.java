package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** PRDT, the parks of British Columbia: two tables, soft deletes, shapes, keys with {@code ::}. */
class PrdtSystemIT {

  private static final String ALL = "experiences,product-dates,bookings";

  private static SystemUnderTest prdt;

  @BeforeAll
  static void fill() {
    prdt = SystemUnderTest.start("prdt").load();
    // One is closed, and one that was closed opens again.
    prdt.change("reference", lake -> lake.put("isDeleted", true), "geozone::bcparks_2", "1");
    prdt.change("reference", falls -> falls.put("isDeleted", false), "geozone::bcparks_7", "4");
    prdt.change(
        "reference",
        day -> ((ObjectNode) day.get("availability")).put("remaining", 0).put("tier", "none"),
        "productDate::bcparks_363::dayuse::1",
        "1::2025-12-31");
    prdt.delete("reference", "facility::bcparks_33", "campground::1");
    ObjectNode held = bookings("held").get(0);
    prdt.change("transactions", booking -> booking.put("status", "completed"), key(held));
    prdt.delete("transactions", key(bookings("cancelled").get(0)));
    prdt.awaitEqual();
  }

  @AfterAll
  static void close() {
    prdt.close();
  }

  private static List<ObjectNode> bookings(String status) {
    return prdt.items("transactions").stream()
        .filter(item -> item.path("schema").asText().equals("booking"))
        .filter(item -> item.path("status").asText().equals(status))
        .sorted(Comparator.comparing(item -> item.path("sk").asText()))
        .toList();
  }

  private static String[] key(ObjectNode item) {
    return new String[] {item.path("pk").asText(), item.path("sk").asText()};
  }

  @Test
  void idsAreThePartitionKeyTheSortKeyAndAHashBetweenThem() {
    assertThat(prdt.sandbox().get("experiences", "geozone::bcparks_1#1").at("/_source/displayName"))
        .hasToString("\"Bedwell Lakes\"");
    assertThat(
            prdt.sandbox()
                .get("product-dates", "productDate::bcparks_1::dayuse::1#1::2025-12-31")
                .at("/_source/date"))
        .as("the day is in the key alone")
        .hasToString("\"2025-12-31\"");
  }

  @Test
  void whatTheKeyKnowsIsThereAsWhatItIs() {
    assertThat(prdt.all("bookings").documents())
        .allSatisfy(
            booking -> {
              assertThat(booking.path("productId").isIntegralNumber()).isTrue();
              assertThat(booking.path("bookingId").isTextual()).isTrue();
            });
  }

  @Test
  void oneSearchBrowsesAllKindsOfExperiences() {
    Hits hits =
        prdt.search(
            "Bedwell, whatever it is, without what is hidden",
            "experiences",
            """
            {"size": 20, "query": {"bool": {"filter": [{"term": {"isVisible": true}}],
               "must": [{"multi_match": {"query": "bedwell",
                  "fields": ["displayName^3", "searchTerms", "description"]}}]}}}
            """);
    assertThat(hits.ids())
        .containsExactlyInAnyOrder(
            "geozone::bcparks_1#1",
            "facility::bcparks_1#campground::1",
            "facility::bcparks_1#accessPoint::1",
            "facility::bcparks_1#trail::1",
            "activity::bcparks_1#backcountryCamp::1",
            "activity::bcparks_1#dayuse::1",
            "product::bcparks_1::backcountryCamp::1#1",
            "product::bcparks_1::dayuse::1#1",
            "product::bcparks_1::dayuse::1#2");
    Hits folded =
        prdt.search(
            "A name of the Lil’wat, typed without its accent",
            "experiences",
            "{\"query\": {\"match\": {\"searchTerms\": \"pipi7iyekw\"}}}");
    assertThat(folded.ids()).containsExactly("geozone::bcparks_363#1");
  }

  @Test
  void aPointFindsTheBoundariesThatHoldIt() {
    assertThat(at("Taylor Meadows", -123.0486, 49.9364).ids())
        .containsExactlyInAnyOrder("geozone::bcparks_7#2", "facility::bcparks_7#campground::1");
    assertThat(at("the middle of Garibaldi Lake, a hole", -123.015, 49.935).ids()).isEmpty();
    assertThat(at("one island of several", -124.783, 50.10).ids())
        .containsExactly("geozone::bcparks_9511#1");
    assertThat(at("the water between the islands", -124.76, 50.115).ids()).isEmpty();
  }

  private static Hits at(String where, double lon, double lat) {
    return prdt.search(
        "Boundaries around " + where,
        "experiences",
        """
        {"query": {"geo_shape": {"boundary": {"relation": "contains",
           "shape": {"type": "point", "coordinates": [%s, %s]}}}}}
        """
            .formatted(lon, lat));
  }

  @Test
  void trailsAndEnvelopesThatTheMapShows() {
    Hits trails =
        prdt.search(
            "Trails on a map of the west coast",
            "experiences",
            """
            {"query": {"geo_shape": {"path": {"relation": "intersects", "shape":
               {"type": "envelope", "coordinates": [[-124.27, 48.6], [-124.0, 48.3]]}}}}}
            """);
    assertThat(trails.values("displayName")).containsExactly("Juan de Fuca Marine Trail");
    Hits zones =
        prdt.search(
            "Geozones on a map of Strathcona, the large one by its envelope",
            "experiences",
            """
            {"query": {"bool": {"filter": [{"term": {"schema": "geozone"}},
               {"geo_shape": {"envelope": {"relation": "intersects", "shape":
                 {"type": "envelope", "coordinates": [[-125.65, 49.55], [-125.5, 49.45]]}}}}]}}}
            """);
    assertThat(zones.values("displayName"))
        .containsExactlyInAnyOrder("Bedwell Lakes", "Strathcona Park");
  }

  @Test
  void facilitiesByTheirDistance() {
    Hits hits =
        prdt.search(
            "Campgrounds near Whistler, the nearest first",
            "experiences",
            """
            {"query": {"bool": {"filter": [{"term": {"facilityType": "campground"}},
               {"geo_distance": {"distance": "45km", "location": [-122.9574, 50.1163]}}]}},
             "sort": [{"_geo_distance": {"location": [-122.9574, 50.1163]}}]}
            """);
    assertThat(hits.values("displayName"))
        .containsExactly(
            "Garibaldi Lake Campground",
            "Taylor Meadows Campground",
            "Upper Joffre Lake Campground");
  }

  @Test
  void aBoundaryInS3IsKeptByItsUrl() {
    Hits hits =
        prdt.search(
            "Boundaries that are in S3",
            "experiences",
            "{\"query\": {\"prefix\": {\"boundaryUrl\": \"https://prdt-boundaries-dev.s3.\"}}}");
    assertThat(hits.values("displayName"))
        .containsExactlyInAnyOrder("Strathcona Park", "Murtle Lake");
  }

  @Test
  void whatIsSoftlyDeletedIsGoneAndWhatIsBackIsThere() {
    assertThat(named("Berg Lake", "geozone").ids()).isEmpty();
    assertThat(named("North Beach", "facility").ids()).as("deleted from the start").isEmpty();
    assertThat(named("Lightning Lake Campground", "facility").ids()).as("removed").isEmpty();
    assertThat(named("Brandywine Falls", "geozone").ids()).containsExactly("geozone::bcparks_7#4");
  }

  private static Hits named(String name, String schema) {
    return prdt.search(
        "The %s %s".formatted(schema, name),
        "experiences",
        """
        {"query": {"bool": {"must": [{"match_phrase": {"displayName": "%s"}}],
           "filter": [{"term": {"schema": "%s"}}]}}}
        """
            .formatted(name, schema));
  }

  @Test
  void aGlobalIdIsFoundInWhicheverIndexItIs() {
    for (ObjectNode item :
        List.of(prdt.items("transactions"), prdt.items("reference")).stream()
            .map(List::stream)
            .flatMap(items -> items.filter(PrdtSystemIT::isIndexed).limit(1))
            .toList()) {
      Hits hits =
          prdt.search(
              "By globalId, in all indexes",
              ALL,
              "{\"query\": {\"term\": {\"globalId\": \"%s\"}}}"
                  .formatted(item.path("globalId").asText()));
      assertThat(hits.ids()).containsExactly(String.join("#", key(item)));
    }
  }

  private static boolean isIndexed(ObjectNode item) {
    return !item.path("isDeleted").asBoolean()
        && item.path("pk")
            .asText()
            .matches("(geozone|facility|activity|product|productDate|booking)::.*");
  }

  @Test
  void freePassesOfADay() {
    Hits hits =
        prdt.search(
            "Day passes that are left for New Year's Eve",
            "product-dates",
            """
            {"query": {"bool": {"filter": [{"term": {"date": "2025-12-31"}},
               {"range": {"availability.remaining": {"gt": 0}}}]}},
             "sort": [{"availability.remaining": "desc"}]}
            """);
    assertThat(hits.values("collectionId"))
        .as("Joffre Lakes has none left")
        .containsExactly("bcparks_182", "bcparks_7", "bcparks_1", "bcparks_33", "bcparks_8");
  }

  @Test
  void theDaysOfAProductInOrder() {
    Hits hits =
        prdt.search(
            "The days of a product, in order",
            "product-dates",
            """
            {"query": {"bool": {"filter": [{"term": {"collectionId": "bcparks_7"}},
               {"term": {"activityType": "dayuse"}}, {"range": {"date": {"gte": "2025-12-30"}}}]}},
             "sort": [{"date": "asc"}]}
            """);
    assertThat(hits.values("date"))
        .as("the fourth of January is softly deleted")
        .containsExactly("2025-12-30", "2025-12-31", "2026-01-01", "2026-01-02", "2026-01-03");
  }

  @Test
  void bookingsOfACustomerByTheirArrival() {
    String userSub = bookings("completed").get(0).path("userSub").asText();
    List<String> arrivals =
        prdt.items("transactions").stream()
            .filter(item -> item.path("userSub").asText().equals(userSub) && isIndexed(item))
            .map(item -> item.path("sk").asText().substring(0, 10))
            .sorted()
            .toList();
    Hits hits =
        prdt.search(
            "The bookings of a customer, by arrival",
            "bookings",
            "{\"query\": {\"term\": {\"userSub\": \"%s\"}}, \"sort\": [{\"arrivalDate\": \"asc\"}]}"
                .formatted(userSub));
    assertThat(hits.values("arrivalDate")).hasSizeGreaterThan(3).isEqualTo(arrivals);
  }

  @Test
  void bookingsByStateAndByPlate() {
    Hits held =
        prdt.search(
            "Bookings that are held",
            "bookings",
            "{\"query\": {\"term\": {\"status\": \"held\"}}}");
    assertThat(held.total()).isEqualTo(bookings("held").size()).isEqualTo(10);
    Hits byPlate =
        prdt.search(
            "The booking of a car at the gate",
            "bookings",
            "{\"query\": {\"term\": {\"vehicles\": \"CWX118 7B0\"}}}");
    assertThat(byPlate.values("collectionId")).containsExactly("bcparks_363");
  }

  @Test
  void whatIsPrivateIsInNoDocument() {
    assertThat(prdt.all(ALL).documents())
        .hasSizeGreaterThan(250)
        .allSatisfy(
            document ->
                assertThat(document.properties())
                    .extracting(field -> field.getKey())
                    .doesNotContain("adminNotes", "namedOccupant", "payment")
                    .doesNotContain("pk", "sk", "gsipk", "gsisk")
                    .noneMatch(name -> name.endsWith("Snapshot")));
    assertThat(prdt.deadLetters()).isEmpty();
  }
}
