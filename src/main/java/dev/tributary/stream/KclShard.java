package dev.tributary.stream;

import dev.tributary.change.SequenceNumber;
import java.time.Duration;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.kinesis.exceptions.InvalidStateException;
import software.amazon.kinesis.exceptions.KinesisClientLibDependencyException;
import software.amazon.kinesis.exceptions.ShutdownException;
import software.amazon.kinesis.exceptions.ThrottlingException;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.leases.LeaseCoordinator;
import software.amazon.kinesis.processor.RecordProcessorCheckpointer;

/**
 * A shard under a KCL lease. The lease is ours only as long as its token stays the same, and for
 * the failover time after its last renewal.
 */
final class KclShard implements LeasedShard {

  private static final Logger LOG = LoggerFactory.getLogger(KclShard.class);

  private final String name;
  private final String leaseKey;
  private final Supplier<LeaseCoordinator> leases;
  private final UUID token;
  private final long trustNanos;
  private final LongSupplier nanoTime;
  private volatile boolean lost;
  private volatile long trustedUntil;
  private volatile RecordProcessorCheckpointer checkpointer;

  /**
   * @param failover how long after its last renewal a lease runs out
   */
  KclShard(
      String name,
      String leaseKey,
      Supplier<LeaseCoordinator> leases,
      Duration failover,
      LongSupplier nanoTime) {
    this.name = name;
    this.leaseKey = leaseKey;
    this.leases = leases;
    this.trustNanos = failover.toNanos() / 2;
    this.nanoTime = nanoTime;
    this.trustedUntil = nanoTime.getAsLong();
    Lease lease = leases.get().getCurrentlyHeldLease(leaseKey);
    this.lost = lease == null;
    this.token = lease == null ? null : lease.concurrencyToken();
  }

  void checkpointer(RecordProcessorCheckpointer given) {
    this.checkpointer = given;
  }

  void lose() {
    lost = true;
  }

  @Override
  public String name() {
    return name;
  }

  /**
   * KCL hands out a lease only while it was renewed within the failover time by {@code nanoTime},
   * which is just the fence. But it locks the lease while it renews it, over the network; so the
   * renewal that was last seen is trusted for half of that time. A lease that was lost and came
   * back has another token.
   */
  @Override
  public boolean held() {
    if (lost || nanoTime.getAsLong() - trustedUntil < 0) {
      return !lost;
    }
    Lease lease = leases.get().getCurrentlyHeldLease(leaseKey);
    if (lease == null || !lease.concurrencyToken().equals(token)) {
      lost = true;
      LOG.warn("Lost the lease of {}: what was not written yet is left to its next owner", name);
    } else if (lease.lastCounterIncrementNanos() != null) {
      trustedUntil = lease.lastCounterIncrementNanos() + trustNanos;
    }
    return !lost;
  }

  @Override
  public Checkpoint checkpoint(SequenceNumber done) {
    RecordProcessorCheckpointer current = checkpointer;
    if (current == null) {
      return Checkpoint.TRY_LATER;
    }
    try {
      current.checkpoint(done.text());
      return Checkpoint.STORED;
    } catch (ShutdownException e) {
      lost = true;
      return Checkpoint.LOST;
    } catch (ThrottlingException
        | InvalidStateException
        | KinesisClientLibDependencyException
        | IllegalArgumentException e) {
      LOG.warn("Could not store the checkpoint {} of {}: {}", done, name, e.getMessage());
      return Checkpoint.TRY_LATER;
    } catch (RuntimeException e) {
      if (!(e.getCause() instanceof SdkException)) {
        throw e;
      }
      // KCL's wrapping of what it has no name for, such as a connection that broke.
      LOG.warn("Could not store the checkpoint {} of {}: {}", done, name, e.getCause().toString());
      return Checkpoint.TRY_LATER;
    }
  }

  /** Stores that the shard is done to its end. */
  boolean checkpointEnd(RecordProcessorCheckpointer atEnd) {
    try {
      atEnd.checkpoint();
      return true;
    } catch (ShutdownException e) {
      lost = true;
      return false;
    } catch (ThrottlingException | InvalidStateException | KinesisClientLibDependencyException e) {
      LOG.warn("Could not store that {} is finished, KCL asks again: {}", name, e.getMessage());
      return false;
    }
  }
}
