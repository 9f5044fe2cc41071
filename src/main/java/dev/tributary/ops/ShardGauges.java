package dev.tributary.ops;

import dev.tributary.table.ShardLag;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What comes and goes: gauges of the shards that are held here, of the fleet and of health, of
 * which there is only health until the worker reads. They are made anew for each look, so that a
 * shard which went elsewhere leaves nothing behind. One thread at a time.
 */
final class ShardGauges {

  private final MeterRegistry registry;
  private final Map<String, MultiGauge> gauges = new LinkedHashMap<>();
  private final Map<String, List<Row<?>>> rows = new LinkedHashMap<>();
  private Optional<Health> health = Optional.empty();
  private Optional<Figures> read = Optional.empty();

  ShardGauges(MeterRegistry registry) {
    this.registry = registry;
  }

  void health(Health of) {
    health = Optional.of(of);
  }

  void read(Figures figures) {
    read = Optional.of(figures);
  }

  void refresh() {
    rows.values().forEach(List::clear);
    read.ifPresent(
        figures -> {
          shards(figures);
          FleetFigures.of(figures.fleet())
              .forEach(figure -> set(figure.name(), figure.unit(), figure.tags(), figure.value()));
        });
    health.stream()
        .flatMap(all -> all.report().parts().stream())
        .forEach(part -> set("health", "", Tags.of("part", part.name()), value(part.state())));
    rows.forEach((name, list) -> gauges.get(name).register(List.copyOf(list), true));
  }

  private static double value(Health.State state) {
    return switch (state) {
      case UP -> 1;
      case DEGRADED -> 0.5;
      case DOWN -> 0;
    };
  }

  private void shards(Figures figures) {
    List<ShardLag> lags = figures.lags();
    Map<String, Duration> ages = figures.checkpointAges();
    Map<ShardLag.State, Integer> states = new LinkedHashMap<>();
    for (ShardLag.State state : ShardLag.State.values()) {
      states.put(state, 0);
    }
    Duration worst = Duration.ZERO;
    for (ShardLag lag : lags) {
      Tags tags = tags(lag.name());
      lag.lag().ifPresent(time -> set("shard.lag", "seconds", tags, seconds(time)));
      set("shard.window", "changes", tags, lag.depth());
      set("shard.aside", "actions", tags, lag.aside());
      set(
          "shard.checkpoint.age",
          "seconds",
          tags,
          seconds(ages.getOrDefault(lag.name(), Duration.ZERO)));
      states.merge(lag.state(), 1, Integer::sum);
      Duration time = lag.lag().orElse(Duration.ZERO);
      worst = time.compareTo(worst) > 0 ? time : worst;
    }
    set("lag", "seconds", Tags.empty(), seconds(worst));
    states.forEach(
        (state, count) -> set("shards", "", Tags.of("state", Metrics.word(state)), count));
  }

  private static Tags tags(String name) {
    int slash = name.indexOf('/');
    return Tags.of("table", name.substring(0, slash), "shard", name.substring(slash + 1));
  }

  static double seconds(Duration time) {
    return time.toMillis() / 1000.0;
  }

  private void set(String name, String unit, Tags tags, double value) {
    gauges.computeIfAbsent(
        name,
        key ->
            MultiGauge.builder("tributary." + key)
                .baseUnit(unit.isEmpty() ? null : unit)
                .register(registry));
    rows.computeIfAbsent(name, key -> new ArrayList<>()).add(Row.of(tags, value));
  }
}
