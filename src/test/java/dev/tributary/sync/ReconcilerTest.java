package dev.tributary.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import dev.tributary.document.Documents;
import dev.tributary.document.Version;
import dev.tributary.enrich.Enricher;
import dev.tributary.index.Condition;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.DocumentStore;
import dev.tributary.index.FirstGenerations;
import dev.tributary.index.Generation;
import dev.tributary.index.Outcome;
import dev.tributary.index.PlayedHttp;
import dev.tributary.index.PlayedHttp.Exchange;
import dev.tributary.index.PlayedIndex;
import dev.tributary.index.Tally;
import dev.tributary.index.WriteResult;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a reconcile sent, carried out once more, long after. {@link ConflictIT} has the rest. */
class ReconcilerTest {

  private static final String TABLE = "Places";
  private static final ItemKey KEY = ItemKey.of(new Value.Text("place"));
  private static final DocumentKey DOCUMENT = new DocumentKey("places", "place");
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

  private final PlayedIndex index = new PlayedIndex();
  private final List<Exchange> sent = new ArrayList<>();
  private final PlayedHttp http =
      new PlayedHttp(
          index,
          new PlayedHttp.Network() {
            @Override
            public void take(Exchange exchange) {
              sent.add(exchange);
              exchange.arrive();
              exchange.answer();
            }

            @Override
            public void await(Exchange exchange) {}
          });
  private final DocumentStore store = FirstGenerations.store(http, DOCUMENT.index());
  private Optional<Item> item =
      Optional.of(new Item(Map.of("PK", new Value.Text("place"), "n", new Value.Text("there"))));
  private final Reconciler reconciler = reconciler();

  private Reconciler reconciler() {
    Settings settings = SyncFakes.settings(TABLE, DOCUMENT.index());
    return new Reconciler(
        FirstGenerations.stores(http),
        (table, key) -> item,
        new Completion(new Documents(settings), new Enricher(settings.enrichment(), "")),
        Clock.fixed(NOW, ZoneOffset.UTC),
        new Tally());
  }

  private static Origin.Streamed record(int number, int secondsAgo) {
    return new Origin.Streamed(
        "stream-1", SequenceNumber.of("%021d".formatted(number)), NOW.minusSeconds(secondsAgo));
  }

  private void delete(Origin.Streamed record) throws Exception {
    assertThat(store.delete(DOCUMENT, new Condition.AtVersion(Version.of(record))))
        .isInstanceOf(WriteResult.Done.class);
  }

  private static Target target(Origin.Streamed record) {
    return new Target(
        DOCUMENT,
        Generation.first(DOCUMENT.index()),
        TABLE,
        KEY,
        Version.of(record),
        Optional.empty(),
        () -> true,
        Target.Objects.NOT_AGAIN);
  }

  /** Found by the model: a create passes every tombstone, however late it comes. */
  @Test
  void whatWasWrittenPastATombstoneDoesNotComeBackAfterALaterDelete() throws Exception {
    Origin.Streamed refused = record(1, 300);
    delete(record(2, 200));
    sent.clear();
    assertThat(reconciler.afterTombstone(target(refused), refused)).isEqualTo(Outcome.APPLIED);
    assertThat(index.contents()).containsKey("place");
    List<Exchange> late = List.copyOf(sent);

    delete(record(3, 100));
    late.forEach(Exchange::arrive);
    assertThat(index.contents()).isEmpty();
  }

  @Test
  void anAbsentDocumentThatWasReconciledDoesNotComeBackAfterALaterDelete() throws Exception {
    delete(record(2, 0));
    sent.clear();
    assertThat(reconciler.reconcile(target(record(1, 300)))).isEqualTo(Outcome.APPLIED);
    assertThat(index.contents()).containsKey("place");
    List<Exchange> late = List.copyOf(sent);

    item = Optional.empty();
    delete(record(4, 0));
    late.forEach(Exchange::arrive);
    assertThat(index.contents()).isEmpty();
  }
}
