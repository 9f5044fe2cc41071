package dev.tributary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.backfill.Deviation;
import dev.tributary.backfill.Deviation.Kind;
import dev.tributary.backfill.Deviation.Mended;
import dev.tributary.backfill.VerifySummary;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.Owner;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerifyTextTest {

  private static final VerifyText TEXT = new VerifyText(false);
  private static final VerifyText JSON = new VerifyText(true);

  private static Deviation deviation(Kind kind, Optional<Mended> mended) {
    return new Deviation(
        kind,
        new DocumentKey("places", "PLACE#1#PLACE"),
        Optional.of(new Owner("places", "PLACE#1", Optional.of("PLACE"))),
        mended);
  }

  private static VerifySummary summary(boolean complete) {
    Map<Kind, Long> found =
        Map.of(
            Kind.MISSING, 0L,
            Kind.STALE, 1L,
            Kind.ORPHANED, 2L,
            Kind.CLASHING, 3L,
            Kind.FOREIGN, 4L,
            Kind.UNREADABLE, 0L);
    return new VerifySummary(complete, 20, 21, 19, 12, found, 2, 1, 15, 3, 12.25, 3.14159);
  }

  @Test
  void aDifferenceIsOneLine() {
    assertThat(TEXT.line(deviation(Kind.STALE, Optional.empty())))
        .isEqualTo("stale     places/PLACE#1#PLACE  table places, PLACE#1 / PLACE");
    assertThat(TEXT.line(deviation(Kind.CLASHING, Optional.of(Mended.CONTESTED))))
        .isEqualTo(
            "clashing  places/PLACE#1#PLACE  table places, PLACE#1 / PLACE"
                + "  not repaired: two items have this id");
    assertThat(
            TEXT.line(
                new Deviation(
                    Kind.FOREIGN,
                    new DocumentKey("places", "a\nb\u001b[2J"),
                    Optional.empty(),
                    Optional.empty())))
        .as("whatever the id holds")
        .isEqualTo("foreign   places/a?b?[2J  no item");
  }

  @Test
  void aDifferenceIsOneObject() {
    assertThat(JSON.line(deviation(Kind.MISSING, Optional.empty())))
        .isEqualTo(
            "{\"kind\":\"missing\",\"index\":\"places\",\"id\":\"PLACE#1#PLACE\","
                + "\"table\":\"places\",\"pk\":\"PLACE#1\",\"sk\":\"PLACE\"}");
    assertThat(JSON.line(deviation(Kind.STALE, Optional.of(Mended.YES))))
        .endsWith("\"repaired\":true}");
    assertThat(JSON.line(deviation(Kind.STALE, Optional.of(Mended.REFUSED))))
        .endsWith("\"repaired\":false}");
  }

  @Test
  void theEndSumsUp() {
    assertThat(TEXT.summary(summary(true)))
        .isEqualTo(
            "20 items, 21 documents: 19 expected, 12 equal, 0 missing, 1 stale, 2 orphaned,"
                + " 3 clashing, 4 foreign, 0 unreadable, 2 listed, 1 changing; 15 looked at again, 3 repaired,"
                + " 12.3 read units, 3.1 s");
    assertThat(TEXT.summary(summary(false))).startsWith("Ended early. 20 items");
    assertThat(JSON.summary(summary(true)))
        .isEqualTo(
            "{\"kind\":\"summary\",\"complete\":true,\"items\":20,\"documents\":21,"
                + "\"expected\":19,\"equal\":12,\"missing\":0,\"stale\":1,\"orphaned\":2,"
                + "\"clashing\":3,\"foreign\":4,\"unreadable\":0,\"listed\":2,\"changing\":1,"
                + "\"lookedAtAgain\":15,\"repaired\":3,\"readUnits\":12.3,\"seconds\":3.1}");
  }
}
