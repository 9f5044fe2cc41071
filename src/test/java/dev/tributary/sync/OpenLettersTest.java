package dev.tributary.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import dev.tributary.index.DocumentKey;
import dev.tributary.table.DeadLetters.Letter;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OpenLettersTest {

  private static final DocumentKey A = new DocumentKey("places", "a");

  private final FakeLetters store = new FakeLetters();
  private final OpenLetters open = new OpenLetters(store, Set.of("places"));

  private void file(long version) {
    ItemKey item = ItemKey.of(new Value.Text("a"));
    store.store(new Letter("places", "a", "Places", item, "?", version), Instant.EPOCH);
  }

  @Test
  void aLoadBringsWhatIsThereAndDropsWhatIsGone() {
    file(5);
    open.load();
    assertThat(open.has(A, 4)).isFalse();
    assertThat(open.has(A, 5)).isTrue();
    store.letters.clear();
    open.load();
    assertThat(open.has(A, 5)).isFalse();
  }

  @Test
  void aLetterThatIsOnItsWayOutlivesALoadThatDoesNotSeeIt() {
    open.storing(A, 5);
    open.load();
    assertThat(open.has(A, 5)).isTrue();
    open.stored(A, 5);
    open.load();
    assertThat(open.has(A, 5)).isFalse();
  }

  @Test
  void aLetterThatIsStoredWhileALoadReadsIsKept() {
    file(5);
    open.load();
    store.letters.clear();
    store.before = () -> open.stored(A, 5);
    open.load();
    assertThat(open.has(A, 5)).isTrue();
  }

  @Test
  void aNewerLetterOfSomebodyElseIsAskedForByTheNextSuccess() {
    file(5);
    open.load();
    file(9);
    open.clear(A, 7);
    assertThat(store.letters).hasSize(1);
    assertThat(open.has(A, 7)).isFalse();
    assertThat(open.has(A, 9)).isTrue();
    open.clear(A, 9);
    assertThat(store.letters).isEmpty();
    assertThat(open.has(A, 9)).isFalse();
  }

  @Test
  void anOlderLetterIsNotHiddenByANewerOneThatSomebodyElseHasCleared() {
    file(9);
    open.load();
    store.letters.clear();
    open.storing(A, 5);
    assertThat(open.has(A, 7)).isTrue();
  }

  @Test
  void aLetterThatIsFiledWhileAnOlderOneIsClearedIsKept() {
    file(5);
    open.load();
    store.before = () -> open.storing(A, 8);
    open.clear(A, 7);
    assertThat(store.letters).isEmpty();
    assertThat(open.has(A, 8)).isTrue();
  }

  @Test
  void aLoadThatBeganBeforeIsNotEnough() {
    open.load();
    long moment = open.now();
    open.loadSince(moment);
    open.loadSince(moment);
    assertThat(store.calls).as("and a second one too many").hasSize(2);
  }

  @Test
  void aLoadThatFailedIsMadeGood() {
    file(5);
    store.before =
        () -> {
          throw new IllegalStateException("DynamoDB is away");
        };
    assertThatThrownBy(() -> open.loadSince(0)).hasMessageContaining("away");
    store.before = () -> {};
    open.loadSince(0);
    assertThat(open.has(A, 5)).isTrue();
  }
}
