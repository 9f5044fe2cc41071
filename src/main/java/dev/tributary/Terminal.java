package dev.tributary;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The terminal that the command runs in. */
final class Terminal {

  private static final int USUAL = 80;
  private static final int NARROWEST = 40;

  private Terminal() {}

  /** How many columns it has now; Java itself cannot say. */
  static int width() {
    return asked().or(Terminal::exported).map(width -> Math.max(NARROWEST, width)).orElse(USUAL);
  }

  private static Optional<Integer> asked() {
    try {
      Process process =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(1, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return Optional.empty();
      }
      // "<rows> <columns>"; both are 0 where nobody has told the terminal.
      String[] size =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
              .strip()
              .split(" ", -1);
      return size.length == 2 ? positive(size[1]) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static Optional<Integer> exported() {
    return Optional.ofNullable(System.getenv("COLUMNS")).flatMap(Terminal::positive);
  }

  private static Optional<Integer> positive(String digits) {
    try {
      return Optional.of(Integer.parseInt(digits)).filter(number -> number > 0);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
