package dev.tributary.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BulkBodyTest {

  private static final byte[] DOCUMENT = "{\"name\":\"é\"}".getBytes(StandardCharsets.UTF_8);
  private static final DocumentKey KEY = new DocumentKey("places", "A#B");

  private static String text(BulkBody body) {
    return new String(body.whole().toByteArray(), StandardCharsets.UTF_8);
  }

  @Test
  void writesAreVersionedOnIndexAndOnDeleteAlike() {
    BulkBody body =
        new BulkBody(0)
            .add(WriteFixtures.index("A#B", 7).write, Generation.first("places"))
            .add(WriteFixtures.delete("A#C", 8).write, Generation.first("places"));

    assertThat(text(body))
        .isEqualTo(
            """
            {"index":{"_index":"places-000001-write","_id":"A#B","require_alias":true,"version":7,"version_type":"external_gte"}}
            {"n":7}
            {"delete":{"_index":"places-000001-write","_id":"A#C","require_alias":true,"version":8,"version_type":"external_gte"}}
            """);
  }

  @Test
  void aConditionOnWhatWasReadCarriesNoVersion() {
    assertThat(text(new BulkBody(0).index(KEY, DOCUMENT, new Condition.Unchanged(4, 2))))
        .isEqualTo(
            """
            {"index":{"_index":"places","_id":"A#B","require_alias":true,"if_seq_no":4,"if_primary_term":2}}
            {"name":"é"}
            """);
  }

  @Test
  void whatMustBeAbsentIsCreated() {
    assertThat(text(new BulkBody(0).index(KEY, DOCUMENT, new Condition.Absent())))
        .startsWith(
            "{\"create\":{\"_index\":\"places\",\"_id\":\"A#B\",\"require_alias\":true}}\n");
  }

  @Test
  void anIndexWithNothingButVersionedDeletesGetsOneGuard() {
    BulkBody body =
        new BulkBody(0)
            .add(WriteFixtures.delete("a", 1).write, Generation.first("places"))
            .add(WriteFixtures.delete("b", 2).write, Generation.first("places"));
    assertThat(text(body))
        .hasLineCount(4)
        .endsWith(
            """
            {"index":{"_index":"places-000001-write","_id":"a","require_alias":true,"if_seq_no":9223372036854775807,"if_primary_term":1}}
            {}
            """);
    assertThat(body.guards()).isEqualTo(1);
  }

  @Test
  void idsAreEscaped() {
    DocumentKey hostile = new DocumentKey("places", "a\"}}\n{\u0001\\é");
    assertThat(text(new BulkBody(0).delete(hostile, new Condition.Unchanged(1, 1))))
        .contains("\"_id\":\"a\\\"}}\\n{\\u0001\\\\é\"")
        .hasLineCount(1);
  }
}
