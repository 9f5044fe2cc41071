package dev.tributary.backfill;

import dev.tributary.index.InvalidIndexException;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.table.Rebuilds.Rebuild;
import dev.tributary.table.Rebuilds.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Fills a new generation of an index and puts it in the old one's place, while searches and the
 * stream go on.
 *
 * <pre>
 *   loading: stream from its oldest record + backfill ─► caught up ─► verified ─► alias swapped
 *                                                                                   │
 *   swapped: fields that other programs wrote to the old one at the last moment ◄───┘
 *      │
 *   copied: all workers write to the new one ─► all passed that was written before
 *                                                   │
 *   done ◄─ verified once more, if records were gone before they were read ◄┘
 * </pre>
 *
 * <p>The stream is read from before the first step to the end of the last, by an application of its
 * own. So what workers write to the old generation until they see the swap is in the new one too.
 * Each step finds out what is there already: one that was interrupted goes on. What overwrites is
 * done only as long as searches do not go to the new generation: from then on others write there.
 */
public final class Rebuilding {

  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int LOOKS_BETWEEN_LINES = 5;

  /** What it does things by. */
  public interface Means {
    /** Whether searches go to the new generation. */
    boolean isLive() throws OpenSearchUnavailableException;

    /** Begins to load what was not begun yet. */
    void load();

    /** How far that is, in words; empty once all of it is done. */
    String loading();

    /** Whether the new generation has all that was written before a moment. */
    boolean hasPassed(Instant moment);

    /**
     * Verifies the new generation, and makes it equal where it is not.
     *
     * @return how many documents differ all the same
     */
    long differences() throws OpenSearchUnavailableException, InterruptedException;

    /** What is no difference, since it is listed, and would be missed all the same. */
    NewlyListed newlyListed() throws InterruptedException;

    /** Copies fields of other programs from the old generation to the new one. */
    void copyPreserved() throws OpenSearchUnavailableException;

    /** Puts the new generation in the old one's place. */
    void swap() throws OpenSearchUnavailableException, InvalidIndexException;

    /** Copies those that came between {@link #copyPreserved} and the swap, and overwrites none. */
    void copyPreservedSince() throws OpenSearchUnavailableException;

    /** What was listed as refused by the old generation is tried on the new one. */
    void settle() throws OpenSearchUnavailableException, InterruptedException;

    /** Workers that write elsewhere, or may do so. */
    List<String> workersElsewhere();

    /** How often records were gone before they were read, and were not made good since. */
    long lost();

    /** So many losses no longer matter, since all was compared after them. */
    void madeGood(long lost);

    Instant now();
  }

  private final Means means;
  private final Consumer<Rebuild> store;
  private final BooleanSupplier allowed;
  private final Consumer<String> lines;
  private final Pauses pauses;

  /**
   * @param store keeps how far it is
   * @param allowed whether nobody else reads the streams beside the workers
   */
  public Rebuilding(
      Means means,
      Consumer<Rebuild> store,
      BooleanSupplier allowed,
      Consumer<String> lines,
      Pauses pauses) {
    this.means = means;
    this.store = store;
    this.allowed = allowed;
    this.lines = lines;
    this.pauses = pauses;
  }

  /**
   * @param acceptListed whether searches may lose what is newly listed
   * @param giveUp asked every second
   * @return whether it is done
   */
  public boolean run(Rebuild begun, boolean acceptListed, BooleanSupplier giveUp)
      throws OpenSearchUnavailableException, InvalidIndexException, InterruptedException {
    Rebuild rebuild = begun;
    if (rebuild.step() == Step.LOADING) {
      if (!means.isLive()) {
        if (!filled(rebuild, acceptListed, giveUp)) {
          return false;
        }
        means.copyPreserved();
        means.swap();
      }
      rebuild = stored(rebuild.at(Step.SWAPPED));
      lines.accept("searches go to " + rebuild.to());
    }
    if (rebuild.step() == Step.SWAPPED) {
      means.copyPreservedSince();
      rebuild = stored(rebuild.at(Step.COPIED));
    }
    return handedOver(rebuild, giveUp);
  }

  private Rebuild stored(Rebuild rebuild) {
    store.accept(rebuild);
    return rebuild;
  }

  private boolean filled(Rebuild rebuild, boolean acceptListed, BooleanSupplier giveUp)
      throws OpenSearchUnavailableException, InterruptedException {
    means.load();
    if (!await(() -> means.loading().isEmpty(), means::loading, giveUp)) {
      return false;
    }
    Instant loaded = means.now();
    if (!await(
        () -> means.hasPassed(loaded), () -> "catching up with the stream to " + loaded, giveUp)) {
      return false;
    }
    lines.accept("verifying");
    verify("nothing is swapped");
    NewlyListed listed = means.newlyListed();
    if (listed.documents() > 0 && !acceptListed) {
      throw new IllegalStateException(refusal(rebuild, listed));
    }
    if (listed.documents() > 0) {
      lines.accept(
          "%,d documents that are listed for %s and not for %s are accepted"
              .formatted(listed.documents(), rebuild.to(), rebuild.from()));
    }
    return true;
  }

  private static String refusal(Rebuild rebuild, NewlyListed listed) {
    return """
        nothing is swapped: %,d documents are listed for %s and not for %s, so searches would lose them, or what they lack:
          %s
        `dead-letters list --index %s` has those that were refused. If the mapping or the rules are wrong, --abort gives the rebuild up, to be begun anew; if the items are, mend these and run it again; --accept-listed swaps all the same"""
        .formatted(
            listed.documents(),
            rebuild.to(),
            rebuild.from(),
            String.join("\n  ", listed.reasons()),
            rebuild.to());
  }

  /** What was lost before it is made good by it. */
  private void verify(String outcome) throws OpenSearchUnavailableException, InterruptedException {
    long lost = means.lost();
    long differences = means.differences();
    if (differences > 0) {
      throw new IllegalStateException(
          "the new generation differs from its tables in %d documents: %s; see them above, then run it again"
              .formatted(differences, outcome));
    }
    if (lost > 0) {
      means.madeGood(lost);
    }
  }

  private boolean handedOver(Rebuild rebuild, BooleanSupplier giveUp)
      throws OpenSearchUnavailableException, InterruptedException {
    boolean all =
        await(
            () -> means.workersElsewhere().isEmpty(),
            () ->
                "waiting for workers that do not write to %s yet: %s; deploy the new config"
                    .formatted(rebuild.to(), means.workersElsewhere()),
            giveUp);
    if (!all) {
      return false;
    }
    // What they wrote elsewhere was written to the tables before.
    Instant handedOver = means.now();
    if (!await(
        () -> means.hasPassed(handedOver),
        () -> "catching up once more, to " + handedOver,
        giveUp)) {
      return false;
    }
    if (means.lost() > 0) {
      lines.accept("the stream no longer had all that was to be read: verifying once more");
      verify("it is not done");
    }
    means.settle();
    return true;
  }

  private boolean await(BooleanSupplier done, Supplier<String> line, BooleanSupplier giveUp)
      throws InterruptedException {
    for (int look = 1; !done.getAsBoolean(); look++) {
      if (giveUp.getAsBoolean()) {
        return false;
      }
      if (!allowed.getAsBoolean()) {
        throw new IllegalStateException(
            "the right to read beside the workers was lost: DynamoDB did not answer for long");
      }
      if (look % LOOKS_BETWEEN_LINES == 0) {
        lines.accept(line.get());
      }
      pauses.rest(LOOK);
    }
    return true;
  }
}
