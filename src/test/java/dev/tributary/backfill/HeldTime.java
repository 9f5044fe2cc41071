package dev.tributary.backfill;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Time that passes only where somebody rests, and what happens meanwhile. */
final class HeldTime implements Pauses {

  final List<Duration> rests = new ArrayList<>();
  private Runnable meanwhile = () -> {};
  private long now = 1_000;

  /** To be done at each rest. */
  void meanwhile(Runnable what) {
    meanwhile = what;
  }

  void pass(Duration time) {
    now += time.toNanos();
  }

  @Override
  public long nanoTime() {
    return now;
  }

  @Override
  public void rest(Duration time) {
    rests.add(time);
    pass(time);
    meanwhile.run();
  }

  Duration rested() {
    return rests.stream().reduce(Duration.ZERO, Duration::plus);
  }
}
