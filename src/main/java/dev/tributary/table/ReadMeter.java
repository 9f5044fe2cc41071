package dev.tributary.table;

/** Is asked before every read of many items, and told what it took. */
public interface ReadMeter {

  /** Waits until there may be another read. */
  void before() throws InterruptedException;

  void after(double readUnits);

  /**
   * Waits before what DynamoDB left over is asked for again.
   *
   * @param times how often it did so, one after the other
   */
  void leftOver(int times) throws InterruptedException;
}
