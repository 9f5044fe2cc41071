package dev.tributary.entity;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What may be done to a value on its way into the document. */
public enum Conversion {
  /** Nothing. */
  COPY("copy"),
  /** Seconds since 1970, a number or a text that holds one, become an ISO date-time in UTC. */
  DATE("date"),
  /** An ISO date or date-time becomes the seconds since 1970. */
  EPOCH_SECONDS("epochSeconds"),
  /** A text that holds a number becomes the number. */
  NUMBER("number"),
  /** A number or a boolean becomes its exact text. */
  TEXT("text"),
  /** A list or a set becomes a sorted array without duplicates. */
  SORTED("sorted"),
  /** A text that holds JSON becomes what that says. */
  JSON("json"),
  /** A text in lower case. */
  LOWERCASE("lowercase");

  private final String word;

  Conversion(String word) {
    this.word = word;
  }

  /** As the config says it. */
  public String word() {
    return word;
  }

  public static Optional<Conversion> of(String word) {
    return Arrays.stream(values()).filter(c -> c != COPY && c.word.equals(word)).findFirst();
  }

  public static List<String> words() {
    return Arrays.stream(values()).filter(c -> c != COPY).map(Conversion::word).toList();
  }
}
