package dev.tributary.chaos;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Others who write to OpenSearch, to an index of their own, so much that its queue is full. */
final class Crowd {

  private static final int HEADS = 8;
  private static final int DOCUMENTS = 300;
  private static final String BULK =
      ("{\"index\": {}}\n{\"text\": \"" + "crowd ".repeat(40) + "\"}\n").repeat(DOCUMENTS);

  private final Backend backend;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean over;

  Crowd(Backend backend) {
    this.backend = backend;
  }

  void start() {
    for (int head = 0; head < HEADS; head++) {
      Thread thread = new Thread(this::write, "crowd");
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
  }

  private void write() {
    while (!over) {
      try {
        backend.status("POST", "/chaos-crowd/_bulk", BULK);
      } catch (IOException e) {
        // It has too much to do, which is what the crowd is for.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  void end() throws InterruptedException {
    over = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
