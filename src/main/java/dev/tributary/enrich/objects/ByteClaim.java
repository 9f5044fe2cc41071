package dev.tributary.enrich.objects;

/**
 * The bytes that one attempt may take in. Closed with the attempt: what a call that was given up
 * still brings is not admitted. Thread-safe.
 */
final class ByteClaim implements ObjectStore.Intake {

  /** Why bytes were not admitted. */
  enum Refusal {
    NONE,
    OVER_THE_LIMIT,
    NO_ROOM
  }

  private final Gate gate;
  private final long limit;

  private long taken;
  private long wanted;
  private Refusal refusal = Refusal.NONE;
  private boolean closed;

  /**
   * @param taken what was taken at the gate beforehand
   */
  ByteClaim(Gate gate, long limit, long taken) {
    this.gate = gate;
    this.limit = limit;
    this.taken = taken;
  }

  @Override
  public synchronized boolean admit(long total) {
    if (closed) {
      return false;
    }
    wanted = total;
    if (total > limit) {
      refusal = Refusal.OVER_THE_LIMIT;
      return false;
    }
    long more = gate.share(total) - taken;
    if (more > 0 && !gate.tryEnter(more)) {
      refusal = Refusal.NO_ROOM;
      return false;
    }
    taken += Math.max(more, 0);
    return true;
  }

  synchronized Refusal refusal() {
    return refusal;
  }

  /** How many bytes were too many. */
  synchronized long wanted() {
    return wanted;
  }

  void close() {
    long back;
    synchronized (this) {
      closed = true;
      back = taken;
      taken = 0;
    }
    if (back > 0) {
      gate.leave(back);
    }
  }
}
