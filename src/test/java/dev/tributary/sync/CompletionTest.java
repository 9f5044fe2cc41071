package dev.tributary.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.change.Value;
import dev.tributary.document.Action;
import dev.tributary.document.Body;
import dev.tributary.document.Documents;
import dev.tributary.enrich.Enricher;
import dev.tributary.enrich.Made;
import dev.tributary.entity.AttributePath;
import dev.tributary.entity.Need;
import dev.tributary.entity.Pull;
import dev.tributary.entity.Swapped;
import dev.tributary.sync.Completed.Added;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A fault of ours must cost one document, and never the place of its change. */
class CompletionTest {

  private final Enricher enricher = SyncFakes.enricher();
  private final Completion completion =
      new Completion(new Documents(SyncFakes.settings("Places", "places")), enricher);

  /** To which nothing can be added. */
  private static final Body NO_DOCUMENT = Body.of(new byte[0]);

  @AfterEach
  void close() {
    completion.close();
  }

  @Test
  void aDocumentThatCannotBeMadeOfWhatWasFetchedIsRejected() {
    CompletableFuture<Completed> told = new CompletableFuture<>();
    completion.fetch(
        Completed.of(bare(Pull.Source.OBJECT, "s3://nowhere/a")),
        (completed, hold) -> told.complete(completed));
    Action action = told.orTimeout(20, TimeUnit.SECONDS).join().action();
    assertThat(action)
        .isInstanceOfSatisfying(
            Action.Reject.class,
            reject -> {
              assertThat(reject.reason()).startsWith("a fault of Tributary's");
              assertThat(reject.trace().orElseThrow()).contains("\tat ");
            });
  }

  @Test
  void aDocumentThatBreaksWhileItIsMadeSimplerIsAtItsEndAndSaysWhy() {
    Action.Index bare = bare(Pull.Source.ITEM, "POLYGON ((0 0, 4 0, 4 4, 2 4.1, 0 4, 0 0))");
    Made made = (Made) enricher.await(bare.needs());
    CompletableFuture<Optional<Completed>> told = new CompletableFuture<>();
    completion.simplify(
        new Completed(bare, Optional.of(new Added(bare, made))), "refused", told::complete);
    assertThat(told.orTimeout(20, TimeUnit.SECONDS).join().orElseThrow().action())
        .isInstanceOfSatisfying(
            Action.Reject.class,
            reject -> {
              assertThat(reject.reason()).startsWith("refused; and to make it simpler met a fault");
              assertThat(reject.trace().orElseThrow()).contains("\tat ");
            });
  }

  private static Action.Index bare(Pull.Source source, String value) {
    Pull pull =
        new Pull(
            AttributePath.parse("outline"),
            source,
            new Pull.Geometry("outline", Optional.empty(), Optional.empty(), Swapped.REJECT));
    return new Action.Index(
        "place", "places", "id", NO_DOCUMENT, List.of(new Need(pull, new Value.Text(value))));
  }
}
