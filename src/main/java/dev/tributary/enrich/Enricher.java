package dev.tributary.enrich;

import dev.tributary.change.Fault;
import dev.tributary.change.Value;
import dev.tributary.config.Enrichment;
import dev.tributary.enrich.Part.Origin;
import dev.tributary.enrich.objects.FetchResult;
import dev.tributary.enrich.objects.FetchResult.Fetched;
import dev.tributary.enrich.objects.Gate;
import dev.tributary.enrich.objects.HeadResult;
import dev.tributary.enrich.objects.ObjectFetcher;
import dev.tributary.enrich.objects.ObjectReference;
import dev.tributary.enrich.objects.Reference;
import dev.tributary.enrich.objects.References;
import dev.tributary.entity.Need;
import dev.tributary.entity.Pull;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes what documents need: shapes from inside their items, and shapes, fields and texts from the
 * objects that their items name. Thread-safe.
 */
public final class Enricher implements AutoCloseable {

  /** How many documents may have several objects in memory. */
  private static final int OVERDRAFTS = 8;

  private static final Logger LOG = LoggerFactory.getLogger(Enricher.class);

  private final EnrichCounts counts = new EnrichCounts();
  private final References references;
  private final Contents contents;
  private final Supplier<ObjectFetcher> opening;
  private final Gate made;
  private final Gate overdrafts;

  /** Opened when something is first fetched: most that ask here never fetch anything. */
  private ObjectFetcher fetcher;

  private ObjectFetcher beside;

  /**
   * @param region of buckets that name none
   */
  public Enricher(Enrichment settings, String region) {
    this.references = new References(settings.objects().buckets());
    this.contents = new Contents(settings.limits(), counts::shape);
    this.opening = () -> ObjectFetcher.open(settings.objects(), region, counts.fetches());
    this.made = new Gate(settings.objects().bytesInFlight());
    this.overdrafts = new Gate(OVERDRAFTS);
  }

  /** Connects now, not when something is first fetched, so that a mistake is found at the start. */
  public void open() {
    fetcher();
  }

  /** Whether any of it lies outside of the item. */
  public static boolean refer(List<Need> needs) {
    return needs.stream().anyMatch(need -> need.pull().source() == Pull.Source.OBJECT);
  }

  /**
   * @param hold what the document takes until it is written; to be released in any case
   */
  public record Held(Enriched enriched, Hold hold) {}

  /**
   * Fetches what is needed, as soon as there is room for it. The future completes on a thread that
   * must not wait.
   */
  public CompletableFuture<Held> enrich(List<Need> needs) {
    Hold hold = new Hold(made, overdrafts);
    return enrich(
            needs,
            // Who has waited for room may not wait for a place of those who still do.
            (need, object) ->
                hold.entered()
                    ? fetchMore(need, object, hold)
                    : fetcher().fetch(object, result -> use(need, object, result, hold)))
        .thenApply(enriched -> new Held(enriched, hold));
  }

