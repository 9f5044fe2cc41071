package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** SnapRace photos: found by the numbers that the runners wear, and never by their faces. */
class PhotosSystemIT {

  private static final String SEOUL = "ORG#snaprace-kr#EVT#seoul-marathon-2024";

  private static SystemUnderTest photos;

  /** Photos of Seoul, in the order in which they were taken. */
  private static List<ObjectNode> seoul;

  @BeforeAll
  static void fill() {
    photos = SystemUnderTest.start("photos").load();
    seoul = expected(photo -> photo.path("PK").asText().equals(SEOUL));
    // Somebody corrects the numbers on the first, the photographer changes her name on the second,
    // the third is withdrawn, the fourth deleted, and a draft becomes a photo.
    photos.change("photos", photo -> photo.putArray("bibs").add("1231").add("7"), key(0));
    photos.change("photos", photo -> photo.put("photographerDisplayName", "한강 사진관"), key(1));
    photos.change("photos", photo -> photo.put("EntityType", "PHOTO_WITHDRAWN"), key(2));
    photos.delete("photos", key(3));
    photos.change(
        "photos",
        draft -> draft.put("EntityType", "PHOTO").put("createdAt", "2024-11-09T08:00:00.000Z"),
        SEOUL,
        draft());
    photos.awaitEqual();
    seoul = expected(photo -> photo.path("PK").asText().equals(SEOUL));
  }

  @AfterAll
  static void close() {
    photos.close();
  }

  private static String[] key(int number) {
    return new String[] {SEOUL, seoul.get(number).path("SK").asText()};
  }

  private static String draft() {
    return photos.items("photos").stream()
        .filter(item -> item.path("EntityType").asText().equals("PHOTO_DRAFT"))
        .filter(item -> item.path("PK").asText().equals(SEOUL))
        .map(item -> item.path("SK").asText())
        .findFirst()
        .orElseThrow();
  }

  /** The photos that a search should find, oldest first, by the items themselves. */
  private static List<ObjectNode> expected(Predicate<ObjectNode> wanted) {
    return photos.items("photos").stream()
        .filter(item -> item.path("EntityType").asText().equals("PHOTO"))
        .filter(wanted)
        .sorted(Comparator.comparing(item -> item.path("createdAt").asText()))
        .toList();
  }

  private static List<String> ids(List<ObjectNode> items) {
    return items.stream()
        .map(item -> item.path("PK").asText() + "#" + item.path("SK").asText())
        .toList();
  }

  private static boolean wears(ObjectNode photo, String bib) {
    JsonNode bibs = photo.path("bibs").isArray() ? photo.path("bibs") : photo.at("/bibs/$set");
    return StreamSupport.stream(bibs.spliterator(), false).anyMatch(b -> b.asText().equals(bib));
  }

  @Test
  void aRunnersPhotosInTheOrderOfTheRace() {
    Hits hits =
        photos.search(
            "Photos of bib 1231 in Seoul, in order",
            "photos",
            """
            {"query": {"bool": {"filter": [
               {"term": {"eventId": "seoul-marathon-2024"}}, {"term": {"bibs": "1231"}}]}},
             "sort": [{"createdAt": "asc"}]}
            """);
    List<ObjectNode> wanted = seoul.stream().filter(photo -> wears(photo, "1231")).toList();
    assertThat(wanted).hasSizeGreaterThan(4);
    assertThat(hits.ids()).isEqualTo(ids(wanted));
  }

  @Test
  void twoRunnersOnOnePhoto() {
    Hits hits =
        photos.search(
            "Photos with both 1205 and 1239",
            "photos",
            """
            {"query": {"bool": {"filter": [{"term": {"bibs": "1205"}}, {"term": {"bibs": "1239"}}]}}}
            """);
    assertThat(hits.ids())
        .hasSize(2)
        .hasSameElementsAs(ids(expected(photo -> wears(photo, "1205") && wears(photo, "1239"))));
  }

  @Test
  void aPhotographersPhotosOfAnEventTheNewestFirst() {
    Hits hits =
        photos.search(
            "Photos by studio_aaa of Thanksgiving, the newest first",
            "photos",
            """
            {"size": 50, "query": {"bool": {"filter": [{"term": {"photographer.handle": "Studio_AAA"}},
               {"term": {"eventId": "thanksgiving-5k-2024"}}]}},
             "sort": [{"createdAt": "desc"}]}
            """);
    List<String> wanted =
        ids(
            expected(
                photo ->
                    photo.path("PK").asText().endsWith("thanksgiving-5k-2024")
                        && photo.path("photographerHandle").asText().equals("studio_aaa")));
    assertThat(wanted).hasSizeGreaterThan(5);
    assertThat(hits.ids()).isEqualTo(wanted.stream().sorted(Comparator.reverseOrder()).toList());
    assertThat(hits.values("photographer.name")).contains("Studio AAA");
  }

