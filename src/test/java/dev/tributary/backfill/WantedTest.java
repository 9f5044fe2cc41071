package dev.tributary.backfill;

import static dev.tributary.backfill.VerifyFixture.document;
import static dev.tributary.backfill.VerifyFixture.subject;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.backfill.Deviation.Kind;
import dev.tributary.change.Item;
import dev.tributary.change.Value;
import dev.tributary.document.Action;
import dev.tributary.sync.Completed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What counts as the same document, and what as which difference. */
class WantedTest {

  @TempDir private Path folder;
  private VerifyFixture fixture;

  @BeforeEach
  void open() {
    fixture = new VerifyFixture(folder);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Wanted wanted() {
    return fixture.mapping.wanted(
        document("a"),
        VerifyFixture.TABLE,
        subject("a").key(),
        fixture.items(VerifyFixture.TABLE, List.of(subject("a").key()), true).get(0));
  }

  private Optional<Kind> differs() {
    return wanted()
        .differs(
            subject("a").owner(),
            fixture.documents(List.of(document("a"))).get(0),
            fixture.mapping.preserved(VerifyFixture.INDEX));
  }

  @Test
  void anItemThatCannotBeReadIsNotTakenForNone() {
    fixture.unreadable.add(subject("a"));
    fixture.index("a", "x");
    assertThat(differs()).contains(Kind.UNREADABLE);
    assertThat(Kind.UNREADABLE.mendable()).isFalse();
  }

  @Test
  void whatIsStoredAsTheItemSaysIsEqual() {
    fixture.put("a", "n", new Value.Numeric("12345678901234567890.123456789012345678"));
    fixture.index("a", "a", "{\"n\":12345678901234567890.123456789012345678,\"PK\":\"a\"}");
    assertThat(differs()).as("fields have no order").isEmpty();
  }

  @Test
  void numbersAreComparedToTheLastDigit() {
    fixture.put("a", "n", new Value.Numeric("12345678901234567890.123456789012345678"));
    fixture.index("a", "a", "{\"n\":12345678901234567890.123456789012345679,\"PK\":\"a\"}");
    assertThat(differs()).contains(Kind.STALE);
  }

  @Test
  void zerosAtTheEndOfANumberMeanNothing() {
    fixture.put("a", "n", new Value.Numeric("1.5"));
    fixture.index("a", "a", "{\"n\":1.50,\"PK\":\"a\"}");
    assertThat(differs()).isEmpty();
  }

  @Test
  void whereItCameFromAndWhatAnotherProgramWroteIsNotCompared() {
    fixture.put("a", "name", new Value.Text("x"));
    fixture.index("a", "a", "{\"PK\":\"a\",\"name\":\"x\",\"score\":7,\"_sync\":{\"seq\":\"1\"}}");
    assertThat(differs()).isEmpty();
  }

  @Test
  void aFieldTooManyOrTooFewIsADifference() {
    fixture.put("a", "name", new Value.Text("x"));
    fixture.index("a", "a", "{\"PK\":\"a\",\"name\":\"x\",\"more\":null}");
    assertThat(differs()).contains(Kind.STALE);
    fixture.index("a", "a", "{\"PK\":\"a\"}");
    assertThat(differs()).contains(Kind.STALE);
  }

  @Test
  void aSimplerFormThatOpenSearchMayHaveTakenIsEqual() {
    fixture.put(
        "a", "outline", new Value.Text("POLYGON ((0 0, 4 0, 4 4, 2 4.123456789012, 0 4, 0 0))"));
    Completed first = ((Wanted.Document) wanted()).completed();
    Completed simpler = first.simpler("").orElseThrow();
    assertThat(Content.of(simpler)).isNotEqualTo(Content.of(first));
    for (Completed form : List.of(first, simpler)) {
      fixture.index("a", "a", json(form));
      assertThat(differs()).isEmpty();
    }
    fixture.index("a", "a", json(first).replace("\"Polygon\"", "\"MultiPoint\""));
    assertThat(differs()).contains(Kind.STALE);
  }

  private static String json(Completed form) {
    return new String(((Action.Index) form.action()).body().bytes(), StandardCharsets.UTF_8);
  }

  @Test
  void whatIsNotThereIsMissing() {
    fixture.put("a", "name", new Value.Text("x"));
    assertThat(differs()).contains(Kind.MISSING);
  }

  @Test
  void anotherItemsDocumentClashesEvenIfItSaysTheSame() {
    fixture.put("a", "name", new Value.Text("x"));
    fixture.index("a", "b", "{\"PK\":\"a\",\"name\":\"x\"}");
    assertThat(differs()).contains(Kind.CLASHING);
  }

  @Test
  void aDocumentThatDoesNotSayWhoseItIsIsStale() {
    fixture.put("a", "name", new Value.Text("x"));
    fixture.indexForeign("a", "{\"PK\":\"a\",\"name\":\"x\"}");
    assertThat(differs()).contains(Kind.STALE);
  }

  @Test
  void aDocumentOfAnItemThatIsGoneOrNoLongerMatchesIsOrphaned() {
    fixture.index("a", "x");
    assertThat(differs()).contains(Kind.ORPHANED);
    fixture.put("a", "hidden", new Value.Bool(true));
    assertThat(differs()).contains(Kind.ORPHANED);
    fixture.index("a", "b", "{}");
    assertThat(differs()).as("none of this item's business").isEmpty();
    fixture.documents.clear();
    assertThat(differs()).isEmpty();
  }

  @Test
  void aDocumentThatCannotBeMadeIsNeverEqual() {
    fixture.put("a", "outline", new Value.Text("no shape"));
    assertThat(wanted()).isInstanceOf(Wanted.Unmappable.class);
    assertThat(differs()).contains(Kind.MISSING);
    fixture.index("a", "x");
    assertThat(differs()).contains(Kind.STALE);
  }

  @Test
  void theFingerprintKnowsTheContentAndNotTheOrder() {
    Map<String, Value> attributes =
        Map.of("PK", new Value.Text("a"), "tags", new Value.TextSet(List.of("x", "y")));
    fixture.items.put(subject("a"), new Item(attributes));
    int before = wanted().fingerprint();
    fixture.items.put(
        subject("a"),
        new Item(Map.of("tags", new Value.TextSet(List.of("y", "x")), "PK", new Value.Text("a"))));
    assertThat(wanted().fingerprint()).isEqualTo(before);
    fixture.put("a", "tags", new Value.TextSet(List.of("x")));
    assertThat(wanted().fingerprint()).isNotEqualTo(before);
  }
}
