package dev.tributary.backfill;

import java.util.List;
import java.util.Objects;

/**
 * Documents that the state table lists as refused or incomplete for a new generation, and not for
 * the one that searches go to: searches would lose them, or what they lack.
 *
 * @param documents how many there are
 * @param reasons why, in lines, the most frequent first
 */
public record NewlyListed(long documents, List<String> reasons) {

  public static final NewlyListed NONE = new NewlyListed(0, List.of());

  public NewlyListed {
    Objects.requireNonNull(reasons, "reasons");
    reasons = List.copyOf(reasons);
  }
}
