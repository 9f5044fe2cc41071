package dev.tributary.stream;

import dev.tributary.change.SequenceNumber;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;

/**
 * Up to which moment a shard's records are read and finished. KCL's thread tells what is read, the
 * checkpoint thread what is finished, and {@link TipKeeper}'s thread stores it.
 */
final class ShardProgress {

  static final int READS_AT_THE_TIP = ShardConsumer.READS_AT_THE_TIP;

  /** A read says what was there when it was asked for, not when it was answered. */
  static final Duration READ_TIME = Duration.ofSeconds(30);

  private record Batch(SequenceNumber last, Instant createdAt) {}

  private final Deque<Batch> unfinished = new ArrayDeque<>();
  private final Deque<Instant> emptyReads = new ArrayDeque<>();
  private boolean lost;
  private Instant reached;
  private Instant passed;
  private Instant stored;

  /** A read brought records, of which this is the last. */
  synchronized void read(SequenceNumber last, Instant createdAt) {
    Batch batch = new Batch(last, Objects.requireNonNull(createdAt, "createdAt"));
    emptyReads.clear();
    if (!lost) {
      unfinished.add(batch);
    }
  }

  /** A read brought records whose end is not known: so no later moment is, from now on. */
  synchronized void readUnknown() {
    lost = true;
  }

  /** A read brought nothing. */
  synchronized void readNothing(Instant now) {
    emptyReads.add(now);
    if (emptyReads.size() < READS_AT_THE_TIP) {
      return;
    }
    if (unfinished.isEmpty() && !lost) {
      reach(now.minus(READ_TIME));
      pass(emptyReads.peek());
    }
    emptyReads.poll();
  }

  /** The checkpoint is there now. */
  synchronized void finished(SequenceNumber checkpoint) {
    while (!unfinished.isEmpty() && unfinished.peek().last().compareTo(checkpoint) <= 0) {
      Instant createdAt = unfinished.poll().createdAt();
      reach(createdAt);
      pass(createdAt);
    }
  }

  private void reach(Instant moment) {
    if (reached == null || moment.isAfter(reached)) {
      reached = moment;
    }
  }

  private void pass(Instant moment) {
    if (passed == null || moment.isAfter(passed)) {
      passed = moment;
    }
  }

  /**
   * Up to which moment, as it is known to this process and not to be stored: KCL reads three
   * batches ahead at most, so a read was asked for after the one that is {@link #READS_AT_THE_TIP}
   * before it was handed on. Nothing if no moment is known yet.
   */
  synchronized Optional<Instant> passed() {
    return Optional.ofNullable(passed);
  }

  /** The moment, if it moved since it was stored. */
  synchronized Optional<Instant> toStore() {
    return Optional.ofNullable(reached).filter(moment -> !moment.equals(stored));
  }

  synchronized void stored(Instant moment) {
    stored = moment;
  }
}
