package dev.tributary.sync;

import dev.tributary.stream.ShardConsumer;
import dev.tributary.table.ShardLag;
import dev.tributary.table.ShardLag.State;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a shard's reader leaves behind for those who ask how far behind the shard is. Idle and stuck
 * must look different: a shard without changes is at its tip only as long as reads say so.
 * Thread-safe.
 */
final class ShardWatch {

  /** A shard that is nearer to its tip than this is at its tip. */
  static final Duration AT_THE_TIP = Duration.ofSeconds(10);

  /** One that finishes nothing, or is not read, for so long is stuck. */
  static final Duration STUCK_AFTER = Duration.ofSeconds(30);

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Clock clock;
  private final Flow flow;

  /** How old the last read at the tip may be, and still speak of now. */
  private final Duration fresh;

  private final Duration stuckAfter;
  private final int many;
  private final Instant opened;
  private boolean seconds;
  private int emptyReads;
  private Instant lastRead;
  private Instant tip;
  private Instant newest;
  private Instant turn;
  private Instant halted;
  private long moved;
  private Instant movedAt;

  /** Asked for each document that is written: without the lock. */
  private volatile boolean behind;

  /**
   * @param poll how long a shard rests between two reads
   * @param many a read that brings so many records says that more of them wait
   * @param flow of the shard's table
   */
  ShardWatch(Clock clock, Duration poll, int many, Flow flow) {
    this.clock = clock;
    this.many = many;
    this.flow = flow;
    // After a read that fails, it rests for twice the time.
    Duration rests = poll.multipliedBy(2L * ShardConsumer.READS_AT_THE_TIP);
    this.fresh = rests.compareTo(AT_THE_TIP) > 0 ? rests : AT_THE_TIP;
    this.stuckAfter = STUCK_AFTER.plus(rests);
    this.opened = clock.instant();
    this.movedAt = opened;
  }

  Instant now() {
    return clock.instant();
  }

  /** Whether much of the shard is still to be read. */
  boolean behind() {
    return behind;
  }

  Flow flow() {
    return flow;
  }

  /** A read brought nothing. One alone may come from an empty stretch of a shard. */
  synchronized void readNothing() {
    lastRead = clock.instant();
    behind = false;
    emptyReads++;
    if (emptyReads >= ShardConsumer.READS_AT_THE_TIP) {
      tip = lastRead;
    }
  }

  /** A read brought changes. */
  synchronized void read(int records) {
    lastRead = clock.instant();
    behind = records >= many;
    emptyReads = 0;
  }

  /**
   * The turn of a change has come: it is unfinished from now on, though it has no place yet.
   *
   * @return when it was made
   */
  synchronized Instant turn(Instant createdAt) {
    turn = made(createdAt);
    newest = turn;
    return turn;
  }

  /** It has its place in the window, or was turned away. */
  synchronized void turnOver() {
    turn = null;
  }

  /** Nothing more is taken, until a restart. */
  synchronized void halt() {
    if (halted == null) {
      halted = latest(newest, tip).orElseGet(clock::instant);
    }
  }

  /** Whether a change waits for its place. */
  synchronized boolean takes() {
    return turn != null;
  }

  /**
   * AWS dates records to the second. DynamoDB Local cuts their times to the minute: where no record
   * ever had a second, one is taken to be made at the end of its minute, or else just now.
   */
  private Instant made(Instant createdAt) {
    seconds |= createdAt.getEpochSecond() % MINUTE.toSeconds() != 0;
    if (seconds) {
      return createdAt;
    }
    Instant end = createdAt.plus(MINUTE);
    Instant now = clock.instant();
    return end.isBefore(now) ? end : now;
  }

  /**
   * @param heldBack what holds back the change whose turn it is
   * @param waits what the shard waits for otherwise
   */
  synchronized ShardLag lag(
      String name,
      Window.Look window,
      int aside,
      Optional<String> heldBack,
      Optional<String> waits) {
    Instant now = clock.instant();
    Optional<Instant> unfinished =
        Stream.of(window.oldest(), Optional.ofNullable(turn), Optional.ofNullable(halted))
            .flatMap(Optional::stream)
            .min(Instant::compareTo);
    if (unfinished.isEmpty() || window.moved() != moved) {
      moved = window.moved();
      movedAt = now;
    }
    Optional<Duration> lag = unfinished.or(() -> read(now)).map(since -> between(since, now));
    State state = state(lag, unfinished.isPresent(), heldBack.isPresent(), now);
    if (state == State.STUCK) {
      // How far the last owner was, nobody knows here. Since it was opened nothing was finished.
      lag = lag.or(() -> Optional.of(between(opened, now)));
    }
    return new ShardLag(name, lag, state, why(state, heldBack, waits), window.depth(), aside);
  }

  /** Up to when all is read, where all that was read is finished. */
  private Optional<Instant> read(Instant now) {
    if (tip != null && between(tip, now).compareTo(fresh) <= 0) {
      return Optional.of(now);
    }
    return latest(tip, newest);
  }

  private State state(Optional<Duration> lag, boolean unfinished, boolean held, Instant now) {
    if (halted != null) {
      return State.STUCK;
    }
    if (held) {
      return State.HELD_BACK;
    }
    Instant sign = unfinished ? movedAt : latest(opened, lastRead).orElseThrow();
    if (between(sign, now).compareTo(stuckAfter) > 0) {
      return State.STUCK;
    }
    return lag.map(time -> time.compareTo(AT_THE_TIP) < 0 ? State.AT_THE_TIP : State.BEHIND)
        .orElse(State.OPENING);
  }

  private String why(State state, Optional<String> heldBack, Optional<String> waits) {
    if (halted != null) {
      return "it stands still at a record, as an ERROR line of its worker says";
    }
    if (state == State.AT_THE_TIP || state == State.OPENING) {
      return "";
    }
    return heldBack.or(() -> waits).orElse(state == State.STUCK ? standsStill() : "");
  }

  private String standsStill() {
    return lastRead == null
        ? "it was opened, and not read since"
        : "nothing of it is read or finished any more";
  }

  private static Optional<Instant> latest(Instant one, Instant other) {
    return Stream.of(Optional.ofNullable(one), Optional.ofNullable(other))
        .flatMap(Optional::stream)
        .max(Instant::compareTo);
  }

  /** Never less than nothing: clocks that differ make changes of the future. */
  private static Duration between(Instant since, Instant now) {
    return since.isAfter(now) ? Duration.ZERO : Duration.between(since, now);
  }
}
