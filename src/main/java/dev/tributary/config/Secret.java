package dev.tributary.config;

import java.util.Objects;

/** A value that must not reach a log or a message. */
public record Secret(String value) {

  public Secret {
    Objects.requireNonNull(value, "value");
  }

  @Override
  public String toString() {
    return "***";
  }
}
