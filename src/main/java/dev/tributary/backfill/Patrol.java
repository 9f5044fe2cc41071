package dev.tributary.backfill;

import dev.tributary.index.DocumentKey;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.table.VerifyRounds.Round;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares all tables and indexes, round after round, as long as the worker runs. Of all workers
 * only one does it at a time. Each round is made of parts; how far it has come is stored after
 * each, so another worker goes on there.
 *
 * <pre>
 *   have the turn? ──► workers up to date? ──► compare a part ──► still up to date, or no difference?
 *                        ▲      │ wait              ▲                 │ yes: told and stored
 *                        └──────┘                   └──── no ─────────┤
 *                                                                     └──► next part, next round
 * </pre>
 *
 * What lags is not different: nothing is told of while workers are behind. Runs on one thread.
 */
public final class Patrol {

  private static final Logger LOG = LoggerFactory.getLogger(Patrol.class);

  /** Between two rounds, and between two looks whether somebody else still has the turn. */
  static final Duration BETWEEN_ROUNDS = Duration.ofMinutes(1);

  /** Between two looks whether the workers are up to date. */
  static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

  /** After a change of the config all documents may differ, and the log is not to be full of it. */
  static final int MOST_LINES = 100;

  private static final int MOST_EXAMPLES = 10;
  private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(10);

  /** The right to do it, while nobody else has it. */
  public interface Turn extends AutoCloseable {
    boolean held();

    @Override
    void close();
  }

  /** Asks for the turn. */
  @FunctionalInterface
  public interface Turns {
    Optional<Turn> take() throws InterruptedException;
  }

  /** Where it is stored how far it has come. */
  public interface Book {
    Optional<Round> current();

    void progress(Round round);

    void finished(Round round);
  }

  /** Compares. */
  public interface Comparing {

    /** In how many parts each table is to be compared, as it is now. */
    Map<String, Integer> tables();

    /** The same of the indexes. */
    Map<String, Integer> indexes();

    /**
     * @param told documents that were told of in this round by an item that they are not of
     */
    VerifySummary compare(VerifyPart part, Set<DocumentKey> told, Consumer<Deviation> tell)
        throws OpenSearchUnavailableException, InterruptedException;
  }

  private final String worker;
  private final Turns turns;
  private final Book book;
  private final Comparing comparing;
  private final BooleanSupplier upToDate;
  private final Clock clock;
  private final Pauses pauses;
  private Long warnedAt;

  /**
   * @param upToDate whether no worker is behind, and nothing is held back
   */
  public Patrol(
      String worker,
      Turns turns,
      Book book,
      Comparing comparing,
      BooleanSupplier upToDate,
      Clock clock,
      Pauses pauses) {
    this.worker = worker;
    this.turns = turns;
    this.book = book;
    this.comparing = comparing;
    this.upToDate = upToDate;
    this.clock = clock;
    this.pauses = pauses;
  }

  /** Does not return until it is interrupted. */
  public void run() throws InterruptedException {
    while (true) {
      roundIfItIsOurs();
      pauses.rest(BETWEEN_ROUNDS);
    }
  }

  /** A round, if no other worker is at it; whatever goes wrong, the next time goes on. */
  void roundIfItIsOurs() throws InterruptedException {
    try {
      Optional<Turn> turn = turns.take();
      if (turn.isPresent()) {
        try (Turn ours = turn.get()) {
          round(ours);
        }
      }
    } catch (OpenSearchUnavailableException | RuntimeException e) {
      warn(e);
    }
  }

  private void warn(Exception failure) {
    long now = pauses.nanoTime();
    if (warnedAt == null || now - warnedAt >= BETWEEN_WARNINGS.toNanos()) {
      warnedAt = now;
      LOG.warn("Verifying stopped for now and goes on later: {}", failure.toString());
    }
  }

  private void round(Turn turn) throws OpenSearchUnavailableException, InterruptedException {
    Round round = begun();
    List<VerifyPart> parts = VerifyPart.all(round.tables(), round.indexes());
    Set<DocumentKey> told = new HashSet<>();
    while (round.done() < parts.size()) {
      if (!turn.held()) {
        return;
      }
      if (!upToDate.getAsBoolean()) {
        pauses.rest(LOOK_AGAIN);
        continue;
      }
      List<Deviation> found = new ArrayList<>();
      VerifySummary summary = comparing.compare(parts.get(round.done()), told, found::add);
      if (found.isEmpty() || upToDate.getAsBoolean()) {
        tell(found, differences(round));
        round = after(round, summary, found);
        book.progress(round);
      }
    }
    book.finished(round);
    LOG.info(
        "Verified all: {} items, {} documents, {} differences since {}",
        round.count("items"),
        round.count("documents"),
        differences(round),
        round.startedAt());
  }

  /** The one that a worker left, if it is of the same tables and indexes; else a new one. */
  private Round begun() {
    Map<String, Integer> tables = comparing.tables();
    Map<String, Integer> indexes = comparing.indexes();
    Optional<Round> left =
        book.current()
            .filter(round -> round.tables().keySet().equals(tables.keySet()))
            .filter(round -> round.indexes().keySet().equals(indexes.keySet()));
    if (left.isPresent()) {
      return left.get();
    }
    Instant now = clock.instant();
    Round round = new Round(now, now, worker, tables, indexes, 0, Map.of(), List.of());
    book.progress(round);
    return round;
  }

  private Round after(Round round, VerifySummary part, List<Deviation> found) {
    Map<String, Long> counts = new HashMap<>(round.counts());
    part.counts().forEach((name, count) -> counts.merge(name, count, Long::sum));
    List<String> examples = new ArrayList<>(round.examples());
    found.stream()
        .limit(Math.max(0, MOST_EXAMPLES - examples.size()))
        .map(Deviation::toString)
        .forEach(examples::add);
    return new Round(
        round.startedAt(),
        clock.instant(),
        worker,
        round.tables(),
        round.indexes(),
        round.done() + 1,
        counts,
        examples);
  }

  private static long differences(Round round) {
    long sum = 0;
    for (Deviation.Kind kind : Deviation.Kind.values()) {
      sum += round.count(kind.word());
    }
    return sum;
  }

  private static void tell(List<Deviation> found, long before) {
    long left = Math.max(0, MOST_LINES - before);
    found.stream().limit(left).forEach(one -> LOG.warn("Verifying found: {}", one));
    if (found.size() > left && before <= MOST_LINES) {
      LOG.warn("Verifying found more than {} differences: others are only counted", MOST_LINES);
    }
  }
}
