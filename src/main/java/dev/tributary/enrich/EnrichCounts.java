package dev.tributary.enrich;

import dev.tributary.enrich.geometry.Step;
import dev.tributary.enrich.objects.FetchCounts;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts shapes and objects since the start. Thread-safe. */
public final class EnrichCounts {

  private final FetchCounts fetches = new FetchCounts();
  private final Map<Step, LongAdder> shapes;

  public EnrichCounts() {
    Map<Step, LongAdder> adders = new EnumMap<>(Step.class);
    for (Step step : Step.values()) {
      adders.put(step, new LongAdder());
    }
    this.shapes = Collections.unmodifiableMap(adders);
  }

  public FetchCounts fetches() {
    return fetches;
  }

  void shape(Step step) {
    shapes.get(step).increment();
  }

  /** How many shapes had to go up to this step of the ladder before they seemed fit. */
  public long shapes(Step step) {
    return shapes.get(step).sum();
  }
}
