package dev.tributary.backfill;

import dev.tributary.config.Settings;
import dev.tributary.enrich.Enricher;
import dev.tributary.enrich.objects.FetchResult;
import dev.tributary.enrich.objects.HeadResult;
import dev.tributary.enrich.objects.Reference;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.ReferenceSearch;
import dev.tributary.index.ReferringDocument;
import dev.tributary.index.ReferringDocument.Named;
import dev.tributary.sync.ObjectLooks;
import dev.tributary.sync.ObjectLooks.Found;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * Finds the documents of an entity whose objects are no longer those that they were made from, and
 * makes them anew. Each object is asked for its ETag once; only what differs is read.
 */
public final class Refresh {

  /** Documents whose objects are asked for at once. */
  private static final int AT_ONCE = 200;

  /** So many answers are remembered: documents that name one object often lie together. */
  private static final int REMEMBERED = 100_000;

  private final ReferenceSearch search;
  private final Enricher enricher;
  private final ObjectLooks looks;
  private final ObjectLooks.Keys keys;
  private final boolean dryRun;
  private final Map<String, CompletableFuture<HeadResult>> heads =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, CompletableFuture<HeadResult>> e) {
          return size() > REMEMBERED;
        }
      };
  private final Count count = new Count();

  /** What was found so far. */
  public static final class Count {
    public long documents;
    public long objects;
    public long changed;
    public long upToDate;
    public long waiting;
    public long rejected;

    /** Of which nobody can say whether they changed. */
    public long unknown;
  }

  /**
   * @param dryRun whether documents are only counted
   */
  public Refresh(
      ReferenceSearch search,
      Enricher enricher,
      ObjectLooks looks,
      ObjectLooks.Keys keys,
      boolean dryRun) {
    this.search = search;
    this.enricher = enricher;
    this.looks = looks;
    this.keys = keys;
    this.dryRun = dryRun;
  }

  /**
   * @param table of the entity, by its name in DynamoDB
   * @param tell about each document that changed, or could not be asked for
   */
  public Count run(Settings.Entity entity, String table, Consumer<String> tell)
      throws OpenSearchUnavailableException, InterruptedException {
    List<ReferringDocument> some = new ArrayList<>();
    try {
      search.<RefreshException>all(
          entity.index(),
          document -> {
            if (belongs(document, entity, table)) {
              some.add(document);
            }
            if (some.size() == AT_ONCE) {
              refresh(entity.index(), some, tell);
              some.clear();
            }
          });
      refresh(entity.index(), some, tell);
      return count;
    } catch (RefreshException e) {
      if (e.getCause() instanceof OpenSearchUnavailableException unavailable) {
        throw unavailable;
      }
      throw (InterruptedException) e.getCause();
    }
  }

  /** Carries what ends a refresh out of the search. */
  private static final class RefreshException extends Exception {
    private static final long serialVersionUID = 1;

    RefreshException(Exception cause) {
      super(cause);
    }
  }

  private boolean belongs(ReferringDocument document, Settings.Entity entity, String table) {
    return document.table().equals(table)
        && entity
            .rule()
            .key()
            .match(keys.of(document.table(), document.pk(), document.sk()))
            .isPresent();
  }

  private void refresh(String index, List<ReferringDocument> documents, Consumer<String> tell)
      throws RefreshException {
    documents.forEach(document -> document.objects().forEach(this::ask));
    try {
      for (ReferringDocument document : documents) {
        count.documents++;
        refresh(index, document, tell);
      }
    } catch (OpenSearchUnavailableException | InterruptedException e) {
      throw new RefreshException(e);
    }
  }

  /** Objects that the config allows no more have no answer, and count as changed. */
  private Optional<CompletableFuture<HeadResult>> ask(Named named) {
    if (enricher.references().resolve(named.reference()) instanceof Reference.Allowed allowed) {
      return Optional.of(
          heads.computeIfAbsent(
              named.reference(),
              reference -> {
                count.objects++;
                return enricher.head(allowed.object());
              }));
    }
    return Optional.empty();
  }

  private void refresh(String index, ReferringDocument document, Consumer<String> tell)
      throws OpenSearchUnavailableException, InterruptedException {
    boolean changed = false;
    for (Named named : document.objects()) {
      Optional<CompletableFuture<HeadResult>> asked = ask(named);
      HeadResult answer = asked.isPresent() ? await(asked.get()) : new FetchResult.Missing();
      if (answer instanceof FetchResult.Unavailable unavailable) {
        count.unknown++;
        tell.accept("%s: %s: %s".formatted(document.id(), named.reference(), unavailable.reason()));
        return;
      }
      changed |= differs(named, answer);
    }
    if (!changed) {
      count.upToDate++;
      return;
    }
    count.changed++;
    if (dryRun) {
      tell.accept(document.id() + ": changed");
      return;
    }
    Found found = looks.at(index, document);
    tell.accept(
        switch (found) {
          case UP_TO_DATE -> document.id() + ": made anew";
          case WAITING -> document.id() + ": an object is not there; the document waits for it";
          case REJECTED -> document.id() + ": cannot be made, kept as a dead letter";
        });
    count.waiting += found == Found.WAITING ? 1 : 0;
    count.rejected += found == Found.REJECTED ? 1 : 0;
  }

  /** A document that waits knows that its object is not there, and is looked at by itself. */
  private static boolean differs(Named named, HeadResult answer) {
    if (answer instanceof HeadResult.Present present) {
      return named.pending() || !present.etag().equals(named.etag());
    }
    return !named.pending();
  }

  private static HeadResult await(CompletableFuture<HeadResult> answer)
      throws InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }
}
