package dev.tributary.sync;

/**
 * Told how long things take, to be put into histograms. Any thread may call it, for every change;
 * it does not wait.
 */
public interface Timings {

  Timings NONE =
      new Timings() {
        @Override
        public void finished(long nanosSinceReceived, long millisSinceCreated) {}

        @Override
        public void bulk(int actions, long bytes, long nanos) {}
      };

  /** A change that asked for something is done: all of it is written, or listed. */
  void finished(long nanosSinceReceived, long millisSinceCreated);

  /** A bulk was answered, or given up. */
  void bulk(int actions, long bytes, long nanos);
}
