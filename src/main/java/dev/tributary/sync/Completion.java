package dev.tributary.sync;

import dev.tributary.change.Change;
import dev.tributary.change.Fault;
import dev.tributary.change.ItemKey;
import dev.tributary.document.Action;
import dev.tributary.document.Documents;
import dev.tributary.enrich.EnrichCounts;
import dev.tributary.enrich.Enriched;
import dev.tributary.enrich.Enricher;
import dev.tributary.enrich.Hold;
import dev.tributary.index.DocumentKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a change asks for, with documents that lack nothing. Thread-safe. What OpenSearch refused is
 * made simpler on the thread {@code simpler}, since that may take a while.
 */
public final class Completion implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Completion.class);

  private final Documents documents;
  private final Enricher enricher;

  private final Crew crew;
  private final LongAdder simplified = new LongAdder();

  /** It closes the enricher too. */
  public Completion(Documents documents, Enricher enricher) {
    this(documents, enricher, ThreadCrew::new);
  }

  Completion(Documents documents, Enricher enricher, Crew.Factory crews) {
    this.documents = documents;
    this.enricher = enricher;
    this.crew = crews.of("simpler", 1);
  }

  /** The fields of an index that are another program's. */
  Set<String> preserved(String index) {
    return documents.preserved(index);
  }

  /** The fields of an index that objects fill. */
  Set<String> pulled(String index) {
    return documents.pulled(index);
  }

  /** Objects are not fetched: such documents are {@link Completed#unfinished}. */
  public List<Completed> actionsFor(Change change) {
    List<Action> actions = documents.actionsFor(change);
    List<Completed> completed = new ArrayList<>(actions.size());
    for (Action action : actions) {
      completed.add(complete(action));
    }
    return completed;
  }

  /** The entity that a document of an item can only be of; nothing where it may be several. */
  Optional<String> entityOf(String table, ItemKey item, DocumentKey document) {
    return documents.entityOf(table, item, document.index(), document.id());
  }

  public Completed complete(Action action) {
    return action instanceof Action.Index index
            && !index.needs().isEmpty()
            && !Enricher.refer(index.needs())
        ? Completed.of(index, enricher.withoutObjects(index.needs()))
        : Completed.of(action);
  }

  /**
   * Fetches what an unfinished one needs, and then says so on a thread that must not wait.
   *
   * @param then gets the document, and what is to be released once that is written
   */
  void fetch(Completed unfinished, BiConsumer<Completed, Hold> then) {
    Action.Index bare = (Action.Index) unfinished.action();
    var unused =
        enricher
            .enrich(bare.needs())
            .thenAccept(
                held -> {
                  Completed completed = made(bare, held.enriched());
                  held.hold().correct(Weight.ofBody(completed) - Weight.ofBody(unfinished));
                  then.accept(completed, held.hold());
                })
            .exceptionally(
                failure -> {
                  // Nothing is decided, so its place would stay taken for ever. As an error it ends
                  // the process, and a restart reads it again.
                  Thread thread = Thread.currentThread();
                  Throwable cause = failure.getCause();
                  thread
                      .getUncaughtExceptionHandler()
                      .uncaughtException(
                          thread,
                          cause instanceof Error
                              ? cause
                              : new AssertionError("A document could not be completed", cause));
                  return null;
                });
  }

  private static Completed made(Action.Index bare, Enriched enriched) {
    try {
      return Completed.of(bare, enriched);
    } catch (RuntimeException e) {
      LOG.error("The document {} could not be made", bare.id(), e);
      return Completed.of(bare, Enriched.Refused.of(Fault.of(e)));
    }
  }

  /** Fetches what an unfinished one needs, and waits for it. */
  public Completed fetched(Completed completed) {
    return completed.unfinished() && completed.action() instanceof Action.Index bare
        ? Completed.of(bare, enricher.await(bare.needs()))
        : completed;
  }

  /** Fetches nothing: what an unfinished one needs counts as lacking. */
  public Completed unfetched(Completed completed) {
    return completed.unfinished() && completed.action() instanceof Action.Index bare
        ? Completed.of(bare, enricher.withoutObjects(bare.needs()))
        : completed;
  }

  /** Looks for something simpler and then says what it found; never, once this is closed. */
  void simplify(Completed refused, String reason, Consumer<Optional<Completed>> found) {
    crew.execute(
        () -> {
          Optional<Completed> simpler = simpler(refused, reason);
          if (simpler.isPresent()) {
            simplified.increment();
          }
          found.accept(simpler);
        });
  }

  /** How many documents were made simpler since the start, after OpenSearch refused them. */
  long simplified() {
    return simplified.sum();
  }

  /** What is counted of objects and shapes. */
  EnrichCounts counts() {
    return enricher.counts();
  }

  /** A fault of ours must not cost more than this one document, which is a {@code Reject} then. */
  private static Optional<Completed> simpler(Completed refused, String reason) {
    try {
      return refused.simpler(reason);
    } catch (RuntimeException e) {
      LOG.error("A refused document could not be made simpler", e);
      Action.Targeted action = (Action.Targeted) refused.action();
      Fault fault = Fault.of(e);
      return Optional.of(
          Completed.of(
              new Action.Reject(
                  action.entity(),
                  action.index(),
                  action.id(),
                  reason + "; and to make it simpler met " + fault.reason(),
                  Optional.of(fault.trace()))));
    }
  }

  @Override
  public void close() {
    crew.close();
    enricher.close();
  }
}
