package dev.tributary.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class RefusalsTest {

  private static final String REASON = "failed to parse field [n] of type [long] in document";

  private final Refusals refusals = new Refusals(10);

  private Optional<String> refuse(int times, String reason) {
    Optional<String> mostly = Optional.empty();
    for (int i = 0; i < times; i++) {
      mostly = refusals.refused("places", reason);
    }
    return mostly;
  }

  private void take(int times) {
    for (int i = 0; i < times; i++) {
      refusals.taken("places");
    }
  }

  @Test
  void saysSoOnlyOnceMoreThanHalfOfTheLastWereRefusedForOneReason() {
    take(5);
    assertThat(refuse(5, REASON)).as("half of them").isEmpty();
    assertThat(refuse(1, REASON)).contains(REASON);
  }

  @Test
  void aFewDocumentsSayNothing() {
    assertThat(refuse(9, REASON)).isEmpty();
  }

  @Test
  void manyReasonsAreNoStorm() {
    for (int i = 0; i < 30; i++) {
      assertThat(refuse(1, "reason " + (char) ('a' + i % 3))).isEmpty();
    }
  }

  @Test
  void whatIsOldDoesNotCount() {
    refuse(9, REASON);
    take(10);
    assertThat(refuse(5, REASON)).isEmpty();
  }

  @Test
  void eachIndexIsLookedAtAlone() {
    refuse(9, REASON);
    assertThat(refusals.refused("photos", REASON)).isEmpty();
  }

  @Test
  void aReasonThatWasAcceptedIsNotBroughtUpAgainUntilItWasRare() {
    refuse(10, REASON);
    refusals.accept("places", Refusals.kind(REASON));
    assertThat(refuse(30, REASON)).isEmpty();
    take(10);
    assertThat(refuse(6, REASON)).isPresent();
  }

  @Test
  void anAcceptedReasonHidesNoOther() {
    refusals.accept("places", Refusals.kind(REASON));
    assertThat(refuse(10, "another")).contains("another");
  }

  @Test
  void aKindLacksWhatDiffersFromDocumentToDocument() {
    String one =
        "mapper_parsing_exception: failed to parse field [n] of type [long] in document with id"
            + " 'A#1'. Preview of field's value: 'x': For input string: \"x\"";
    String other =
        "mapper_parsing_exception: failed to parse field [n] of type [long] in document with id"
            + " 'B#22'. Preview of field's value: 'it''s': For input string: \"y\"";
    assertThat(Refusals.kind(one)).isEqualTo(Refusals.kind(other)).contains("field [n]");
    assertThat(Refusals.kind("x".repeat(5000))).hasSizeLessThan(300);
  }

  @Test
  void anIdWithQuotesAndLinesMakesNoKindOfItsOwn() {
    String reason = "failed to parse field [n] of type [long] in document with id '%s'. Preview";
    assertThat(Refusals.kind(reason.formatted("A#\"it\" & 'them'\n7")))
        .isEqualTo(Refusals.kind(reason.formatted("B")))
        .isEqualTo("failed to parse field [n] of type [long]…");
  }

  @Test
  void anAddressStaysWhatItIs() {
    assertThat(Refusals.kind("s3://shapes/17.json is not there"))
        .isEqualTo("s3://shapes/….json is not there");
  }
}
