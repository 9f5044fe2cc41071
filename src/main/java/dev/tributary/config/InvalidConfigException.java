package dev.tributary.config;

import java.util.List;
import java.util.stream.Collectors;

/** The config file cannot be used. The message lists every problem, one line each. */
public final class InvalidConfigException extends RuntimeException {
  private final transient List<Problem> problems;

  InvalidConfigException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** In the order of the file. */
  public List<Problem> problems() {
    return problems;
  }
}
