package dev.tributary.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.change.Value;
import dev.tributary.config.SettingsReader;
import dev.tributary.entity.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shapes as the config says them, on items as JSON says them. */
class ShaperTest {

  @TempDir Path folder;

  private static final String PHOTO =
      """
      {"PK": "ORG#kr#EVT#seoul", "SK": "PHOTO#1", "GSI1PK": "x", "GSI2SK": "y", "name": "a",
       "dim": {"width": 3840, "deep": {"er": true}, "list": [1]},
       "chunks": [{"url": "u1", "status": "new"}, {"status": "old"}, {"url": "u3"}],
       "photographer": "Kim", "TTL": 1760000000, "tags": ["b", "a", "b"]}
      """;

  @Test
  void withoutAShapeTheItemStaysAsItIs() throws Exception {
    assertThat(shaped("", PHOTO)).isEqualTo(json(PHOTO));
  }

  @Test
  void whatIsExcludedIsGoneAtAnyDepthAndInLists() throws Exception {
    assertThat(
            shaped("exclude: [PK, SK, GSI*, dim.*dth, dim.deep, chunks.url, TTL, tags.x]", PHOTO))
        .isEqualTo(
            json(
                """
                {"name": "a", "dim": {"list": [1]}, "photographer": "Kim", "tags": ["b", "a", "b"],
                 "chunks": [{"status": "new"}, {"status": "old"}, {}]}
                """));
  }

  @Test
  void onlyWhatIsIncludedStaysAndExcludeBeatsIt() throws Exception {
    assertThat(shaped("include: [n*, dim, chunks.url, name.x]\nexclude: [dim.deep]", PHOTO))
        .isEqualTo(
            json(
                """
                {"name": "a", "dim": {"width": 3840, "list": [1]},
                 "chunks": [{"url": "u1"}, {}, {"url": "u3"}]}
                """));
  }

  @Test
  void capturesBecomeFieldsWhereTheItemHasNone() throws Exception {
    Map<String, String> captures = Map.of("orgId", "kr", "name", "not this", "GSI9", "nor this");
    assertThat(shaped("include: [name, orgId]\nexclude: [GSI*]", PHOTO, captures))
        .isEqualTo(json("{\"name\": \"a\", \"orgId\": \"kr\"}"));
  }

  @Test
  void renamesHappenAtOnce() throws Exception {
    String chain = "rename: {a: b, b: c}";
    assertThat(shaped(chain, "{\"a\": 1}")).isEqualTo(json("{\"b\": 1}"));
    assertThat(shaped(chain, "{\"a\": 1, \"b\": 2}")).isEqualTo(json("{\"b\": 1, \"c\": 2}"));
    assertThat(shaped("rename: {a: b, b: a}", "{\"a\": 1, \"b\": 2}"))
        .isEqualTo(json("{\"b\": 1, \"a\": 2}"));
    assertThat(shaped("rename: {a: x, a.b: y}", "{\"a\": {\"b\": 1, \"c\": 2}}"))
        .isEqualTo(json("{\"x\": {\"c\": 2}, \"y\": 1}"));
    assertThatThrownBy(() -> shaped("rename: {a: x, b: x}", "{\"a\": 1, \"b\": 2}"))
        .hasMessage("rename puts a second value into the field 'x'");
  }

  @Test
  void flattenLiftsAMapsEntriesAndRenameMoves() throws Exception {
    assertThat(
            shaped(
                "include: [dim, photographer, chunks]\nflatten: [dim, chunks, nothing]\n"
                    + "rename: {photographer: person.name, chunks.url: urls, dim_width: size.w}",
                PHOTO))
        .isEqualTo(
            json(
                """
                {"dim_deep_er": true, "dim_list": [1], "size": {"w": 3840},
                 "person": {"name": "Kim"}, "urls": ["u1", "u3"],
                 "chunks": [{"status": "new"}, {"status": "old"}, {}]}
                """));
  }

