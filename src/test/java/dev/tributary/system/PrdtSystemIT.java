package dev.tributary.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** PRDT, the parks of British Columbia: two tables, soft deletes, shapes, keys with {@code ::}. */
class PrdtSystemIT {

  private static final String ALL = "experiences,product-dates,bookings";

  private static SystemUnderTest prdt;

  @BeforeAll
  static void fill() throws IOException {
    prdt = SystemUnderTest.start("prdt").load();
    addBoundariesInS3();
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

  /** Boundaries that change, that go, and one that no item could hold. */
  private static void addBoundariesInS3() throws IOException {
    String bucket = "prdt-boundaries-dev";
    String round = circle(-126.0, 53.0, 0.5, 40_000);
    assertThat(round.getBytes(UTF_8).length).as("more than an item holds").isGreaterThan(400 << 10);
    prdt.putObject(bucket, "geozone/bcparks_19/1.geojson.gz", round);
    zone(
        "1",
        "Tweedsmuir",
        "\"boundaryUrl\": \"s3://" + bucket + "/geozone/bcparks_19/1.geojson.gz\"");

    // The lake was surveyed: its item names another object now.
    String surveyed = "s3://" + bucket + "/geozone/bcparks_4/2-surveyed.geojson";
    prdt.change("reference", lake -> lake.put("boundaryUrl", surveyed), "geozone::bcparks_4", "2");

    // Two have a boundary of their own, and name a larger one; one of them does so no more.
    String both = "\"boundary\": %s, \"boundaryUrl\": \"s3://%s/geozone/bcparks_19/1.geojson.gz\"";
    zone("2", "Both", both.formatted(circle(-126.0, 53.0, 0.1, 12), bucket));
    zone("3", "Its own", both.formatted(circle(-126.0, 53.0, 0.1, 12), bucket));
    prdt.change("reference", zone -> zone.putNull("boundaryUrl"), "geozone::bcparks_19", "3");

    zone("4", "Removed", both.formatted("{}", bucket));
    prdt.delete("reference", "geozone::bcparks_19", "4");
    prdt.put(
        "reference",
        """
        {"pk": "facility::bcparks_4", "sk": "campground::9", "schema": "facility", "displayName": "Stillwater",
         "boundaryUrl": "https://%s.s3.ca-central-1.amazonaws.com/facility/bcparks_4/campground-9.wkt"}
        """
            .formatted(bucket));
  }

  private static void zone(String id, String name, String boundary) {
    prdt.put(
        "reference",
        """
        {"pk": "geozone::bcparks_19", "sk": "%s", "schema": "geozone", "displayName": "%s", %s}
        """
            .formatted(id, name, boundary));
  }

  private static String circle(double lon, double lat, double radius, int corners) {
    return IntStream.rangeClosed(0, corners)
        .mapToDouble(i -> i % corners * 2 * Math.PI / corners)
        .mapToObj(
            angle ->
                "[%.9f, %.9f]"
                    .formatted(lon + radius * Math.cos(angle), lat + radius * Math.sin(angle)))
        .collect(joining(", ", "{\"type\": \"Polygon\", \"coordinates\": [[", "]]}"));
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
  void aPointFindsTheBoundariesThatAreInS3() {
    assertThat(at("the Golden Hinde", -125.75, 49.66).ids())
        .containsExactly("geozone::bcparks_1#3");
    assertThat(at("Buttle Lake, a hole", -125.585, 49.75).ids()).isEmpty();
    assertThat(at("a corner of the envelope of Strathcona", -126.15, 49.35).ids()).isEmpty();
    assertThat(at("a campground", -119.51, 52.31).ids())
        .containsExactly("facility::bcparks_4#campground::9");
    assertThat(
            prdt.sandbox().get("experiences", "geozone::bcparks_1#3").at("/_source/envelope/type"))
        .as("what the item itself says stays")
        .hasToString("\"envelope\"");
  }

  @Test
  void anItemThatNamesAnotherObjectHasItsBoundary() {
    assertThat(at("where Murtle Lake was thought to be", -119.7, 52.07).ids()).isEmpty();
    assertThat(at("its west arm", -119.7, 52.15).ids()).containsExactly("geozone::bcparks_4#2");
    assertThat(at("its north arm, drawn as a bowtie", -119.48, 52.17).ids())
        .containsExactly("geozone::bcparks_4#2");
    assertThat(at("outside of the bowtie", -119.5, 52.14).ids()).isEmpty();
  }

  @Test
  void aBoundaryMayBeLargerThanAnItem() {
    // A point between the circle and the square around it, and one just inside.
    assertThat(at("the corner of Tweedsmuir's box", -125.6, 53.4).ids()).isEmpty();
    assertThat(at("the edge of Tweedsmuir", -125.65, 53.35).ids())
        .containsExactlyInAnyOrder("geozone::bcparks_19#1", "geozone::bcparks_19#2");
  }

  @Test
  void whereAnItemHasABoundaryAndNamesOneTheNamedCounts() {
    assertThat(at("the middle of Tweedsmuir", -126.0, 53.0).ids())
        .as("the third has its own, the fourth is gone")
        .containsExactlyInAnyOrder(
            "geozone::bcparks_19#1", "geozone::bcparks_19#2", "geozone::bcparks_19#3");
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
