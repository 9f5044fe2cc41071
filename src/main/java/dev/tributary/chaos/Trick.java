package dev.tributary.chaos;

import java.util.Locale;
import java.util.Random;

/** What the proxy does to one request. */
enum Trick {
  NONE,
  DELAY_REQUEST,
  DELAY_ANSWER,
  /** Nothing is written, and nobody is told so. */
  CUT_BEFORE,
  /** All is written, and nobody is told so. */
  CUT_BEHIND,
  CUT_WITHIN_ANSWER,
  DUPLICATE;

  /** As people say it. */
  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  static Trick drawn(Mood mood, Random random) {
    double drawn = random.nextDouble();
    if (drawn < mood.delays()) {
      return random.nextBoolean() ? DELAY_REQUEST : DELAY_ANSWER;
    }
    if (drawn < mood.delays() + mood.cuts()) {
      return switch (random.nextInt(3)) {
        case 0 -> CUT_BEFORE;
        case 1 -> CUT_BEHIND;
        default -> CUT_WITHIN_ANSWER;
      };
    }
    return drawn < mood.delays() + mood.cuts() + mood.duplicates() ? DUPLICATE : NONE;
  }
}