  @Test
  void twoValuesForOneFieldAreRejectedAndNeitherIsLostInSilence() {
    assertThatThrownBy(() -> shaped("rename: {photographer: name}", PHOTO))
        .hasMessage("rename puts a second value into the field 'name'");
    assertThatThrownBy(() -> shaped("flatten: [a]", "{\"a\": {\"b\": 1}, \"a_b\": 2}"))
        .hasMessage("flatten puts a second value into the field 'a_b'");
    assertThatThrownBy(() -> shaped("rename: {photographer: name.of}", PHOTO))
        .hasMessage("the field 'name' cannot hold 'of': it is no map");
  }

  @Test
  void fieldsAreMadeFromTheItemWhateverElseHappenedToIt() throws Exception {
    assertThat(
            shaped(
                """
                include: [tags]
                fields:
                  kind: {value: photo}
                  expires: {from: TTL, as: date}
                  chunk.urls: {from: chunks.url}
                  org: {from: orgId, as: lowercase}
                  tags: {as: sorted}
                  title: {join: [name, missing, photographer, tags], with: "/"}
                  none: {from: missing}
                  nothing: {join: [missing]}
                """,
                PHOTO,
                Map.of("orgId", "KR")))
        .isEqualTo(
            json(
                """
                {"orgId": "KR", "kind": "photo", "expires": "2025-10-09T08:53:20Z", "org": "kr",
                 "chunk": {"urls": ["u1", "u3"]}, "tags": ["a", "b"], "title": "a/Kim/b/a/b"}
                """
                    .replace("\"orgId\": \"KR\", ", "")));
  }

  @Test
  void aConversionInPlaceReachesEveryElementOfAList() throws Exception {
    assertThat(
            shaped(
                "fields: {l.at: {as: date}}",
                "{\"l\": [{\"at\": 0}, {\"x\": 1}, {\"at\": [1, null]}]}"))
        .isEqualTo(
            json(
                """
                {"l": [{"at": "1970-01-01T00:00:00Z"}, {"x": 1},
                       {"at": ["1970-01-01T00:00:01Z", null]}]}
                """));
  }

  @Test
  void whatCannotBeMadeIsRejectedOrOmittedAsTheFieldSays() throws Exception {
    String item = "{\"price\": \"much\", \"name\": \"a\"}";
    assertThatThrownBy(() -> shaped("fields: {price: {as: number}}", item))
        .hasMessage("the field 'price': \"much\" is no number");
    Shaper.Shaped shaped =
        shaper("fields: {price: {as: number, onError: omit}}", Set.of())
            .shape(json(item), Map.of());
    assertThat(shaped.attributes()).isEqualTo(json("{\"name\": \"a\"}"));
    assertThat(shaped.omitted()).containsExactly("price");
  }

  @Test
  void aPointIsMadeOfTwoNumbersWithinTheirRange() throws Exception {
    String rule = "fields: {p: {lat: lat, lon: x.lon}}\nexclude: [lat, x]";
    assertThat(shaped(rule, "{\"lat\": \"21.160\", \"x\": {\"lon\": -86.83}}"))
        .isEqualTo(json("{\"p\": {\"lat\": 21.160, \"lon\": -86.83}}"));
    assertThat(shaped(rule, "{\"lat\": null}")).isEmpty();
    assertThatThrownBy(() -> shaped(rule, "{\"lat\": 91, \"x\": {\"lon\": 0}}"))
        .hasMessage("the field 'p': 91 is no latitude");
    assertThatThrownBy(() -> shaped(rule, "{\"lat\": 9}"))
        .hasMessage("the field 'p': lat is there and x.lon is not");
  }

  private static final String PULLS =
      """
      geometry:
        outline: {field: shape, centroid: center}
      objects:
        shapeUrl: {geometry: shape}
        assets.url: {json: {text: t, more: m}}
      """;

