package dev.tributary.backfill;

import dev.tributary.table.Locks;
import dev.tributary.table.Locks.Lock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The right to read the streams of tables beside the workers. DynamoDB serves two readers of a
 * shard: the workers are one, so there may be one more. Held by locks in the state table, which are
 * free a while after their owner died.
 */
public final class ReadingRights implements AutoCloseable {

  /** How long after its last sign of life a process may be dead. */
  public static final Duration LEASE = Duration.ofSeconds(20);

  /** So long it takes to find out that an owner is dead. */
  private static final Duration PATIENCE = LEASE.multipliedBy(2);

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final List<Lock> locks;

  private ReadingRights(List<Lock> locks) {
    this.locks = locks;
  }

  /** Somebody else has one of them. */
  public static final class TakenException extends Exception {
    private static final long serialVersionUID = 1;

    TakenException(String table) {
      super(
          """
          another replay or rebuild reads table '%s', and DynamoDB lets one read beside the \
          workers: wait for its end, or end it"""
              .formatted(table));
    }
  }

  /**
   * Takes the rights for all of them, or for none.
   *
   * @param tables by their names in DynamoDB
   */
  public static ReadingRights take(Locks locks, Collection<String> tables, Pauses pauses)
      throws TakenException, InterruptedException {
    List<Lock> taken = new ArrayList<>();
    ReadingRights rights = new ReadingRights(taken);
    // In one order, so that two who want the same ones do not keep each other from them.
    for (String table : tables.stream().sorted().toList()) {
      Optional<Lock> lock = take(locks, table, pauses);
      if (lock.isEmpty()) {
        rights.close();
        throw new TakenException(table);
      }
      taken.add(lock.get());
    }
    return rights;
  }

  private static Optional<Lock> take(Locks locks, String table, Pauses pauses)
      throws InterruptedException {
    String name = "reader#" + table;
    Optional<Lock> lock = locks.tryTake(name);
    for (Duration waited = Duration.ZERO;
        lock.isEmpty() && waited.compareTo(PATIENCE) < 0;
        waited = waited.plus(LOOK_AGAIN)) {
      pauses.rest(LOOK_AGAIN);
      lock = locks.tryTake(name);
    }
    return lock;
  }

  /** Whether nobody else can have any of them. */
  public boolean held() {
    return locks.stream().allMatch(Lock::held);
  }

  @Override
  public void close() {
    locks.forEach(Lock::close);
    locks.clear();
  }
}
