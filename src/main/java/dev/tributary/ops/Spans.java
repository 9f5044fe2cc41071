package dev.tributary.ops;

import java.time.Duration;

/** Times as people say them: one unit, rounded down. */
public final class Spans {
  private Spans() {}

  public static String text(Duration time) {
    if (time.toHours() >= 48) {
      return time.toDays() + " d";
    }
    if (time.toMinutes() >= 120) {
      return time.toHours() + " h";
    }
    return time.toSeconds() >= 120 ? time.toMinutes() + " min" : time.toSeconds() + " s";
  }
}
