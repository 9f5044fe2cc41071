package dev.tributary.config;

import java.nio.file.Path;
import java.util.Objects;

/**
 * One thing to mend in a config file.
 *
 * @param line counted from 1; 0 where no line is to blame
 * @param column counted from 1; 0 where the whole line is meant
 * @param key the dotted path of the key; empty where the file itself is the problem
 */
public record Problem(Path file, int line, int column, String key, String reason) {

  public Problem {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(reason, "reason");
  }

  /** One line, whatever the key or the reason quotes from the file. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(file.toString());
    if (line > 0) {
      text.append(':').append(line);
    }
    if (column > 0) {
      text.append(':').append(column);
    }
    text.append("  ");
    if (!key.isEmpty()) {
      text.append(key).append(": ");
    }
    return text.append(reason).toString().replace("\n", "\\n").replaceAll("\\p{Cntrl}", "?");
  }
}
