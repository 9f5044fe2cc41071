package dev.tributary.sync;

import dev.tributary.change.Fault;
import dev.tributary.enrich.Lacking;
import dev.tributary.index.Destinations;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Outcome;
import dev.tributary.sync.Waits.Waiting;
import dev.tributary.table.DeadLetters.Letter;
import dev.tributary.table.PendingObjects;
import dev.tributary.table.PendingObjects.Entry;
import dev.tributary.table.PendingObjects.Lack;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks again for objects that documents wait for, with growing delays, until they are there or it
 * has taken too long: then the document becomes a dead letter. Every worker does so for all
 * entries, whoever noted them; an entry is claimed before.
 */
final class Retries implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Retries.class);

  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration CALM_PAUSE = Duration.ofSeconds(5);
  private static final Duration LONGEST_DELAY = Duration.ofMinutes(10);

  /** How long a worker that dies keeps an entry from the others. */
  private static final Duration CLAIM = Duration.ofMinutes(2);

  /** How long nothing is asked of a server that did not answer, so that it takes nobody's time. */
  private static final Duration SILENCE = Duration.ofSeconds(10);

  /** So many faults of ours about one document make it a dead letter. */
  private static final int FAULTS_THAT_LAST = 3;

  private static final int AT_ONCE = 500;
  private static final int THREADS = 4;

  private final PendingObjects pending;
  private final Reconciler reconciler;
  private final Destinations destinations;
  private final Letters letters;
  private final Gates gates;
  private final Set<String> shared;
  private final Duration giveUp;
  private final Clock clock;
  private final Map<String, Instant> silentUntil = new ConcurrentHashMap<>();

  /** How often a look at a document met a fault of ours; those that did only. */
  private final Map<DocumentKey, Integer> faults = new ConcurrentHashMap<>();

  private final CountDownLatch closed = new CountDownLatch(1);
  private final ExecutorService threads;

  /**
   * @param shared indexes whose documents another program writes too
   */
  Retries(
      PendingObjects pending,
      Reconciler reconciler,
      Destinations destinations,
      Letters letters,
      Gates gates,
      Set<String> shared,
      Duration giveUp,
      Clock clock) {
    this.pending = pending;
    this.reconciler = reconciler;
    this.destinations = destinations;
    this.letters = letters;
    this.gates = gates;
    this.shared = shared;
    this.giveUp = giveUp;
    this.clock = clock;
    AtomicInteger number = new AtomicInteger();
    this.threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "pending-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * @param indexes those whose documents need objects; without any, nothing is looked for
   */
  void start(Set<String> indexes) {
    if (!indexes.isEmpty()) {
      Thread thread = new Thread(() -> keepLooking(indexes), "pending");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void keepLooking(Set<String> indexes) {
    try {
      Duration pause = PAUSE;
      while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        boolean any = false;
        for (String index : indexes) {
          any |= look(index);
        }
        pause = any ? PAUSE : CALM_PAUSE;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean look(String index) throws InterruptedException {
    try {
      List<Entry> due =
          new ArrayList<>(pending.due(index, clock.instant(), AT_ONCE, this::mayBeLookedAt));
      // Each worker in an order of its own, so that they do not all ask for the same.
      Collections.shuffle(due);
      List<Callable<Void>> looks = new ArrayList<>();
      for (Entry entry : due) {
        looks.add(
            () -> {
              look(entry);
              return null;
            });
      }
      for (Future<Void> look : threads.invokeAll(looks)) {
        look.get();
      }
      return !due.isEmpty();
    } catch (ExecutionException e) {
      // All else was dealt with there: an error, which ends the process as on any other thread.
      throw new AssertionError("Pending objects could not be looked for", e.getCause());
    } catch (RuntimeException e) {
      LOG.warn(
          "Pending objects of {} could not be looked for, trying again: {}", index, e.toString());
      return false;
    }
  }

  private boolean mayBeLookedAt(Entry entry) {
    return mayAnswer(entry) && !gates.heldBack(entry.lack().table(), entry.lack().index());
  }

  /** Whether the servers of its objects answered when they were last asked, or it is time again. */
  private boolean mayAnswer(Entry entry) {
    Instant now = clock.instant();
    return entry.lack().references().stream()
        .map(Retries::bucket)
        .noneMatch(bucket -> silentUntil.getOrDefault(bucket, Instant.MIN).isAfter(now));
  }

  private void look(Entry due) {
    Lack lack = due.lack();
    try {
      if (!mayAnswer(due)) {
        return;
      }
      Optional<Entry> claimed = pending.claim(due, clock.instant().plus(CLAIM));
      if (claimed.isPresent()) {
        settle(claimed.get());
      }
    } catch (RuntimeException e) {
      // The claim ends by itself, and then it is looked at again.
      LOG.warn("{} could not be looked at, trying again", lack.index() + "/" + lack.id(), e);
    }
  }

  private void settle(Entry claimed) {
    Lack lack = claimed.lack();
    AtomicReference<List<Lacking>> lacking = new AtomicReference<>(List.of());
    Outcome outcome;
    try {
      outcome =
          reconciler.reconcile(
              Target.ofObjects(
                  new Waiting(document(lack), lack.table(), lack.item(), lack.change()),
                  destinations.require(lack.index()),
                  !shared.contains(lack.index()),
                  lacking::set));
    } catch (OpenSearchUnavailableException e) {
      pending.postpone(claimed, lack.reason(), clock.instant().plus(CALM_PAUSE));
      return;
    } catch (TableUnavailableException e) {
      throw e;
    } catch (RuntimeException e) {
      failed(claimed, e);
      return;
    }
    faults.remove(document(lack));
    lacking.get().stream()
        .filter(Lacking::silent)
        .map(object -> bucket(object.reference()))
        .forEach(bucket -> silentUntil.put(bucket, clock.instant().plus(SILENCE)));
    if (outcome instanceof Outcome.Rejected rejected) {
      giveUp(claimed, Letters.Cause.REFUSED, rejected.reason(), rejected.trace());
    } else if (lacking.get().isEmpty()) {
      pending.remove(claimed);
    } else if (claimed.since().plus(giveUp).isBefore(clock.instant())) {
      String reason = "given up waiting: " + Waits.reason(lacking.get());
      giveUp(claimed, Letters.Cause.NO_OBJECT, reason, Optional.empty());
    } else {
      Instant again = clock.instant().plus(delay(claimed.attempts()));
      pending.postpone(claimed, Waits.reason(lacking.get()), again);
    }
  }

  /** A fault of ours: one that lasts must not be tried for ever. */
  private void failed(Entry claimed, RuntimeException failure) {
    Lack lack = claimed.lack();
    Fault fault = Fault.of(failure);
    if (faults.merge(document(lack), 1, Integer::sum) < FAULTS_THAT_LAST) {
      LOG.warn("{} could not be looked at, trying again", document(lack), failure);
      pending.postpone(claimed, fault.reason(), clock.instant().plus(CALM_PAUSE));
      return;
    }
    giveUp(claimed, Letters.Cause.FAULT, fault.reason(), Optional.of(fault.trace()));
    faults.remove(document(lack));
  }

  private static DocumentKey document(Lack lack) {
    return new DocumentKey(lack.index(), lack.id());
  }

  /** The letter is stored first: the document is listed all the time. */
  private void giveUp(Entry claimed, Letters.Cause cause, String reason, Optional<String> trace) {
    Lack lack = claimed.lack();
    letters.storeNow(
        new Letter(
            lack.index(),
            lack.id(),
            lack.table(),
            Optional.of(lack.item()),
            reconciler.entityOf(lack.table(), lack.item(), document(lack)),
            reason,
            trace,
            lack.version()),
        cause);
    pending.remove(claimed);
  }

  static Duration delay(int attempts) {
    Duration delay = Duration.ofSeconds(1L << Math.min(attempts, 20));
    return delay.compareTo(LONGEST_DELAY) < 0 ? delay : LONGEST_DELAY;
  }

  private static String bucket(String reference) {
    String path = reference.substring(reference.indexOf("//") + 2);
    return path.substring(0, path.indexOf('/'));
  }

  @Override
  public void close() {
    closed.countDown();
    threads.shutdownNow();
  }
}
