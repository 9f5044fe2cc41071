package dev.tributary.sync;

import dev.tributary.change.ItemKey;
import dev.tributary.config.Settings;
import dev.tributary.document.Documents;
import dev.tributary.enrich.Enricher;
import dev.tributary.enrich.Lacking;
import dev.tributary.index.Destinations;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.DocumentStores;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Outcome;
import dev.tributary.index.Tally;
import dev.tributary.sync.Target.Objects;
import dev.tributary.sync.Waits.Waiting;
import dev.tributary.table.PendingObjects;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Makes single documents equal to their items for an operator. There is no lease to lose: what
 * keeps this from writing the past is that every write depends on what was read before.
 * Thread-safe.
 */
final class Mending implements AutoCloseable {

  private final Documents documents;
  private final Completion completion;
  private final DocumentStores stores;
  private final ItemReader items;
  private final Waits waits;
  private final Clock clock;

  Mending(
      Settings settings,
      Enricher enricher,
      OpenSearchHttp openSearch,
      Destinations destinations,
      ItemReader items,
      PendingObjects pending,
      Clock clock) {
    this.documents = new Documents(settings);
    this.completion = new Completion(documents, enricher);
    this.stores = new DocumentStores(openSearch, destinations);
    this.items = items;
    this.waits = new Waits(pending::store, clock, ThreadCrew::new);
    this.clock = clock;
  }

  /**
   * @param lacking the objects that are not there; it is noted that the document waits for them
   * @param gone whether the item is
   */
  record Mended(Outcome outcome, List<Lacking> lacking, boolean gone) {}

  /** What a document was last seen to be: it may be looked at several times. */
  private static final class Last {
    List<Lacking> lacking = List.of();
    boolean gone;
  }

  Documents documents() {
    return documents;
  }

  /**
   * @param leastVersion the document ends at this version or above
   * @throws TableUnavailableException if a table does not answer; any other exception at run time
   *     is a fault of ours
   */
  Mended at(DocumentKey document, String table, ItemKey item, long leastVersion)
      throws OpenSearchUnavailableException {
    Last last = new Last();
    ItemReader reading =
        (of, key) -> {
          var read = items.read(of, key);
          last.gone = read.isEmpty();
          return read;
        };
    Waiting waiting = new Waiting(document, table, item, Optional.empty());
    Objects objects =
        new Objects(
            true,
            false,
            lacking -> {
              last.lacking = lacking;
              waits.note(waiting, lacking);
            });
    Target target =
        new Target(
            document,
            stores.destinations().require(document.index()),
            table,
            item,
            documents.shared().contains(document.index()) ? 0 : leastVersion,
            Optional.empty(),
            () -> true,
            objects);
    Outcome outcome =
        new Reconciler(stores, reading, completion, clock, new Tally()).reconcile(target);
    return new Mended(outcome, last.lacking, last.gone);
  }

  /** See {@link Completion#entityOf}. */
  Optional<String> entityOf(String table, ItemKey item, DocumentKey document) {
    return completion.entityOf(table, item, document);
  }

  @Override
  public void close() {
    waits.close();
    completion.close();
  }
}
