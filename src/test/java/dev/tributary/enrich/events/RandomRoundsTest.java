package dev.tributary.enrich.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.enrich.events.FakeQueue.Call;
import dev.tributary.enrich.objects.ObjectReference;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever fails, and whichever worker ends: an event goes only after good looks at its object that
 * are {@code again} apart, and all events go in the end.
 */
class RandomRoundsTest {

  private static final Duration AGAIN = Duration.ofMinutes(1);
  private static final int EVENTS = 60;

  private final FakeQueue queue = new FakeQueue();
  private final Map<String, Long> firstGoodLook = new HashMap<>();
  private final Map<String, Long> lastGoodLook = new HashMap<>();
  private boolean looksFail;

  private Rounds worker() {
    return new Rounds(queue, LoggedLooks.PARKS, this::look, AGAIN, queue::nanos);
  }

  private void look(ObjectReference object) {
    if (looksFail) {
      throw new IllegalStateException("OpenSearch is away");
    }
    firstGoodLook.putIfAbsent(object.key(), queue.nanos());
    lastGoodLook.put(object.key(), queue.nanos());
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void noEventGoesAfterTooFewLooks(long seed) throws Exception {
    Random random = new Random(seed);
    Map<String, String> keys = new HashMap<>();
    Rounds[] workers = {worker(), worker(), worker()};
    for (int step = 0; step < 4_000; step++) {
      if (keys.size() < EVENTS && random.nextInt(4) == 0) {
        String key = "boundaries/" + keys.size();
        keys.put(queue.sendPut(key), key);
      }
      queue.failing.clear();
      for (Call call : Call.values()) {
        if (random.nextInt(8) == 0) {
          queue.failing.add(call);
        }
      }
      looksFail = random.nextInt(4) == 0;
      int turn = random.nextInt(workers.length);
      workers[turn].next();
      if (random.nextInt(20) == 0) {
        workers[turn] = worker();
      }
      queue.pass(Duration.ofSeconds(random.nextInt(15)));
      keys.forEach((id, key) -> assertThat(queue.holds(id) || lookedAtTwice(key)).isTrue());
    }
    assertThat(keys).hasSize(EVENTS);
    assertThat(queue.isEmpty()).isTrue();
  }

  private boolean lookedAtTwice(String key) {
    return lastGoodLook.containsKey(key)
        && lastGoodLook.get(key) - firstGoodLook.get(key) >= AGAIN.toNanos();
  }
}