  @Test
  void whatIsPulledReplacesTheItemsOwn() throws Exception {
    String item = "{\"shape\": 1, \"center\": 2, \"text\": 3, \"more\": 4, \"a\": 5%s}";
    assertThat(shaped(PULLS, item.formatted(", \"assets\": {\"url\": \"u\"}")))
        .isEqualTo(json("{\"shape\": 1, \"center\": 2, \"a\": 5, \"assets\": {\"url\": \"u\"}}"));
    assertThat(shaped(PULLS, item.formatted(", \"shapeUrl\": \"u\"")))
        .isEqualTo(
            json("{\"center\": 2, \"text\": 3, \"more\": 4, \"a\": 5, \"shapeUrl\": \"u\"}"));
  }

  @Test
  void whereNothingIsPulledTheItemsOwnStays() throws Exception {
    for (String item :
        new String[] {
          "{\"shape\": 1, \"text\": 3}",
          "{\"shape\": 1, \"text\": 3, \"shapeUrl\": null, \"assets\": {\"url\": null}}",
          "{\"shape\": 1, \"text\": 3, \"shapeUrl\": \" \", \"assets\": {\"url\": \"\"}}",
          "{\"shape\": 1, \"text\": 3, \"assets\": \"url\"}"
        }) {
      assertThat(shaped(PULLS, item)).isEqualTo(json(item));
      assertThat(needs(item)).isEmpty();
    }
  }

  @Test
  void anObjectBeatsTheShapeInTheItem() throws Exception {
    assertThat(needs("{\"outline\": \"o\"}")).containsExactly("outline");
    assertThat(needs("{\"outline\": \"o\", \"shapeUrl\": null}")).containsExactly("outline");
    assertThat(needs("{\"outline\": \"o\", \"shapeUrl\": \"\"}")).containsExactly("outline");
    assertThat(needs("{\"outline\": \"o\", \"shapeUrl\": \"s\"}")).containsExactly("shapeUrl");
    assertThat(needs("{\"outline\": \"o\", \"assets\": {\"url\": \"u\"}}"))
        .containsExactly("outline", "assets.url");
  }

  private List<String> needs(String item) throws Exception {
    return shaper(PULLS, Set.of()).shape(json(item), Map.of()).needs().stream()
        .map(need -> need.pull().from().text())
        .toList();
  }

  @Test
  void fieldsOfAnotherProgramAreNeverWritten() throws Exception {
    Shaper shaper = shaper("", Set.of("embedding"));
    assertThat(shaper.shape(json("{\"embedding\": [1], \"a\": 1}"), Map.of()).attributes())
        .isEqualTo(json("{\"a\": 1}"));
  }

  @Test
  void theItemItselfIsLeftAlone() throws Exception {
    Map<String, Value> item = json(PHOTO);
    shaper(
            "flatten: [dim]\nrename: {chunks.url: u}\nfields: {chunks.status: {value: 1}}"
                .replace("\nfields: {chunks.status: {value: 1}}", ""),
            Set.of("name"))
        .shape(item, Map.of());
    assertThat(item).isEqualTo(json(PHOTO));
  }

  private Map<String, Value> shaped(String rule, String item) throws Exception {
    return shaped(rule, item, Map.of());
  }

  private Map<String, Value> shaped(String rule, String item, Map<String, String> captures)
      throws Exception {
    return shaper(rule, Set.of()).shape(json(item), captures).attributes();
  }

  private Shaper shaper(String rule, Set<String> preserved) throws IOException {
    return new Shaper(shape(rule), preserved);
  }

  private Shape shape(String rule) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("config.yml"),
            """
            application: a
            opensearch: {url: http://localhost:9200}
            tables: {table: {key: {pk: PK}}}
            indexes: {index: }
            objects: {buckets: {bucket: }}
            entities:
              entity:
                table: table
                index: index
            """
                + rule.indent(4));
    return new SettingsReader().read(file, Map.of()).entities().get("entity").rule().shape();
  }

  private static Map<String, Value> json(String text) throws ShapeException {
    return ((Value.MapOf) JsonValues.read(text)).entries();
  }
}
