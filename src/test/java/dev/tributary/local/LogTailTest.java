package dev.tributary.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogTailTest {
  @TempDir Path folder;

  @Test
  void isTheEndOfALongLog() throws Exception {
    Path log = folder.resolve("log");
    Files.write(log, IntStream.range(0, 10_000).mapToObj(line -> "line " + line).toList());
    assertThat(LogTail.of(log)).startsWith("line 9960\n").endsWith("line 9999");
  }

  @Test
  void isAllOfAShortLog() throws Exception {
    assertThat(LogTail.of(Files.writeString(folder.resolve("log"), "one\ntwo\n")))
        .isEqualTo("one\ntwo");
  }

  @Test
  void aMissingLogIsNoFault() {
    assertThat(LogTail.of(folder.resolve("none"))).startsWith("(no log");
  }
}
