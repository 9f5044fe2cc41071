package dev.tributary.chaos;

import dev.tributary.chaos.FaultKind.Lane;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** The faults of all lanes and the changes of the writer, beside each other, for a while. */
final class Storm {

  private final ChaosOptions options;
  private final Faults faults;
  private final Writer writer;
  private final Function<Lane, Random> randoms;
  private final Diary diary;
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicReference<Exception> failure = new AtomicReference<>();

  Storm(
      ChaosOptions options,
      Faults faults,
      Writer writer,
      Function<Lane, Random> randoms,
      Diary diary) {
    this.options = options;
    this.faults = faults;
    this.writer = writer;
    this.randoms = randoms;
    this.diary = diary;
  }

  /** Comes back when every fault is mended and nobody writes any more. */
  void rage() throws InterruptedException, IOException {
    List<Thread> threads = new ArrayList<>();
    threads.add(thread("writer", () -> writer.run(over)));
    for (Lane lane : Lane.values()) {
      List<FaultKind> kinds = lane.kinds().stream().filter(options.kinds()::contains).toList();
      if (!kinds.isEmpty()) {
        LanePlayer player = new LanePlayer(lane, kinds, faults, randoms.apply(lane), diary);
        threads.add(thread(lane.name(), () -> player.run(over)));
      }
    }
    diary.say("changes and faults for " + Diary.seconds(options.lasts()));
    threads.forEach(Thread::start);
    over.await(options.lasts().toMillis(), TimeUnit.MILLISECONDS);
    over.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw new IOException("a fault could not be played: " + failure.get(), failure.get());
    }
    diary.say("every fault is mended");
  }

  private Thread thread(String name, Fault.Step task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException | InterruptedException | RuntimeException e) {
                // Whatever it was, the run is not what it was to be.
                failure.compareAndSet(null, e);
                over.countDown();
              }
            },
            "chaos-" + name);
    thread.setDaemon(true);
    return thread;
  }
}
