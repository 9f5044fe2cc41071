package dev.tributary.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MergeTest {

  private static final Action.Index INDEX = index("places", "1");
  private static final Action.Delete DELETE = new Action.Delete("old", "places", "1");
  private static final Action.Reject REJECT = new Action.Reject("bad", "places", "1", "why");
  private static final Action.Skip SKIP = new Action.Skip("other", "key does not match");

  @Test
  void indexBeatsDeleteInEitherOrder() {
    assertThat(Merge.merged(List.of(INDEX, DELETE))).containsExactly(INDEX);
    assertThat(Merge.merged(List.of(DELETE, INDEX))).containsExactly(INDEX);
    assertThat(Merge.merged(List.of(DELETE, INDEX, DELETE))).containsExactly(INDEX);
  }

  @Test
  void twoDeletesAreOne() {
    assertThat(Merge.merged(List.of(DELETE, DELETE))).containsExactly(DELETE);
  }

  @Test
  void twoThatMakeOneDocumentAreRejectedByName() {
    Action.Index other = new Action.Index("cafes", "places", "1", INDEX.body());

    assertThat(Merge.merged(List.of(INDEX, DELETE, other)))
        .containsExactly(
            new Action.Reject(
                "parks", "places", "1", "entities parks and cafes both make this document"));
    assertThat(Merge.merged(List.of(INDEX, other, INDEX)))
        .hasSize(1)
        .hasOnlyElementsOfType(Action.Reject.class);
  }

  @Test
  void whatIsRejectedStaysRejected() {
    assertThat(Merge.merged(List.of(REJECT, DELETE))).containsExactly(REJECT);
    assertThat(Merge.merged(List.of(DELETE, REJECT))).containsExactly(REJECT);
    assertThat(Merge.merged(List.of(REJECT, INDEX))).containsExactly(REJECT);
    assertThat(Merge.merged(List.of(INDEX, REJECT))).containsExactly(REJECT);
  }

  @Test
  void otherIndexesOtherIdsAndSkipsAreLeftAlone() {
    Action.Index otherIndex = index("search", "1");
    Action.Index otherId = index("places", "2");

    assertThat(Merge.merged(List.of(INDEX, SKIP, otherIndex, otherId, SKIP)))
        .containsExactlyInAnyOrder(INDEX, otherIndex, otherId, SKIP, SKIP);
  }

  @Test
  void oneOrNoneNeedsNoMerging() {
    assertThat(Merge.merged(List.of())).isEmpty();
    assertThat(Merge.merged(List.of(SKIP))).containsExactly(SKIP);
  }

  private static Action.Index index(String index, String id) {
    return new Action.Index("parks", index, id, Body.of("{}".getBytes(UTF_8)));
  }
}
