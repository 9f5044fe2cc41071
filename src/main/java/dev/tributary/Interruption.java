package dev.tributary;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What a command that runs for long does on SIGTERM and Ctrl-C, unless it comes to its own end
 * first: it stops in good order, so that the same command can go on.
 */
final class Interruption {

  private final AtomicBoolean decided = new AtomicBoolean();
  private final Runnable stop;
  private final Runnable after;
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile boolean begun;

  Interruption(Runnable stop, Runnable after) {
    this.stop = stop;
    this.after = after;
  }

  /** Whether the command is to be left unfinished. */
  boolean begun() {
    return begun;
  }

  /** The command ends by itself, and needs no interruption any more. False if it is too late. */
  boolean prevent() {
    return decided.compareAndSet(false, true);
  }

  /** On the thread of the shutdown: when it returns, the process ends. */
  void stop() {
    if (decided.compareAndSet(false, true)) {
      begun = true;
      stop.run();
      after.run();
      done.countDown();
    }
  }

  /** For the command's own thread, which must not take away what the stop needs. */
  void awaitDone() throws InterruptedException {
    done.await();
  }
}
