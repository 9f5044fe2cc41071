package dev.tributary.backfill;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Time that passes, which a test may hold. */
public interface Pauses {

  /** The monotonic clock. */
  long nanoTime();

  void rest(Duration time) throws InterruptedException;

  Pauses REAL =
      new Pauses() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public void rest(Duration time) throws InterruptedException {
          TimeUnit.NANOSECONDS.sleep(time.toNanos());
        }
      };
}
