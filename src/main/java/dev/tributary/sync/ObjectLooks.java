package dev.tributary.sync;

import dev.tributary.change.ItemKey;
import dev.tributary.config.Settings;
import dev.tributary.document.Documents;
import dev.tributary.enrich.Enricher;
import dev.tributary.enrich.Lacking;
import dev.tributary.index.Destinations;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.DocumentStores;
import dev.tributary.index.Generation;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Outcome;
import dev.tributary.index.ReferenceSearch;
import dev.tributary.index.ReferringDocument;
import dev.tributary.index.Tally;
import dev.tributary.sync.Waits.Waiting;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.DeadLetters.Letter;
import dev.tributary.table.PendingObjects;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at documents again because an object may have changed, while its item did not. */
public final class ObjectLooks {

  private static final Logger LOG = LoggerFactory.getLogger(ObjectLooks.class);

  private static final int MOST_FAILURES = 10;

  private final Reconciler reconciler;
  private final Destinations destinations;
  private final ReferenceSearch search;
  private final Keys keys;
  private final Waits waits;
  private final Letters letters;
  private final BiPredicate<String, String> heldBack;
  private final Set<String> indexes;

  /** Makes an item's key from the texts that a document has of it. */
  @FunctionalInterface
  public interface Keys {
    ItemKey of(String table, String pk, Optional<String> sk);
  }

  /** What a look came to. */
  public enum Found {
    /** The document has what the object is now. */
    UP_TO_DATE,
    /** The object is not there, and the document waits for it. */
    WAITING,
    /** It is a dead letter now. */
    REJECTED
  }

  /** For a command, beside the workers. */
  public static ObjectLooks open(
      Settings settings,
      Enricher enricher,
      OpenSearchHttp openSearch,
      Destinations destinations,
      ItemReader items,
      Keys keys,
      DeadLetters deadLetters,
      PendingObjects pending,
      Clock clock) {
    Documents documents = new Documents(settings);
    Completion completion = new Completion(documents, enricher);
    return new ObjectLooks(
        new Reconciler(
            new DocumentStores(openSearch, destinations), items, completion, clock, new Tally()),
        destinations,
        new ReferenceSearch(openSearch),
        keys,
        new Waits(pending::store, clock, ThreadCrew::new),
        new Letters(
            LetterStore.of(deadLetters), settings.indexes().keySet(), clock, ThreadCrew::new),
        // Who gives a command knows what is paused.
        (table, index) -> false,
        documents.pulling());
  }

  /**
   * @param heldBack whether the documents of a table in an index are held back now
   * @param indexes those whose documents need objects
   */
  ObjectLooks(
      Reconciler reconciler,
      Destinations destinations,
      ReferenceSearch search,
      Keys keys,
      Waits waits,
      Letters letters,
      BiPredicate<String, String> heldBack,
      Set<String> indexes) {
    this.reconciler = reconciler;
    this.destinations = destinations;
    this.search = search;
    this.keys = keys;
    this.waits = waits;
    this.letters = letters;
    this.heldBack = heldBack;
    this.indexes = indexes;
  }

  /**
   * Looks at all documents that name an object. One that cannot be looked at keeps nobody from the
   * others, and neither does one of a table that is none of ours.
   *
   * @param reference as {@code _sync} has it
   * @throws OpenSearchUnavailableException where not all of them could be looked at
   */
  public void at(String reference) throws OpenSearchUnavailableException {
    List<RuntimeException> failures = new ArrayList<>(0);
    for (String index : indexes) {
      Generation generation = destinations.require(index);
      search.<OpenSearchUnavailableException>find(
          generation.name(), reference, document -> at(generation, document, reference, failures));
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }

  private void at(
      Generation generation,
      ReferringDocument document,
      String reference,
      List<RuntimeException> failures)
      throws OpenSearchUnavailableException {
    String index = generation.index();
    Waiting look;
    try {
      look = look(index, document);
    } catch (IllegalArgumentException e) {
      LOG.warn(
          "{}/{} names {}, but is left alone: {}", index, document.id(), reference, e.getMessage());
      return;
    } catch (RuntimeException e) {
      failed(index, document, e, failures);
      return;
    }
    if (heldBack.test(document.table(), index)) {
      failures.add(new IllegalStateException(index + " or its table is held back"));
      return;
    }
    try {
      LOG.info("{} of {}/{}: {}", reference, index, document.id(), at(look, generation));
    } catch (RuntimeException e) {
      failed(index, document, e, failures);
    }
  }

  /** Some may be at fault themselves; where so many fail, it is something that all need. */
  private static void failed(
      String index,
      ReferringDocument document,
      RuntimeException failure,
      List<RuntimeException> failures) {
    LOG.warn("{}/{} could not be looked at: {}", index, document.id(), failure.toString());
    failures.add(failure);
    if (failures.size() == MOST_FAILURES) {
      throw failure;
    }
  }

  public Found at(String index, ReferringDocument document) throws OpenSearchUnavailableException {
    return at(look(index, document), destinations.require(index));
  }

  private Waiting look(String index, ReferringDocument document) {
    return new Waiting(
        new DocumentKey(index, document.id()),
        document.table(),
        keys.of(document.table(), document.pk(), document.sk()),
        Optional.empty());
  }

  private Found at(Waiting look, Generation generation) throws OpenSearchUnavailableException {
    AtomicReference<List<Lacking>> lacking = new AtomicReference<>(List.of());
    Outcome outcome =
        reconciler.reconcile(
            Target.ofObjects(
                look,
                generation,
                false,
                lacks -> {
                  lacking.set(lacks);
                  waits.note(look, lacks);
                }));
    if (outcome instanceof Outcome.Rejected rejected) {
      letters.storeNow(
          new Letter(
              look.document().index(),
              look.document().id(),
              look.table(),
              Optional.of(look.item()),
              reconciler.entityOf(look.table(), look.item(), look.document()),
              rejected.reason(),
              rejected.trace(),
              0),
          Letters.Cause.REFUSED);
      return Found.REJECTED;
    }
    return lacking.get().isEmpty() ? Found.UP_TO_DATE : Found.WAITING;
  }
}
