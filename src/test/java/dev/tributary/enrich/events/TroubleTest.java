package dev.tributary.enrich.events;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class TroubleTest {

  private final Logger logger = (Logger) LoggerFactory.getLogger(ObjectEvents.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Level before = logger.getLevel();
  private long nanos = Long.MAX_VALUE - 1_000_000; // overflows soon, as System.nanoTime may
  private final Trouble trouble = new Trouble("It does not work", () -> nanos);

  @BeforeEach
  void listen() {
    logger.setLevel(Level.INFO);
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void leave() {
    logger.detachAppender(lines);
    logger.setLevel(before);
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  private List<String> said() {
    List<String> said =
        lines.list.stream()
            .map(line -> line.getLevel() + " " + line.getFormattedMessage())
            .toList();
    lines.list.clear();
    return said;
  }

  @Test
  void saysItOnceAndNowAndThenAndAtItsEnd() {
    for (int i = 0; i < 599; i++) {
      trouble.because("a reason");
      pass(Duration.ofSeconds(1));
    }
    assertThat(said()).containsExactly("WARN It does not work, trying again: a reason");
    pass(Duration.ofSeconds(1));
    trouble.because("another");
    assertThat(said()).containsExactly("WARN It does not work, trying again: another");
    trouble.over();
    trouble.over();
    assertThat(said()).containsExactly("INFO It does not work: this is over after 600 s");
  }

  @Test
  void whatComesAndGoesFillsNoLog() {
    for (int i = 0; i < 1_000; i++) {
      trouble.because("a reason");
      trouble.over();
      pass(Duration.ofMillis(10));
    }
    assertThat(said()).hasSize(2);
    pass(Duration.ofSeconds(10));
    trouble.because("a reason");
    assertThat(said()).hasSize(1);
  }
}
