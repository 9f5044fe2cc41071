package dev.tributary.chaos;

import dev.tributary.chaos.FaultKind.Lane;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Plays the faults of one lane, one after the other, drawn from a seed of its own. */
final class LanePlayer {

  private final Lane lane;
  private final List<FaultKind> kinds;
  private final Faults faults;
  private final Random random;
  private final Diary diary;

  /**
   * @param kinds those of the lane that are wanted
   */
  LanePlayer(Lane lane, List<FaultKind> kinds, Faults faults, Random random, Diary diary) {
    this.lane = lane;
    this.kinds = kinds;
    this.faults = faults;
    this.random = random;
    this.diary = diary;
  }

  /** Plays until it is over. A fault that was injected is always mended. */
  void run(CountDownLatch over) throws IOException, InterruptedException {
    Deque<FaultKind> next = new ArrayDeque<>();
    while (!over.await(lane.calm(random), TimeUnit.MILLISECONDS)) {
      if (next.isEmpty()) {
        // Each comes once before one comes again, so that a short run has many kinds.
        List<FaultKind> all = new ArrayList<>(kinds);
        Collections.shuffle(all, random);
        next.addAll(all);
      }
      Fault fault = faults.draw(next.remove(), random);
      diary.fault(fault);
      try {
        fault.inject().run();
        over.await(fault.lasts().toMillis(), TimeUnit.MILLISECONDS);
      } finally {
        fault.mend().run();
      }
    }
  }
}
