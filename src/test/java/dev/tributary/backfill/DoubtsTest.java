package dev.tributary.backfill;

import static dev.tributary.backfill.VerifyFixture.document;
import static dev.tributary.backfill.VerifyFixture.subject;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.backfill.Deviation.Kind;
import dev.tributary.change.Value;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in flux is looked at again, and told only if it still differs. */
class DoubtsTest implements Doubts.Endings {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path folder;
  private VerifyFixture fixture;
  private final HeldTime time = new HeldTime();
  private final List<String> endings = new ArrayList<>();
  private final AtomicInteger changes = new AtomicInteger();

  @BeforeEach
  void open() {
    fixture = new VerifyFixture(folder);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Override
  public void equal(Doubt doubt) {
    endings.add("equal " + doubt.document().id());
  }

  @Override
  public void listed(Doubt doubt) {
    endings.add("listed " + doubt.document().id());
  }

  @Override
  public void changing(Doubt doubt) {
    endings.add("changing " + doubt.document().id());
  }

  @Override
  public void differ(List<Doubt> doubts) {
    doubts.forEach(
        doubt -> endings.add(doubt.deviation().kind().word() + " " + doubt.document().id()));
  }

  @Override
  public void waiting(int doubts, Duration age) {}

  private Doubts doubts(Duration patience, int most) {
    return new Doubts(
        new Looks(fixture, fixture.mapping, owner -> owner.table().equals(VerifyFixture.TABLE)),
        fixture,
        patience,
        most,
        time,
        this);
  }

  private void settle(Doubt... some) throws Exception {
    Doubts doubts = doubts(PATIENCE, 100);
    for (Doubt doubt : some) {
      doubts.add(doubt);
    }
    doubts.settle();
  }

  private static Doubt ofItem(String pk) {
    return Doubt.ofItem(document(pk), subject(pk));
  }

  private void item(String pk, String name) {
    fixture.put(pk, "name", new Value.Text(name));
  }

  @Test
  void whatStaysDifferentIsToldWhenPatienceIsOver() throws Exception {
    item("stale", "new");
    fixture.index("stale", "old");
    item("missing", "new");
    fixture.index("orphan", "old");
    fixture.indexForeign("nobody", "{}");
    settle(
        ofItem("stale"),
        ofItem("missing"),
        Doubt.ofDocument(document("orphan"), subject("orphan")),
        Doubt.ofForeign(document("nobody")));
    assertThat(endings)
        .containsExactlyInAnyOrder(
            "stale stale", "missing missing", "orphaned orphan", "foreign nobody");
    assertThat(time.rested()).isEqualTo(PATIENCE);
    assertThat(time.rests.subList(0, 4))
        .as("growing pauses")
        .containsExactly(
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(4));
  }

  @Test
  void whatComesInTimeIsEqual() throws Exception {
    item("a", "new");
    time.meanwhile(() -> fixture.index("a", "new"));
    settle(ofItem("a"));
    assertThat(endings).containsExactly("equal a");
    assertThat(time.rests).hasSize(1);
  }

  @Test
  void whatIsEqualAtTheFirstLookCostsNoPause() throws Exception {
    item("a", "new");
    fixture.index("a", "new");
    settle(ofItem("a"));
    assertThat(endings).containsExactly("equal a");
    assertThat(time.rests).isEmpty();
  }

  @Test
  void anItemThatWasRemovedWhileItsDocumentStillStoodIsLookedAtAgain() throws Exception {
    fixture.index("a", "old");
    time.meanwhile(fixture.documents::clear);
    settle(Doubt.ofDocument(document("a"), subject("a")));
    assertThat(endings).containsExactly("equal a");
  }

  @Test
  void whatIsListedIsToldAtOnceAndIsNoDifference() throws Exception {
    item("a", "new");
    fixture.listed.add(document("a"));
    settle(ofItem("a"));
    assertThat(endings).containsExactly("listed a");
    assertThat(time.rests).isEmpty();
  }

  @Test
  void whatIsListedWhileItIsLookedAtIsNoDifference() throws Exception {
    item("a", "new");
    time.meanwhile(
        () -> {
          if (time.rested().compareTo(Duration.ofSeconds(10)) > 0) {
            fixture.listed.add(document("a"));
          }
        });
    settle(ofItem("a"));
    assertThat(endings).containsExactly("listed a");
  }

  /** The document is always one change behind, but it follows. */
  @Test
  void anItemThatChangesAllTheTimeIsNotToldAsStale() throws Exception {
    item("a", "0");
    fixture.index("a", "before");
    time.meanwhile(
        () -> {
          fixture.index("a", String.valueOf(changes.get()));
          item("a", String.valueOf(changes.incrementAndGet()));
        });
    settle(ofItem("a"));
    assertThat(endings).containsExactly("changing a");
    assertThat(time.rested()).isBetween(PATIENCE.multipliedBy(3), PATIENCE.multipliedBy(4));
  }

  @Test
  void aDocumentThatNobodyWritesWhileItsItemChangesIsStale() throws Exception {
    item("a", "0");
    fixture.index("a", "before");
    time.meanwhile(() -> item("a", String.valueOf(changes.incrementAndGet())));
    settle(ofItem("a"));
    assertThat(endings).containsExactly("stale a");
    assertThat(time.rested()).isEqualTo(PATIENCE);
  }

  @Test
  void anItemThatChangesDuringTheLookIsLookedAtOnceMore() throws Exception {
    item("a", "0");
    fixture.index("a", "before");
    fixture.meanwhile =
        () -> {
          if (changes.getAndIncrement() < 100 && time.rested().compareTo(PATIENCE) == 0) {
            item("a", "before");
          }
        };
    settle(ofItem("a"));
    assertThat(endings).containsExactly("equal a");
  }

  @Test
  void aForeignDocumentThatAWorkerReplacesMeanwhileIsNotToldOf() throws Exception {
    fixture.indexForeign("a", "{}");
    time.meanwhile(() -> fixture.index("a", "a", "{}"));
    settle(Doubt.ofForeign(document("a")));
    assertThat(endings).containsExactly("equal a");
  }

  @Test
  void withoutPatienceTheFirstLookDecides() throws Exception {
    item("a", "new");
    Doubts doubts = doubts(Duration.ZERO, 100);
    doubts.add(ofItem("a"));
    doubts.settle();
    assertThat(endings).containsExactly("missing a");
    assertThat(time.rests).isEmpty();
  }

  @Test
  void soManyAreHeldAndThenTheyAreLookedAtBeforeMoreCome() throws Exception {
    Doubts doubts = doubts(PATIENCE, 3);
    for (int i = 0; i < 7; i++) {
      item("a" + i, "new");
      doubts.add(ofItem("a" + i));
      assertThat(endings).hasSize((i + 1) / 3 * 3);
    }
    doubts.settle();
    assertThat(endings).hasSize(7).allMatch(ending -> ending.startsWith(Kind.MISSING.word()));
  }

  @Test
  void moreThanAreReadAtOnceAreAllLookedAt() throws Exception {
    Doubts doubts = doubts(PATIENCE, 1000);
    int count = 3 * Doubts.AT_ONCE + 1;
    for (int i = 0; i < count; i++) {
      item("a" + i, "new");
      doubts.add(ofItem("a" + i));
    }
    doubts.settle();
    assertThat(endings).hasSize(count).doesNotHaveDuplicates();
    assertThat(time.rested()).isEqualTo(PATIENCE);
  }
}
