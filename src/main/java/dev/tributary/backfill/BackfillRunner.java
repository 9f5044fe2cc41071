package dev.tributary.backfill;

import dev.tributary.backfill.InHand.LostException;
import dev.tributary.backfill.InHand.Means;
import dev.tributary.backfill.ReadingRights.TakenException;
import dev.tributary.backfill.export.ExportException;
import dev.tributary.config.Settings;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.sync.Loading;
import dev.tributary.sync.ObjectLooks;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.Gaps;
import dev.tributary.table.ItemReads;
import dev.tributary.table.KnownTables;
import dev.tributary.table.Locks;
import dev.tributary.table.Locks.Lock;
import dev.tributary.table.ReadMeter;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works on the parts of backfills that nobody else works on: every worker has one of these, and so
 * has the command. The thread {@code backfills} looks what there is to do, and {@code backfill-1}
 * and so on do it.
 */
public final class BackfillRunner implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BackfillRunner.class);

  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Looks between two for gaps that are to be repaired without being asked. */
  private static final int LOOKS_FOR_GAPS = 10;

  /** How long an export that cannot be read is left alone. */
  private static final Duration REST = Duration.ofSeconds(10);

  /** Parts at once: reading, writing and reading again wait for different servers. */
  private static final int HANDS = 4;

  private final Settings settings;
  private final Servers servers;
  private final PartWork work;
  private final Backfills backfills;
  private final JobEnd jobEnd;
  private final GapRepair repair;
  private final Means means;
  private final Optional<String> runner;
  private final Clock clock;

  private final Setbacks setbacks;
  private final Semaphore free = new Semaphore(HANDS);
  private final Map<String, Running> running = new ConcurrentHashMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Thread looker = new Thread(this::keepLooking, "backfills");
  private volatile boolean closed;
  private int started;

  /** A part in this worker's hands. */
  private record Running(Job job, ReadUnits units) {}

  /**
   * What it reads and writes.
   *
   * @param locks are closed with this
   * @param exports are closed with this
   */
  public record Servers(
      Backfills backfills,
      Gaps gaps,
      KnownTables knownTables,
      Locks locks,
      Function<ReadMeter, ItemReads> items,
      ObjectLooks.Keys keys,
      OpenSearchHttp openSearch,
      ExportSources exports,
      Replays replays,
      Clock clock) {}

  /**
   * @param runner works only on what is for this one; absent for what is for all workers
   */
  public BackfillRunner(
      Settings settings, Servers servers, Loading loading, Optional<String> runner) {
    this.settings = settings;
    this.servers = servers;
    this.work = new PartWork(settings, servers);
    this.backfills = servers.backfills();
    this.clock = servers.clock();
    Followed followed = new Followed(settings, servers.knownTables());
    this.jobEnd = new JobEnd(backfills, servers.gaps(), followed);
    this.repair = new GapRepair(settings, backfills, servers.gaps(), followed);
    this.setbacks = new Setbacks(backfills, clock, System::nanoTime);
    this.means = new Means(backfills, loading, settings.worker().id(), clock);
    this.runner = runner;
    looker.setDaemon(true);
  }

  public BackfillRunner start() {
    looker.start();
    return this;
  }

  private void keepLooking() {
    boolean readable = true;
    try {
      for (int looks = 0; !closed; looks++) {
        readable = look(looks, readable);
        // After a failure, too: a server that refuses at once would else be asked without end.
        TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * @param readable whether what there is to do could be read before
   * @return whether it could be now
   */
  private boolean look(int looks, boolean readable) throws InterruptedException {
    try {
      List<Job> jobs = backfills.all();
      for (Job job : jobs) {
        if (job.plan().runner().equals(runner)) {
          work(job);
        }
      }
      if (settings.worker().repairGaps() && looks % LOOKS_FOR_GAPS == 0) {
        repair.begin(jobs, clock);
      }
      return true;
    } catch (RuntimeException e) {
      if (readable) {
        LOG.warn("What there is to backfill could not be read, trying again: {}", e.toString());
      }
      return false;
    }
  }

  private void work(Job job) throws InterruptedException {
    boolean active = job.state() == State.RUNNING || job.state() == State.ENDING;
    Reach reach = new Reach(settings, job.plan());
    // Of other rules than the index: the work is left to workers that may write there.
    if (!active || !reach.isOf(job) || !means.loading().hasGenerations(reach.indexes())) {
      stop(job);
      return;
    }
    List<Part> parts = new ArrayList<>(backfills.parts(job.id()));
    if (parts.stream().allMatch(Part::done)) {
      jobEnd.end(job, reach, clock.instant());
      return;
    }
    share(job, parts);
    int stage =
        parts.stream()
            .filter(part -> !part.done())
            .mapToInt(part -> PartName.of(part.name()).stage())
            .min()
            .orElseThrow();
    // Not all in the same order: else workers would all ask for the same locks.
    parts.sort(Comparator.comparing(part -> (part.name() + means.worker()).hashCode()));
    for (Part part : parts) {
      boolean now = PartName.of(part.name()).stage() == stage && !setbacks.isResting(job, part);
      if (now && !part.done() && !running.containsKey(lockOf(job, part))) {
        take(job, reach, part);
      }
    }
  }

  private static String lockOf(Job job, Part part) {
    return "backfill#" + job.id() + "#" + part.name();
  }

  /** What all parts may read in a second is shared between those that are under way. */
  private void share(Job job, List<Part> parts) {
    long underWay = Math.max(1, parts.stream().filter(part -> part.worker().isPresent()).count());
    for (Running one : running.values()) {
      if (one.job().id().equals(job.id()) && job.plan().readUnits() > 0) {
        one.units().allow(job.plan().readUnits() / underWay);
      }
    }
  }

  /** Lets those under way come to the end of their page. */
  private void stop(Job job) {
    running.values().removeIf(one -> one.job().id().equals(job.id()));
  }

  private void take(Job job, Reach reach, Part part) throws InterruptedException {
    if (!free.tryAcquire()) {
      return;
    }
    Optional<Lock> lock = Optional.empty();
    try {
      lock = servers.locks().tryTake(lockOf(job, part));
    } finally {
      if (lock.isEmpty()) {
        free.release();
      }
    }
    if (lock.isPresent()) {
      begin(job, reach, part, lock.get());
    }
  }

  private void begin(Job job, Reach reach, Part part, Lock lock) {
    String name = lockOf(job, part);
    double perSecond = job.plan().readUnits();
    ReadUnits units =
        perSecond > 0
            ? ReadUnits.perSecond(perSecond, Pauses.REAL)
            : ReadUnits.unlimited(Pauses.REAL);
    Running one = new Running(job, units);
    running.put(name, one);
    Thread thread =
        new Thread(
            () -> {
              try (lock) {
                run(job, reach, part, lock, units);
              } finally {
                running.remove(name, one);
                free.release();
              }
            },
            "backfill-" + ++started);
    thread.setDaemon(true);
    threads.removeIf(old -> !old.isAlive());
    threads.add(thread);
    thread.start();
  }

  private void run(Job job, Reach reach, Part seen, Lock lock, ReadUnits units) {
    String name = lockOf(job, seen);
    InHand hand =
        new InHand(means, job, reach, lock::held, () -> closed || !running.containsKey(name));
    try {
      // As it is now: somebody may have done some of it before the lock was free.
      List<Part> parts = backfills.parts(job.id());
      for (Part part : parts) {
        if (part.name().equals(seen.name()) && !part.done()) {
          work.run(hand, part, parts, units);
        }
      }
      setbacks.over(job, seen);
    } catch (LostException e) {
      LOG.info("{} of backfill {} is no longer this worker's", seen.name(), job.id());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (OpenSearchUnavailableException e) {
      LOG.warn("{} of backfill {} waits: {}", seen.name(), job.id(), e.getMessage());
      boolean unused = setbacks.failed(job, seen, String.valueOf(e.getMessage()));
    } catch (ExportException | IOException | TakenException e) {
      // Others may fare better.
      setbacks.rest(job, seen, REST);
      tell(job, seen, e);
    } catch (RuntimeException e) {
      // Mostly a server that does not answer: it is tried again until somebody cancels it.
      if (setbacks.failed(job, seen, e.toString())) {
        LOG.warn("{} of backfill {} failed, and is tried again", seen.name(), job.id(), e);
      }
    }
  }

  private void tell(Job job, Part part, Exception why) {
    LOG.warn("{} of backfill {}, trying again later: {}", part.name(), job.id(), why.getMessage());
    try {
      backfills.leave(job.id(), part.name(), means.worker());
    } catch (RuntimeException e) {
      LOG.warn("That could not be stored: {}", e.toString());
    }
    setbacks.tell(job, part, String.valueOf(why.getMessage()));
  }

  /** Takes no more parts, and none of their pages. */
  public void stop() {
    closed = true;
    looker.interrupt();
  }

  /** Lets what is under way come to the end of its page, for at most as long. */
  public void close(Duration bound) {
    stop();
    try {
      looker.join();
      long until = System.nanoTime() + bound.toNanos();
      for (Thread thread : threads) {
        thread.join(Math.max(1, (until - System.nanoTime()) / 1_000_000));
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    servers.exports().close();
    servers.locks().close();
  }

  @Override
  public void close() {
    close(Duration.ZERO);
  }
}
