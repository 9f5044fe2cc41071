package dev.tributary.stream;

import dev.tributary.config.Settings;
import dev.tributary.table.AwsClients;
import dev.tributary.table.Tables;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.kinesis.coordinator.Scheduler;
import software.amazon.kinesis.coordinator.WorkerStateChangeListener;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.leases.LeaseCoordinator;
import software.amazon.kinesis.leases.LeaseRefresher;
import software.amazon.kinesis.leases.exceptions.LeasingException;

/**
 * Reads the streams of all tables through one KCL scheduler, and shares their shards with the other
 * workers of the same application.
 */
public final class StreamWorker {

  private static final Logger LOG = LoggerFactory.getLogger(StreamWorker.class);

  private final KclWiring wiring;
  private final Scheduler scheduler;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile boolean stopping;
  private volatile Throwable initializationFailure;

  private StreamWorker(KclWiring wiring, ShardConsumer.Factory consumers) {
    this.wiring = wiring;
    this.scheduler = wiring.scheduler(consumers, this::leases, listener());
  }

  /**
   * Looks for gaps, creates what KCL needs and starts to read.
   *
   * @param streams each table with the ARN of its stream
   */
  public static StreamWorker start(
      Settings settings,
      AwsClients aws,
      Tables tables,
      Map<Settings.Table, String> streams,
      ShardConsumer.Factory consumers) {
    GapWatch watch = new GapWatch(settings, aws, tables, streams);
    KclWiring wiring =
        new KclWiring(settings.application(), settings.worker(), aws, streams, watch);
    StreamWorker worker = new StreamWorker(wiring, consumers);
    watch.start(reason -> worker.ended.completeExceptionally(new IllegalStateException(reason)));
    return worker.start();
  }

  /** Reads with leases of its own, beside those who keep the indexes equal. */
  static StreamWorker start(KclWiring wiring, ShardConsumer.Factory consumers) {
    return new StreamWorker(wiring, consumers).start();
  }

  private StreamWorker start() {
    Thread thread = new Thread(this::run, "kcl-scheduler");
    thread.setDaemon(true);
    thread.start();
    return this;
  }

  /** All leases of the application; nothing where they cannot be read now. */
  List<Lease> allLeases() {
    try {
      return scheduler.leaseRefresher().listLeases();
    } catch (LeasingException | RuntimeException e) {
      // KCL wraps what the SDK throws in exceptions of any kind.
      LOG.debug("The leases cannot be listed now", e);
      return List.of();
    }
  }

  /** Whether KCL's scheduler runs. */
  public boolean alive() {
    return !ended.isDone();
  }

  /** Ends when reading does: normally after {@link #stop}, else with the reason. */
  public CompletableFuture<Void> ended() {
    return ended.copy();
  }

  /**
   * Stops reading and renewing. KCL's own way of stopping in good order is not used: it waits for
   * shards that wait for their parents, and so for ever.
   *
   * @param giveBack whether nothing of ours can still be on its way to OpenSearch: then the leases
   *     are given back, and the next owners need not wait for them to run out
   * @return whether all of it was done, and in time
   */
  public boolean stop(boolean giveBack, Duration bound) {
    stopping = true;
    AtomicBoolean done = new AtomicBoolean();
    Thread stopper =
        new Thread(
            () -> {
              scheduler.shutdown();
              done.set(!giveBack || giveLeasesBack());
            },
            "kcl-stop");
    // It waits for KCL to be initialised, which may take longer than there is time.
    stopper.setDaemon(true);
    stopper.start();
    long deadline = System.nanoTime() + bound.toNanos();
    try {
      stopper.join(bound.toMillis());
      // Its loop ends by itself now. That is good to wait for, and nothing depends on it.
      long left = Math.max(0, deadline - System.nanoTime());
      ended.handle((nothing, failure) -> true).get(left, TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      LOG.debug("KCL's loop did not end in time", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return done.get();
  }

  private boolean giveLeasesBack() {
    LeaseRefresher refresher = scheduler.leaseRefresher();
    try {
      wiring.forgetWorker();
      for (Lease lease : refresher.listLeases()) {
        if (leases().workerIdentifier().equals(lease.leaseOwner())) {
          refresher.evictLease(lease);
        }
      }
      return true;
    } catch (LeasingException | RuntimeException e) {
      // KCL wraps what the SDK throws in exceptions of any kind.
      LOG.warn("The leases could not be given back and run out by themselves: {}", e.getMessage());
      return false;
    }
  }

  private LeaseCoordinator leases() {
    return scheduler.leaseCoordinator();
  }

  private void run() {
    try {
      scheduler.run();
      if (stopping) {
        ended.complete(null);
      } else {
        ended.completeExceptionally(
            new IllegalStateException("KCL's scheduler ended by itself", initializationFailure));
      }
    } catch (RuntimeException | Error e) {
      ended.completeExceptionally(new IllegalStateException("KCL's scheduler died", e));
    }
  }

  private WorkerStateChangeListener listener() {
    return new WorkerStateChangeListener() {
      @Override
      public void onWorkerStateChange(WorkerState state) {
        LOG.debug("KCL: {}", state);
      }

      @Override
      public void onAllInitializationAttemptsFailed(Throwable failure) {
        initializationFailure = failure;
      }
    };
  }
}
