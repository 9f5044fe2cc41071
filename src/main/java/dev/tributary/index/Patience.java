package dev.tributary.index;

import java.time.Duration;

/** How long an answer is waited for. */
enum Patience {
  /** {@code opensearch.requestTimeout}. */
  USUAL(1),

  /**
   * For single documents, which may be shapes that OpenSearch works on for a minute. Where it gives
   * up, nothing is called back: so waiting longer makes no late write later, and saves it from
   * being sent again and again.
   */
  LONG(12);

  private final int times;

  Patience(int times) {
    this.times = times;
  }

  Duration of(Duration requestTimeout) {
    return requestTimeout.multipliedBy(times);
  }
}
