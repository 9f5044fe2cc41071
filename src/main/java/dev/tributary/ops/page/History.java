package dev.tributary.ops.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.ops.page.Sample.Series;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The last half hour, so that a page which is opened at three in the morning shows how it came to
 * this. A ring of numbers: its memory is bounded, about 110 KB at most. Thread-safe.
 */
final class History {

  static final Duration EVERY = Duration.ofSeconds(5);
  static final int LENGTH = 360;

  /** Where there are more, those that come first are kept. */
  static final int MOST_SHARDS = 64;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final long[] times = new long[LENGTH];
  private final Map<Series, float[]> values = new EnumMap<>(Series.class);
  private final Map<String, float[]> lags = new TreeMap<>();
  private int next;
  private int size;

  History() {
    for (Series series : Series.values()) {
      values.put(series, nothing());
    }
  }

  private static float[] nothing() {
    float[] all = new float[LENGTH];
    Arrays.fill(all, Float.NaN);
    return all;
  }

  synchronized void add(Sample sample) {
    times[next] = sample.at().toEpochMilli();
    values.forEach(
        (series, all) -> all[next] = sample.values().getOrDefault(series, Double.NaN).floatValue());
    lags.values().forEach(all -> all[next] = Float.NaN);
    // A shard that was not seen for half an hour is forgotten.
    lags.values().removeIf(all -> IntStream.range(0, LENGTH).allMatch(i -> Float.isNaN(all[i])));
    for (String shard : new TreeMap<>(sample.lags()).keySet()) {
      if (!lags.containsKey(shard) && lags.size() < MOST_SHARDS) {
        lags.put(shard, nothing());
      }
      float[] all = lags.get(shard);
      if (all != null) {
        all[next] = sample.lags().get(shard).floatValue();
      }
    }
    next = (next + 1) % LENGTH;
    size = Math.min(size + 1, LENGTH);
  }

  /** All of it, the oldest first; what is not known is null. */
  synchronized ObjectNode json() {
    return json(0);
  }

  /** The newest only, in the same form; empty before the first. */
  synchronized ObjectNode newest() {
    return json(Math.max(0, size - 1));
  }

  private ObjectNode json(int from) {
    ObjectNode root = JSON.createObjectNode();
    root.put("everyMillis", EVERY.toMillis());
    ArrayNode at = root.putArray("at");
    for (int i = from; i < size; i++) {
      at.add(times[place(i)]);
    }
    ObjectNode series = root.putObject("series");
    values.forEach((name, all) -> add(all, from, series.putArray(name.word())));
    ObjectNode shards = root.putObject("lags");
    lags.forEach((name, all) -> add(all, from, shards.putArray(name)));
    return root;
  }

  private int place(int index) {
    return (next - size + index + LENGTH) % LENGTH;
  }

  private void add(float[] all, int from, ArrayNode to) {
    for (int i = from; i < size; i++) {
      float value = all[place(i)];
      if (Float.isNaN(value)) {
        to.addNull();
      } else {
        // Three digits are more than a chart shows.
        to.add(Math.round(value * 1000.0) / 1000.0);
      }
    }
  }
}
