package dev.tributary.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The promise, attacked: thousands of seeded schedules of crashes, pauses, lost answers and full
 * queues over the real classes. {@code -Dseeds=20000} plays more of them, {@code -Dseed=17} tells
 * one as a story.
 */
final class ConvergenceTest {

  /** How many things a {@link World} counts. */
  private static final int KINDS = 19;

  private static final int SEEDS = Integer.getInteger("seeds", 2_000);

  @Test
  void everyScheduleEndsWithAnIndexEqualToItsTable() {
    Long only = Long.getLong("seed");
    if (only == null) {
      playAll();
    } else {
      Schedule schedule = Schedule.of(only);
      System.out.println(schedule.story());
      play(schedule, new TreeMap<>());
    }
  }

  private static void playAll() {
    Map<String, Integer> happened = new TreeMap<>();
    int sleepy = SEEDS / 4;
    int backfills = SEEDS / 2;
    for (long seed = -sleepy; seed <= SEEDS; seed++) {
      play(Schedule.of(seed), happened);
    }
    for (long seed = Schedule.BACKFILLS; seed < Schedule.BACKFILLS + backfills; seed++) {
      play(Schedule.of(seed), happened);
    }
    System.out.printf(
        "%d seeds, %d sleepy ones and %d with a backfill, all equal at the end: %s%n",
        SEEDS, sleepy, backfills, happened);
    assertThat(happened).as("everything happened that can").hasSize(KINDS);
  }

  private static void play(Schedule schedule, Map<String, Integer> happened) {
    if (schedule.difference(happened).isPresent()) {
      fail(schedule.shrunk().story());
    }
  }
}
