package dev.tributary.enrich.objects;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Lets in so much at a time, in the order of asking, without holding a thread. Who asks for more
 * than all of it gets all of it, and so passes alone. Thread-safe.
 */
public final class Gate {

  private record Waiting(long amount, Runnable enter) {}

  private final long capacity;

  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private long free;

  public Gate(long capacity) {
    this.capacity = capacity;
    this.free = capacity;
  }

  long capacity() {
    return capacity;
  }

  /** What is really taken when so much is asked for; this much is to be given back. */
  public long share(long amount) {
    return Math.min(amount, capacity);
  }

  /** Takes it now or not at all; nobody who waits is overtaken. */
  synchronized boolean tryEnter(long share) {
    if (share > free || !waiting.isEmpty()) {
      return false;
    }
    free -= share;
    return true;
  }

  /**
   * @param entered called once it is taken, by whichever thread made that possible: must be quick
   */
  public void enter(long share, Runnable entered) {
    synchronized (this) {
      if (!tryEnter(share)) {
        waiting.add(new Waiting(share, entered));
        return;
      }
    }
    entered.run();
  }

  /**
   * Takes it now, be there room or not, as for what turned out larger than it seemed; who comes
   * next waits the longer.
   */
  public synchronized void force(long share) {
    free -= share;
  }

  public void leave(long share) {
    List<Runnable> entered = new ArrayList<>();
    synchronized (this) {
      free += share;
      while (!waiting.isEmpty() && waiting.peek().amount() <= free) {
        free -= waiting.peek().amount();
        entered.add(waiting.poll().enter());
      }
    }
    entered.forEach(Runnable::run);
  }

  synchronized long free() {
    return free;
  }
}
