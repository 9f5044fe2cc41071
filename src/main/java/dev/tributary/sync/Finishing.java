package dev.tributary.sync;

import java.util.ArrayList;
import java.util.List;

/**
 * The end of one action: gives back what it takes up of memory, then does what its end means.
 * Handed from thread to thread with the action, and used by one at a time.
 */
final class Finishing implements Runnable {

  private final List<Runnable> burdens = new ArrayList<>(1);
  private final List<Runnable> ends = new ArrayList<>(1);

  /**
   * @param burden gives back what the action takes up
   */
  Finishing(Runnable burden, Runnable end) {
    burdens.add(burden);
    ends.add(end);
  }

  /** It takes up more. */
  void burden(Runnable burden) {
    burdens.add(burden);
  }

  /** More is to be done at its end, and first. */
  void atEnd(Runnable end) {
    ends.add(0, end);
  }

  /** Gives back what it takes up, though it is not at its end. */
  void unburden() {
    burdens.forEach(Runnable::run);
    burdens.clear();
  }

  @Override
  public void run() {
    unburden();
    ends.forEach(Runnable::run);
  }
}
