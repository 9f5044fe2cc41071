package dev.tributary.system;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * So many changes in a second until it is closed: half of them put a new item, a third change one
 * and the others remove one. Each thread has keys of its own.
 */
final class SteadyLoad implements AutoCloseable {

  private static final int THREADS = 4;

  private final Sandbox sandbox;
  private final int rate;
  private final String filling;
  private final AtomicLong changes = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean over;
  private volatile RuntimeException failure;

  /**
   * @param rate changes in a second, of all threads
   * @param bytes of an item, about
   */
  SteadyLoad(Sandbox sandbox, int rate, int bytes) {
    this.sandbox = sandbox;
    this.rate = rate;
    this.filling = "x".repeat(bytes);
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      Thread thread = new Thread(() -> run(number), "load-" + i);
      thread.start();
      threads.add(thread);
    }
  }

  /** How many there were so far. */
  long changes() {
    if (failure != null) {
      throw failure;
    }
    return changes.get();
  }

  private void run(int number) {
    Random random = new Random(number);
    List<String> keys = new ArrayList<>();
    long start = System.nanoTime();
    try {
      for (int i = 0; !over; i++) {
        sleepUntil(start + TimeUnit.SECONDS.toNanos(1) * i * THREADS / rate);
        change("LOAD-" + number, i, keys, random);
        changes.incrementAndGet();
      }
    } catch (RuntimeException e) {
      // The bench's own thread is the one to fail.
      failure = e;
    }
  }

  private void change(String pk, int number, List<String> keys, Random random) {
    int die = random.nextInt(6);
    if (keys.isEmpty() || die < 3) {
      String sk = "" + number;
      keys.add(sk);
      put(pk, sk, number);
    } else if (die < 5) {
      put(pk, keys.get(random.nextInt(keys.size())), number);
    } else {
      sandbox.remove(pk, keys.remove(random.nextInt(keys.size())));
    }
  }

  private void put(String pk, String sk, int number) {
    sandbox.put(
        pk,
        sk,
        Map.of("n", AttributeValue.fromN("" + number), "filling", AttributeValue.fromS(filling)));
  }

  private static void sleepUntil(long time) {
    try {
      TimeUnit.NANOSECONDS.sleep(time - System.nanoTime());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws InterruptedException {
    over = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
