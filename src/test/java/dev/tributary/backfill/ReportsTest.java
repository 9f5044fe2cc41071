package dev.tributary.backfill;

import static dev.tributary.backfill.VerifyFixture.document;
import static dev.tributary.backfill.VerifyFixture.subject;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.backfill.Deviation.Kind;
import dev.tributary.backfill.Deviation.Mended;
import dev.tributary.backfill.Doubt.Subject;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import dev.tributary.index.DocumentKey;
import dev.tributary.sync.Repair;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is mended and what is left, and how it is counted. */
class ReportsTest {

  private static final Subject SHOP = new Subject("Shops", ItemKey.of(new Value.Text("a")));

  @TempDir private Path folder;
  private VerifyFixture fixture;
  private final HeldTime time = new HeldTime();
  private final Hands hands = new Hands("test", 2);
  private final Tally tally = new Tally();
  private final List<Deviation> told = new ArrayList<>();
  private final List<DocumentKey> mended = new ArrayList<>();
  private Repair.Result result = Repair.Result.MENDED;

  @BeforeEach
  void open() {
    fixture = new VerifyFixture(folder);
  }

  @AfterEach
  void close() {
    hands.close();
    fixture.close();
  }

  private Reports settle(boolean repair, Doubt... some) throws Exception {
    Verify.Mender mender =
        (document, table, item) -> {
          mended.add(document);
          return result;
        };
    Reports reports =
        new Reports(
            tally,
            told::add,
            new Progress(line -> {}, time),
            repair ? Optional.of(mender) : Optional.empty(),
            owner -> Optional.of(ItemKey.of(new Value.Text(owner.pk()))),
            fixture,
            fixture.mapping,
            hands,
            new HashSet<>());
    Doubts doubts =
        new Doubts(
            new Looks(fixture, fixture.mapping, owner -> true),
            fixture,
            Duration.ZERO,
            100,
            time,
            reports);
    for (Doubt doubt : some) {
      doubts.add(doubt);
    }
    doubts.settle();
    return reports;
  }

  private void shop() {
    fixture.items.put(SHOP, new Item(Map.of("PK", new Value.Text("a"))));
  }

  private VerifySummary summary() {
    return tally.summary(true, 0, 0);
  }

  @Test
  void withoutAMenderItIsOnlyTold() throws Exception {
    shop();
    settle(false, Doubt.ofItem(document("a"), SHOP));
    assertThat(told)
        .containsExactly(
            new Deviation(
                Kind.MISSING, document("a"), Optional.of(SHOP.owner()), Optional.empty()));
    assertThat(summary().clean()).isFalse();
    assertThat(summary().differences()).isEqualTo(1);
  }

  @Test
  void whatIsMendedLeavesItClean() throws Exception {
    shop();
    settle(true, Doubt.ofItem(document("a"), SHOP));
    assertThat(mended).containsExactly(document("a"));
    assertThat(told.get(0).repaired()).isTrue();
    assertThat(summary().clean()).isTrue();
    assertThat(summary().repaired()).isEqualTo(1);
  }

  @Test
  void whatIsRefusedDoesNot() throws Exception {
    shop();
    result = Repair.Result.REFUSED;
    settle(true, Doubt.ofItem(document("a"), SHOP));
    assertThat(told.get(0).mended()).contains(Mended.REFUSED);
    assertThat(summary().clean()).isFalse();
  }

  @Test
  void aForeignDocumentIsNeverTouched() throws Exception {
    fixture.indexForeign("a", "{}");
    settle(true, Doubt.ofForeign(document("a")));
    assertThat(mended).isEmpty();
    assertThat(told.get(0).kind()).isEqualTo(Kind.FOREIGN);
    assertThat(summary().clean()).isFalse();
  }

  /** Whichever of them had it, the other would be told of the next time. */
  @Test
  void aDocumentThatTwoItemsAskForIsLeftToWhoHasIt() throws Exception {
    shop();
    fixture.put("a", "name", new Value.Text("x"));
    fixture.index("a", "x");
    settle(true, Doubt.ofItem(document("a"), SHOP));
    assertThat(mended).isEmpty();
    assertThat(told.get(0).kind()).isEqualTo(Kind.CLASHING);
    assertThat(told.get(0).mended()).contains(Mended.CONTESTED);
    assertThat(summary().clean()).isFalse();
  }

  @Test
  void aDocumentOfAnItemThatIsGoneIsMendedAndToldOnce() throws Exception {
    shop();
    fixture.index("a", "x");
    Reports reports = settle(true, Doubt.ofItem(document("a"), SHOP));
    assertThat(mended).containsExactly(document("a"));
    assertThat(told.get(0).kind()).isEqualTo(Kind.CLASHING);
    assertThat(reports.told(document("a"))).as("so the other walk passes it over").isTrue();
  }

  @Test
  void aDocumentOfItsOwnItemIsLeftToTheOtherWalk() throws Exception {
    fixture.put("a", "name", new Value.Text("x"));
    fixture.index("a", "older");
    Reports reports = settle(false, Doubt.ofItem(document("a"), subject("a")));
    assertThat(told.get(0).kind()).isEqualTo(Kind.STALE);
    assertThat(reports.told(document("a"))).isFalse();
  }

  @Test
  void whatIsEqualAfterAllCountsOnlyWhereAnItemAskedForIt() throws Exception {
    fixture.put("a", "name", new Value.Text("x"));
    fixture.index("a", "x");
    settle(
        false,
        Doubt.ofItem(document("a"), subject("a")),
        Doubt.ofDocument(document("a"), subject("a")));
    assertThat(told).isEmpty();
    assertThat(summary().equal()).isEqualTo(1);
    assertThat(summary().lookedAtAgain()).isEqualTo(2);
  }
}
