package dev.tributary.backfill;

import dev.tributary.index.Generation;
import dev.tributary.index.InvalidIndexException;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.table.Rebuilds;
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
 *   done ◄─ all passed that was written before ◄─ all workers write to the new one ◄┘ swapped
 * </pre>
 *
 * <p>The stream is read from before the first step to the end of the last, by an application of its
 * own. So what workers write to the old generation until they see the swap is in the new one too.
 * Each step finds out what is there already: one that was interrupted goes on.
 */
public final class Rebuilding {

  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int LOOKS_BETWEEN_LINES = 5;

  /** What it does things by. */
  public interface Means {
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

    /** Copies fields of other programs from the old generation to the new one. */
    void copyPreserved() throws OpenSearchUnavailableException;

    /** Puts the new generation in the old one's place. */
    void swap(Generation from, Generation to)
        throws OpenSearchUnavailableException, InvalidIndexException;

    /** The same as {@link #copyPreserved}, for what came between that and the swap. */
    void copyPreservedSince() throws OpenSearchUnavailableException;

    /** What was listed as refused by the old generation is tried on the new one. */
    void settle() throws OpenSearchUnavailableException, InterruptedException;

    /** Workers that write elsewhere, or may do so. */
    List<String> workersElsewhere();

    Instant now();
  }

  private final Means means;
  private final Rebuilds rebuilds;
  private final BooleanSupplier allowed;
  private final Consumer<String> lines;
  private final Pauses pauses;

  /**
   * @param allowed whether nobody else reads the streams beside the workers
   */
  public Rebuilding(
      Means means,
      Rebuilds rebuilds,
      BooleanSupplier allowed,
      Consumer<String> lines,
      Pauses pauses) {
    this.means = means;
    this.rebuilds = rebuilds;
    this.allowed = allowed;
    this.lines = lines;
    this.pauses = pauses;
  }

  /**
   * @param giveUp asked every second
   * @return whether it is done
   */
  public boolean run(Rebuild begun, BooleanSupplier giveUp)
      throws OpenSearchUnavailableException, InvalidIndexException, InterruptedException {
    Rebuild rebuild = begun;
    if (rebuild.step() == Step.LOADING) {
      if (!filled(giveUp)) {
        return false;
      }
      rebuild = swapped(rebuild);
    }
    return handedOver(rebuild, giveUp);
  }

  private boolean filled(BooleanSupplier giveUp)
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
    long differences = means.differences();
    if (differences > 0) {
      throw new IllegalStateException(
          "the new generation differs from its tables in %d documents: nothing is swapped; see them above, then run it again"
              .formatted(differences));
    }
    return true;
  }

  private Rebuild swapped(Rebuild rebuild)
      throws OpenSearchUnavailableException, InvalidIndexException {
    means.copyPreserved();
    means.swap(
        new Generation(rebuild.index(), rebuild.from()),
        new Generation(rebuild.index(), rebuild.to()));
    Rebuild swapped =
        new Rebuild(
            rebuild.index(),
            rebuild.from(),
            rebuild.to(),
            rebuild.rules(),
            Step.SWAPPED,
            rebuild.startedAt(),
            rebuild.by());
    rebuilds.store(swapped);
    means.copyPreservedSince();
    lines.accept("searches go to " + rebuild.to());
    return swapped;
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
