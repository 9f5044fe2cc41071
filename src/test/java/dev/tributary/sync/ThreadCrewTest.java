package dev.tributary.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadCrewTest {

  private final ThreadCrew crew = new ThreadCrew("crew", 1);

  @AfterEach
  void close() {
    crew.close();
  }

  @Test
  void aTaskThatFailsIsAnErrorSinceNobodyWouldEndWhatItHadInHand() {
    AtomicReference<Throwable> seen = new AtomicReference<>();
    crew.execute(
        () -> {
          Thread.currentThread()
              .setUncaughtExceptionHandler((thread, failure) -> seen.set(failure));
          throw new IllegalStateException("planted");
        });
    await().until(() -> seen.get() != null);
    assertThat(seen.get()).isInstanceOf(AssertionError.class).hasRootCauseMessage("planted");
  }
}
