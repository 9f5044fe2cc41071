package dev.tributary.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The known word that a mistyped one most likely stands for. */
public final class Nearest {
  private Nearest() {}

  /** Empty unless one is near: a third of the letters may be wrong, and always one. */
  static Optional<String> of(String typed, Collection<String> known) {
    String bare = bare(typed);
    return known.stream()
        .filter(
            k -> distance(bare, bare(k)) <= Math.max(1, Math.min(bare.length(), k.length()) / 3))
        .min(Comparator.comparingInt(k -> distance(bare, bare(k))));
  }

  /** The ending of a sentence that ends in a suggestion, or nothing. */
  public static String suggestion(String typed, Collection<String> known) {
    return of(typed, known).map(k -> "; did you mean '" + k + "'?").orElse("");
  }

  /** {@code bulk-bytes}, {@code bulk_bytes} and {@code bulkBytes} are one word to a person. */
  private static String bare(String word) {
    return word.replaceAll("[-_ ]", "").toLowerCase(Locale.ROOT);
  }

  /** Letters put in, left out, replaced, or swapped with their neighbour. */
  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int replaced = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + replaced);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