  /** Fetches what is needed, and waits for it. */
  public Enriched await(List<Need> needs) {
    CompletableFuture<Enriched> enriched = enrich(needs, this::fetchBeside);
    try {
      return enriched.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("stopped while waiting for an object", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Fetches nothing: objects are lacking, which the stored document may have. */
  public Enriched withoutObjects(List<Need> needs) {
    return enrich(
            needs,
            (need, object) ->
                CompletableFuture.completedFuture(
                    lacking(need, object, "it was not asked for again", false)))
        .join();
  }

  /** What became of objects and shapes since the start. */
  public EnrichCounts counts() {
    return counts;
  }

  /** Which objects may be read. */
  public References references() {
    return references;
  }

  /** Asks whether an object is there, and for its ETag, without reading it. */
  public CompletableFuture<HeadResult> head(ObjectReference object) {
    return fetcher().head(object);
  }

  /** What a need's attribute names; absent where it names nothing. */
  public Optional<Reference> reference(Need need) {
    if (!(need.value() instanceof Value.Text text)) {
      return Optional.of(
          new Reference.Refused("it should be a text that names an object, and is none"));
    }
    return text.text().isBlank() ? Optional.empty() : Optional.of(references.resolve(text.text()));
  }

  private interface Fetch {
    CompletableFuture<Part> part(Need need, ObjectReference object);
  }

  private CompletableFuture<Enriched> enrich(List<Need> needs, Fetch fetch) {
    CompletableFuture<List<Part>> parts = CompletableFuture.completedFuture(new ArrayList<>());
    for (Need need : needs) {
      parts = parts.thenCompose(list -> part(need, fetch).thenApply(part -> with(list, part)));
    }
    return parts.handle(Enricher::enriched);
  }

  private CompletableFuture<Optional<Part>> part(Need need, Fetch fetch) {
    try {
      if (need.pull().source() == Pull.Source.ITEM) {
        return CompletableFuture.completedFuture(contents.ofItem(need));
      }
      Optional<Reference> reference = reference(need);
      if (reference.isEmpty()) {
        return CompletableFuture.completedFuture(Optional.empty());
      }
      if (reference.get() instanceof Reference.Refused refused) {
        throw new RefusedContentException(
            "the object that '%s' names: %s".formatted(need.pull().from(), refused.reason()));
      }
      return fetch
          .part(need, ((Reference.Allowed) reference.get()).object())
          .thenApply(Optional::of);
    } catch (RefusedContentException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static List<Part> with(List<Part> parts, Optional<Part> part) {
    part.ifPresent(parts::add);
    return parts;
  }

  private static Enriched enriched(List<Part> parts, Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof RefusedContentException refused) {
      return new Enriched.Refused(refused.getMessage());
    }
    if (cause instanceof Exception || cause instanceof StackOverflowError) {
      // No content comes here. If one does, it costs its own document and no more.
      LOG.error("Content could not be made", cause);
      return Enriched.Refused.of(Fault.of(cause));
    }
    if (cause != null) {
      throw new CompletionException(cause);
    }
    return new Made(parts);
  }

  private CompletableFuture<Part> fetchMore(Need need, ObjectReference object, Hold hold) {
    CompletableFuture<Void> admitted = new CompletableFuture<>();
    hold.overdraw(() -> fetcher().run(() -> admitted.complete(null)));
    return admitted.thenCompose(entered -> fetchBeside(need, object));
  }

  private CompletableFuture<Part> fetchBeside(Need need, ObjectReference object) {
    return beside().fetch(object, result -> completed(() -> part(need, object, result)));
  }

  /** What there is must wait for its room; what there is not needs none. */
  private CompletableFuture<Part> use(
      Need need, ObjectReference object, FetchResult result, Hold hold) {
    if (!(result instanceof Fetched fetched)) {
      return completed(() -> part(need, object, result));
    }
    CompletableFuture<Void> admitted = new CompletableFuture<>();
    hold.enter(
        contents.expanded(fetched.bytes().array()),
        () -> fetcher().run(() -> admitted.complete(null)));
    return admitted.thenCompose(entered -> completed(() -> part(need, object, result)));
  }

  private interface Making {
    Part part() throws RefusedContentException;
  }

  private static CompletableFuture<Part> completed(Making making) {
    try {
      return CompletableFuture.completedFuture(making.part());
    } catch (Throwable e) {
      // Whoever waits for it must hear of it, also of an Error: who is told decides what dies.
      return CompletableFuture.failedFuture(e);
    }
  }

  private Part part(Need need, ObjectReference object, FetchResult result)
      throws RefusedContentException {
    Function<Optional<String>, Origin> origin =
        etag -> new Origin(need.pull().from().text(), object.toString(), etag, false);
    if (result instanceof Fetched fetched) {
      return contents.ofObject(need.pull(), fetched.bytes().array(), origin.apply(fetched.etag()));
    }
    if (result instanceof FetchResult.TooLarge large) {
      throw Contents.refused(
          need.pull(),
          origin.apply(Optional.empty()),
          "it has more bytes than the limit 'bytes' (%d)".formatted(large.limit()));
    }
    if (result instanceof FetchResult.Denied denied) {
      return lacking(need, object, denied.reason(), false);
    }
    return result instanceof FetchResult.Unavailable unavailable
        ? lacking(need, object, unavailable.reason(), true)
        : lacking(need, object, "there is no such object", false);
  }

  private static Part lacking(Need need, ObjectReference object, String reason, boolean silent) {
    return new Part.Absent(
        need.pull(), new Lacking(need.pull().from().text(), object.toString(), reason, silent));
  }

  private synchronized ObjectFetcher fetcher() {
    if (fetcher == null) {
      fetcher = opening.get();
      beside = fetcher.beside();
    }
    return fetcher;
  }

  private synchronized ObjectFetcher beside() {
    fetcher();
    return beside;
  }

  @Override
  public synchronized void close() {
    if (fetcher != null) {
      fetcher.close();
    }
  }
}