  @Test
  void aPhotographerByAPartOfTheName() {
    Hits hits =
        photos.search(
            "Photos by somebody called 한라",
            "photos",
            "{\"query\": {\"match\": {\"photographer.name\": \"한라\"}}, \"size\": 50}");
    assertThat(hits.values("photographer.id")).hasSizeGreaterThan(10).containsOnly("ph_01JEJU");
    Hits renamed =
        photos.search(
            "Photos by somebody who has a new name",
            "photos",
            "{\"query\": {\"match\": {\"photographer.name\": \"사진관\"}}}");
    assertThat(renamed.values("ulid")).containsExactly(seoul.get(2).path("ulid").asText());
  }

  @Test
  void whatHappenedInTenMinutes() {
    Hits hits =
        photos.search(
            "Seoul between 10:00 and 10:10",
            "photos",
            """
            {"size": 50, "query": {"bool": {"filter": [{"term": {"orgId": "snaprace-kr"}},
               {"range": {"createdAt": {"gte": "2024-11-09T10:00:00Z", "lt": "2024-11-09T10:10:00Z"}}}]}},
             "sort": [{"createdAt": "asc"}]}
            """);
    assertThat(hits.ids())
        .hasSizeGreaterThan(3)
        .isEqualTo(
            ids(expected(photo -> photo.path("createdAt").asText().startsWith("2024-11-09T10:0"))));
  }

  @Test
  void photosThatSomebodyHasToLookAt() {
    Hits hits =
        photos.search(
            "Photos without a number",
            "photos",
            """
            {"size": 100, "query": {"bool": {"must_not": [{"exists": {"field": "bibs"}}]}}}
            """);
    assertThat(hits.ids())
        .hasSizeGreaterThan(20)
        .hasSameElementsAs(
            ids(
                expected(
                    photo ->
                        photo.path("bibs").isMissingNode()
                            || (photo.path("bibs").isArray() && photo.path("bibs").isEmpty()))));
    Hits unsigned =
        photos.search(
            "Photos without a photographer",
            "photos",
            """
            {"size": 100, "query": {"bool": {"must_not": [{"exists": {"field": "photographer.id"}}]}}}
            """);
    assertThat(unsigned.documents())
        .hasSizeGreaterThan(10)
        .noneMatch(document -> document.has("photographer"));
  }

  @Test
  void anUploadByItsFileName() {
    Hits hits =
        photos.search(
            "The file IMG_0305.heic of Seoul",
            "photos",
            """
            {"query": {"bool": {"filter": [{"term": {"originalFilename": "IMG_0305.heic"}},
               {"term": {"eventId": "seoul-marathon-2024"}}]}}}
            """);
    assertThat(hits.values("originalFilename")).containsExactly("IMG_0305.HEIC");
  }

  @Test
  void whatTheKeyKnowsNeedsNoAttribute() {
    List<ObjectNode> bare = expected(photo -> !photo.has("eventId"));
    assertThat(bare).hasSizeGreaterThan(3);
    for (ObjectNode item : bare) {
      JsonNode document = photos.sandbox().get("photos", ids(List.of(item)).get(0)).path("_source");
      assertThat(item.path("PK").asText())
          .isEqualTo(
              "ORG#%s#EVT#%s"
                  .formatted(document.path("orgId").asText(), document.path("eventId").asText()));
    }
  }

  @Test
  void aNumberSeenTwiceIsThereOnce() {
    assertThat(expected(photo -> photo.path("ulid").asText().equals("01JC830FPSM15896AQEJH8BJ60")))
        .allMatch(photo -> photo.path("bibs").size() > 1);
    Hits hits =
        photos.search(
            "By ulid",
            "photos",
            "{\"query\": {\"term\": {\"ulid\": \"01JC830FPSM15896AQEJH8BJ60\"}}}");
    assertThat(hits.documents().get(0).path("bibs")).doesNotHaveDuplicates();
  }

  @Test
  void onlyPhotosAreIndexedAndNoFaces() {
    assertThat(photos.all("photos").total()).isEqualTo(expected(photo -> true).size());
    assertThat(photos.all("photos").documents())
        .hasSizeGreaterThan(150)
        .allSatisfy(
            document ->
                assertThat(document.properties())
                    .extracting(field -> field.getKey())
                    .doesNotContain("PK", "SK", "EntityType", "rawKey", "faceIds")
                    .noneMatch(name -> name.startsWith("GSI"))
                    .noneMatch(name -> name.matches("photographer.+")));
    assertThat(photos.deadLetters()).isEmpty();
  }
}
