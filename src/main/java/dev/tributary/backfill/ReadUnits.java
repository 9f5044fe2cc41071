package dev.tributary.backfill;

import dev.tributary.table.ReadMeter;
import java.time.Duration;

/**
 * Keeps reads of DynamoDB to so many read units a second: a bucket that is filled at that pace,
 * with a second's worth at most. What a read takes is known only afterwards, so it may overdraw,
 * and the next one waits until that is made up for. Thread-safe.
 */
public final class ReadUnits implements ReadMeter {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final int MOST_DOUBLINGS = 6;

  private double perSecond;
  private final Pauses pauses;
  private double left;
  private long filledAt;
  private double spent;

  private ReadUnits(double perSecond, Pauses pauses) {
    if (!(perSecond > 0)) {
      throw new IllegalArgumentException("No read would ever be made");
    }
    this.perSecond = perSecond;
    this.pauses = pauses;
    this.left = perSecond;
    this.filledAt = pauses.nanoTime();
  }

  public static ReadUnits perSecond(double units, Pauses pauses) {
    return new ReadUnits(units, pauses);
  }

  public static ReadUnits unlimited(Pauses pauses) {
    return new ReadUnits(Double.POSITIVE_INFINITY, pauses);
  }

  /** From now on it may be so many. */
  public synchronized void allow(double units) {
    long unused = owed();
    perSecond = units;
  }

  @Override
  public void before() throws InterruptedException {
    for (long wait = owed(); wait > 0; wait = owed()) {
      pauses.rest(Duration.ofNanos(wait));
    }
  }

  @Override
  public synchronized void after(double units) {
    spent += units;
    left -= units;
  }

  @Override
  public void leftOver(int times) throws InterruptedException {
    pauses.rest(FIRST_PAUSE.multipliedBy(1L << Math.min(times - 1, MOST_DOUBLINGS)));
  }

  /** All of them so far. */
  public synchronized double spent() {
    return spent;
  }

  /** How many nanoseconds it takes until nothing is overdrawn. */
  private synchronized long owed() {
    if (Double.isInfinite(perSecond)) {
      return 0;
    }
    long now = pauses.nanoTime();
    left = Math.min(perSecond, left + (now - filledAt) / 1e9 * perSecond);
    filledAt = now;
    return left >= 0 ? 0 : (long) Math.ceil(-left / perSecond * 1e9);
  }
}
