package dev.tributary.table;

import com.amazonaws.services.dynamodbv2.AcquireLockOptions;
import com.amazonaws.services.dynamodbv2.AmazonDynamoDBLockClient;
import com.amazonaws.services.dynamodbv2.AmazonDynamoDBLockClientOptions;
import com.amazonaws.services.dynamodbv2.LockItem;
import com.amazonaws.services.dynamodbv2.model.LockCurrentlyUnavailableException;
import com.amazonaws.services.dynamodbv2.model.LockNotGrantedException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * What only one process may do at a time, by AWS's own lock client, in the state table under {@code
 * lock}. A lock whose owner died is free once nobody has renewed it for a lease. Thread-safe; one
 * thread renews what is held.
 */
public final class Locks implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Locks.class);
  private static final String PARTITION = "lock";
  private static final int RENEWALS = 4;

  private final AmazonDynamoDBLockClient client;

  /**
   * @param owner for people who look at the table
   * @param lease how long after its last sign of life an owner's locks go to another
   */
  public Locks(DynamoDbClient dynamoDb, String stateTable, String owner, Duration lease) {
    this.client =
        new AmazonDynamoDBLockClient(
            AmazonDynamoDBLockClientOptions.builder(dynamoDb, stateTable)
                .withPartitionKeyName(StateTable.PK)
                .withSortKeyName(StateTable.SK)
                .withOwnerName(owner)
                .withTimeUnit(TimeUnit.MILLISECONDS)
                .withLeaseDuration(lease.toMillis())
                .withHeartbeatPeriod(lease.toMillis() / RENEWALS)
                .withCreateHeartbeatBackgroundThread(true)
                .build());
  }

  /** Something that is this process's for now. */
  public final class Lock implements AutoCloseable {
    private final LockItem item;
    private volatile boolean lost;

    private Lock(LockItem item) {
      this.item = item;
    }

    /**
     * Whether nobody else can have it: it was renewed within a lease, on the monotonic clock. Once
     * it was not, it never is again, though a late renewal may succeed: whoever asked before that
     * has dropped what was to be done.
     */
    public boolean held() {
      if (item.isExpired()) {
        lost = true;
      }
      return !lost;
    }

    /** Gives it back, if it is still this process's. */
    @Override
    public void close() {
      try {
        client.releaseLock(item);
      } catch (SdkException e) {
        // It is free by itself after a lease.
        LOG.warn("The lock {} was not given back: {}", item.getSortKey().orElse(""), e.toString());
      }
    }
  }

  /**
   * Takes a lock, without waiting. That an owner is dead is found out by asking again for longer
   * than a lease.
   */
  public Optional<Lock> tryTake(String name) throws InterruptedException {
    try {
      return client
          .tryAcquireLock(
              AcquireLockOptions.builder(PARTITION)
                  .withSortKey(name)
                  .withDeleteLockOnRelease(true)
                  .withShouldSkipBlockingWait(true)
                  .build())
          .map(Lock::new);
    } catch (LockCurrentlyUnavailableException | LockNotGrantedException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (IOException | SdkException e) {
      LOG.warn("Locks were not given back: {}", e.toString());
    }
  }
}
