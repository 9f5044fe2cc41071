package dev.tributary.sync;

import java.time.Duration;

/**
 * Does work that may wait for a server, beside the thread that asks for it. Once it is closed,
 * nothing more is begun, and what was begun ends unfinished: its changes are read again.
 */
interface Crew extends AutoCloseable {

  /** Makes crews; a test makes some that have no threads. */
  @FunctionalInterface
  interface Factory {
    /**
     * @param name for their threads
     * @param threads how many tasks may be under way at a time
     */
    Crew of(String name, int threads);
  }

  /** Returns at once. */
  void execute(Runnable task);

  /**
   * For a task that has to try again later.
   *
   * @return whether it should: no, once this is closed
   */
  boolean rest(Duration time);

  @Override
  void close();
}
