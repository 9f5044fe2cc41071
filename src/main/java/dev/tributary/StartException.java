package dev.tributary;

import java.util.List;

/** The worker cannot start, and waiting does not help. Each problem says how to mend it. */
final class StartException extends Exception {

  StartException(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
  }

  StartException(String problem, Throwable cause) {
    super(problem, cause);
  }
}
