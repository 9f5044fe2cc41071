package dev.tributary.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RulesDigestTest {

  private static final String INDEX = "place-index";

  @TempDir private Path folder;

  private ConfigFile file;

  @BeforeEach
  void makeFile() {
    file = new ConfigFile(folder);
  }

  private String digest(String config) {
    return RulesDigest.of(file.read(config), INDEX);
  }

  private String with(String written, String instead) {
    return digest(ConfigFile.with(ConfigFile.FULL, written, instead));
  }

  /** Else every worker would wait after an upgrade: see {@code entity/DocumentRules}. */
  @Test
  void itIsTheSameInEveryVersion() {
    assertThat(digest(ConfigFile.FULL)).isEqualTo("a4fbe02896642d3626c4115c7835e0a3");
    assertThat(RulesDigest.of(file.read(ConfigFile.MINIMAL), "places"))
        .isEqualTo("3e772ec9ec3218f5d98e6ce6b49a42b0");
  }

  @Test
  void howTheConfigIsWrittenDoesNotMatter() {
    String digest = digest(ConfigFile.FULL);
    assertThat(with("[open, 1, true]", "[true, 1.0, open]")).isEqualTo(digest);
    assertThat(with("[name, loc, admin.*]", "[admin.*, \"loc\", name]")).isEqualTo(digest);
    assertThat(with("  place:\n    table: places", "  spot:\n    table: places")).isEqualTo(digest);
    assertThat(
            with(
                "      pk: PLACE#{placeId}\n      sk: PLACE\n",
                "      sk: PLACE\n      pk: PLACE#{placeId}\n"))
        .isEqualTo(digest);
    assertThat(
            with(
                "      type:\n        value: place\n      expires:\n        from: TTL\n        as: date\n        onError: omit\n",
                "      expires:\n        onError: omit\n        as: date\n        from: TTL\n      type: {value: place}\n"))
        .isEqualTo(digest);
  }

  @Test
  void whatGoesToOtherIndexesAndHowItIsReadDoesNotMatter() {
    String digest = digest(ConfigFile.FULL);
    assertThat(with("    index: users\n", "    index: users\n    exclude: [x]\n"))
        .isEqualTo(digest);
    assertThat(with("bulkActions: 500", "bulkActions: 5")).isEqualTo(digest);
    assertThat(with("vertices: 5000", "vertices: 50")).isEqualTo(digest);
    assertThat(with("clash: accepted", "# no clash")).isEqualTo(digest);
  }

  @Test
  void allThatChangesADocumentOrItsIdMatters() {
    String[][] changes = {
      {"name: places-dev", "name: places-live"},
      {"sk: SK", "sk: S"},
      {"preserve: [embedding]", "preserve: [embeddings]"},
      {"{placeId}", "{id}"},
      {"sk: PLACE\n", "sk: PLACE*\n"},
      {"status: [open, 1, true]", "status: [open, 1]"},
      {"prefix: wiki", "prefix: wikt"},
      {"isDeleted: true", "isDeleted: false"},
      {"[name, loc, admin.*]", "[name, loc, admin]"},
      {"GSI*, ", ""},
      {"flatten: [ext_ids]", "flatten: [ext_id]"},
      {"position.point", "position.at"},
      {"value: place", "value: spot"},
      {"as: date", "as: number"},
      {"        onError: omit\n", ""},
      {"lat: loc.lat", "lat: loc.latitude"},
      {"join: [name, admin.city]", "join: [admin.city, name]"},
      {"with: \", \"", "with: \" \""},
      {"envelope: box", "envelope: boxes"},
      {"swapped: repair", "swapped: reject"},
      {"[dialogs, speech]", "[dialogs]"},
      {"gist: summary.summary", "gist: summary"},
      {"text: body", "text: wording"},
      {"id: escaped", "id: literal"},
    };
    Set<String> digests = new HashSet<>(Set.of(digest(ConfigFile.FULL)));
    for (String[] change : changes) {
      assertThat(digests.add(with(change[0], change[1]))).as(String.join(" → ", change)).isTrue();
    }
  }
}
