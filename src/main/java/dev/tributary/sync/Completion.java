package dev.tributary.sync;

import dev.tributary.change.Change;
import dev.tributary.document.Action;
import dev.tributary.document.Documents;
import dev.tributary.enrich.Enriched;
import dev.tributary.enrich.Enricher;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What a change asks for, with documents that lack nothing. Thread-safe. What OpenSearch refused is
 * made simpler on the thread {@code simpler}, since that may take a while.
 */
public final class Completion implements AutoCloseable {

  private final Documents documents;
  private final Enricher enricher;

  /** It starts with the first task. */
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread created = new Thread(task, "simpler");
            created.setDaemon(true);
            return created;
          });

  public Completion(Documents documents, Enricher enricher) {
    this.documents = documents;
    this.enricher = enricher;
  }

  /**
   * @param simpler what to try where OpenSearch refuses the document, by what it said
   */
  public record Completed(Action action, Function<String, Optional<Completed>> simpler) {

    static Completed of(Action action) {
      return new Completed(action, refusal -> Optional.empty());
    }
  }

  /** The fields of an index that are another program's. */
  Set<String> preserved(String index) {
    return documents.preserved(index);
  }

  /** Looks for something simpler and then says what it found; never, once this is closed. */
  void simplify(Completed refused, String reason, Consumer<Optional<Completed>> found) {
    try {
      thread.execute(() -> found.accept(refused.simpler().apply(reason)));
    } catch (RejectedExecutionException e) {
      // Closed: the write stays unfinished, as all the others do, and is read again.
    }
  }

  public List<Completed> actionsFor(Change change) {
    return documents.actionsFor(change).stream().map(this::complete).toList();
  }

  public Completed complete(Action action) {
    return action instanceof Action.Index index && !index.needs().isEmpty()
        ? complete(index)
        : Completed.of(action);
  }

  private Completed complete(Action.Index index) {
    Enriched enriched = enricher.enrich(index.needs());
    if (enriched instanceof Enriched.Made made) {
      return with(index, made);
    }
    return Completed.of(
        new Action.Reject(
            index.entity(), index.index(), index.id(), ((Enriched.Refused) enriched).reason()));
  }

  private static Completed with(Action.Index index, Enriched.Made made) {
    return new Completed(
        new Action.Index(
            index.entity(),
            index.index(),
            index.id(),
            index.body().with(made.fields(), made.sync())),
        refusal -> made.simpler().apply(refusal).map(simpler -> with(index, simpler)));
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
