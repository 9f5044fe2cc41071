package dev.tributary.sync;

import java.util.ArrayList;
import java.util.List;

/**
 * The end of one action: gives back what it takes up of memory, then does what its end means.
 * Handed from thread to thread with the action, and used by one at a time. There is one for each
 * action under way, so it is a single object.
 */
abstract class Finishing implements Runnable {

  private boolean burdened = true;

  /** What was added later; few have any. */
  private List<Runnable> burdens = List.of();

  private List<Runnable> ends = List.of();

  /** Gives back what the action took up from its begin on. */
  abstract void giveBack();

  /** What its end means. */
  abstract void end();

  /** Gives back what its document takes up: there is nothing to it any more but its end. */
  void lighten() {}

  /** It takes up more. */
  final void burden(Runnable more) {
    burdens = burdens.isEmpty() ? new ArrayList<>(1) : burdens;
    burdens.add(more);
  }

  /** More is to be done at its end, and first. */
  final void atEnd(Runnable first) {
    ends = ends.isEmpty() ? new ArrayList<>(1) : ends;
    ends.add(0, first);
  }

  /** Gives back what it takes up, though it is not at its end. */
  final void unburden() {
    List<Runnable> others = burdens;
    burdens = List.of();
    if (burdened) {
      burdened = false;
      giveBack();
    }
    others.forEach(Runnable::run);
  }

  @Override
  public final void run() {
    unburden();
    ends.forEach(Runnable::run);
    end();
  }
}
