package dev.tributary.local;

import java.net.URI;

/**
 * One server of a {@link LocalStack}: started, ended, and started again on the same port. {@link
 * #close} may come from any thread, at any time and more than once; all else belongs to one thread.
 */
interface Server {
  /** Starts it for the first time and waits until it can be used. */
  void start() throws InterruptedException;

  /** Starts it again on its port, after stopping it if need be. */
  void restart() throws InterruptedException;

  /** Asks it to end, as a service manager would, and makes it if it does not. */
  void stop() throws InterruptedException;

  /** Ends it as a crash would. */
  void kill() throws InterruptedException;

  /** Ends it for good. */
  void close();

  URI uri();

  ProcessHandle handle();
}
