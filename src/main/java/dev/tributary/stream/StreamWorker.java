package dev.tributary.stream;

import dev.tributary.config.Settings;
import dev.tributary.table.AwsClients;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

  private final Scheduler scheduler;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile boolean stopping;
  private volatile Throwable initializationFailure;

  private StreamWorker(KclWiring wiring, ShardConsumer.Factory consumers) {
    this.scheduler = wiring.scheduler(consumers, this::leases, listener());
  }

  /**
   * Creates what KCL needs and starts to read.
   *
   * @param streams each table with the ARN of its stream
   */
  public static StreamWorker start(
      Settings settings,
      AwsClients aws,
      Map<Settings.Table, String> streams,
      ShardConsumer.Factory consumers) {
    StreamWorker worker = new StreamWorker(new KclWiring(settings, aws, streams), consumers);
    Thread thread = new Thread(worker::run, "kcl-scheduler");
    thread.setDaemon(true);
    thread.start();
    return worker;
  }

  /** Ends when reading does: normally after {@link #stop}, else with the reason. */
  public CompletableFuture<Void> ended() {
    return ended.copy();
  }

  /**
   * Asks every shard to finish, gives the leases back and waits for that.
   *
   * @return whether it was done in time
   */
  public boolean stop(Duration bound) {
    stopping = true;
    try {
      boolean clean =
          scheduler.startGracefulShutdown().get(bound.toMillis(), TimeUnit.MILLISECONDS);
      if (clean) {
        giveLeasesBack();
      }
      return clean;
    } catch (TimeoutException e) {
      LOG.warn(
          "The shards were not given back within {} s; their leases run out", bound.toSeconds());
      return false;
    } catch (ExecutionException e) {
      LOG.warn("The shards were not given back; their leases run out", e.getCause());
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * KCL only stops to renew its leases, so that the next owner waits for them to run out. Only
   * after a clean end: then nothing of ours can still be on its way to OpenSearch.
   */
  private void giveLeasesBack() {
    LeaseRefresher refresher = scheduler.leaseRefresher();
    try {
      for (Lease lease : refresher.listLeases()) {
        if (leases().workerIdentifier().equals(lease.leaseOwner())) {
          refresher.evictLease(lease);
        }
      }
    } catch (LeasingException e) {
      LOG.warn("The leases could not be given back and run out by themselves: {}", e.getMessage());
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
