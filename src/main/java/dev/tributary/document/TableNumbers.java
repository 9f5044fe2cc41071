package dev.tributary.document;

import java.math.BigDecimal;
import java.util.Optional;

/** The numbers that DynamoDB takes: 38 digits, from 1E-130 to just below 1E+126. */
public final class TableNumbers {
  private static final int MOST_DIGITS = 38;
  private static final int LEAST_EXPONENT = -130;
  private static final int MOST_EXPONENT = 125;

  private TableNumbers() {}

  /** What is wrong with it, as a sentence's end. */
  public static Optional<String> fault(String digits) {
    BigDecimal number;
    try {
      number = new BigDecimal(digits).stripTrailingZeros();
    } catch (NumberFormatException e) {
      return Optional.of("is not a number");
    }
    if (number.precision() > MOST_DIGITS) {
      return Optional.of("has more than 38 digits, which DynamoDB does not take");
    }
    long exponent = (long) number.precision() - number.scale() - 1;
    if (number.signum() != 0 && (exponent < LEAST_EXPONENT || exponent > MOST_EXPONENT)) {
      return Optional.of("is outside of what DynamoDB takes, 1E-130 to 9.9E+125");
    }
    return Optional.empty();
  }
}
