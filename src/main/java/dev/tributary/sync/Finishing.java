package dev.tributary.sync;

import java.util.ArrayList;
import java.util.List;

/**
 * The end of one action: gives back what it takes up of memory, then does what its end means.
 * Handed from thread to thread with the action, and used by one at a time.
 */
final class Finishing implements Runnable {

  private final Runnable end;
  private Runnable burden;

  /** What was added later; few have any. */
  private List<Runnable> burdens = List.of();

  private List<Runnable> ends = List.of();

  /**
   * @param burden gives back what the action takes up
   */
  Finishing(Runnable burden, Runnable end) {
    this.burden = burden;
    this.end = end;
  }

  /** It takes up more. */
  void burden(Runnable more) {
    burdens = burdens.isEmpty() ? new ArrayList<>(1) : burdens;
    burdens.add(more);
  }

  /** More is to be done at its end, and first. */
  void atEnd(Runnable first) {
    ends = ends.isEmpty() ? new ArrayList<>(1) : ends;
    ends.add(0, first);
  }

  /** Gives back what it takes up, though it is not at its end. */
  void unburden() {
    Runnable first = burden;
    List<Runnable> others = burdens;
    burden = Finishing::nothing;
    burdens = List.of();
    first.run();
    others.forEach(Runnable::run);
  }

  private static void nothing() {}

  @Override
  public void run() {
    unburden();
    ends.forEach(Runnable::run);
    end.run();
  }
}
