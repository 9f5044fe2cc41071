package dev.tributary.ops;

import dev.tributary.enrich.geometry.Step;
import dev.tributary.enrich.objects.FetchCounts;
import dev.tributary.index.ConflictBranch;
import dev.tributary.index.Setback;
import dev.tributary.index.Totals;
import dev.tributary.ops.http.Answer;
import dev.tributary.ops.http.Routes;
import dev.tributary.sync.Flow;
import dev.tributary.sync.Letters;
import dev.tributary.sync.Timings;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The worker's metrics for Prometheus; docs/metrics.md has every name. Counters and gauges read
 * {@link Figures} when they are asked for; only the histograms of {@link Histograms} are told.
 */
public final class Metrics {

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Histograms histograms;
  private final ShardGauges shards;

  /** Kept, since Micrometer does not keep what it reads. */
  private Figures figures;

  public Metrics(String application) {
    registry.config().commonTags("application", application);
    ProcessMetrics.bind(registry);
    this.histograms = new Histograms(registry);
    this.shards = new ShardGauges(registry);
  }

  /** To be told how long things take. */
  public Timings timings() {
    return histograms;
  }

  /** How long changes took from when they came until they were done, since the start. */
  public Buckets receivedToApplied() {
    return histograms.receivedToApplied();
  }

  /** The same from when their items were written. */
  public Buckets createdToApplied() {
    return histograms.createdToApplied();
  }

  /** To be called once, before anything is read: a start that waits must be seen, too. */
  public synchronized void health(Health health) {
    shards.health(health);
  }

  /** To be called once, when there is something to count. */
  public synchronized void read(Figures counted) {
    this.figures = counted;
    shards.read(counted);
    counted.flows().keySet().forEach(this::flow);
    writes();
    enrichment();
    for (Letters.Cause cause : Letters.Cause.values()) {
      counter("dead.letters.filed", Tags.of("cause", word(cause)), of -> of.filed(cause));
    }
    counter("pending.noted", Tags.empty(), Figures::noted);
    gauge("in.flight", "bytes", Figures::bytesInFlight);
    gauge("in.flight.limit", "bytes", Figures::mostBytesInFlight);
  }

  private void flow(String table) {
    Tags tags = Tags.of("table", table);
    for (Flow.Kind kind : Flow.Kind.values()) {
      counter("changes", tags.and("kind", word(kind)), of -> of.flows().get(table).changes(kind));
    }
    for (Flow.Asked asked : Flow.Asked.values()) {
      counter(
          "actions", tags.and("action", word(asked)), of -> of.flows().get(table).actions(asked));
    }
    counter("changes.finished", tags, of -> of.flows().get(table).finished());
    counter("shards.lost", tags, of -> of.flows().get(table).lostShards());
  }

  private void writes() {
    outcome("applied", Totals::applied);
    outcome("stale", Totals::stale);
    outcome("rejected", Totals::rejected);
    outcome("fenced", Totals::fenced);
    outcome("coalesced", Totals::coalesced);
    for (Setback why : Setback.values()) {
      counter("write.retries", Tags.of("reason", word(why)), of -> of.totals().putOff(why));
    }
    for (ConflictBranch branch : ConflictBranch.values()) {
      counter("conflicts", Tags.of("decision", word(branch)), of -> of.totals().decided(branch));
    }
    counter("bulks.halved", Tags.empty(), of -> of.totals().halved());
    gauge("bulks.allowed", "", of -> of.totals().allowed().bulks());
    gauge("bulk.actions.allowed", "", of -> of.totals().allowed().actions());
    gauge("bulk.size.allowed", "bytes", of -> of.totals().allowed().bytes());
  }

  private void outcome(String outcome, ToDoubleFunction<Totals> count) {
    counter("writes", Tags.of("outcome", outcome), of -> count.applyAsDouble(of.totals()));
  }

  private void enrichment() {
    for (FetchCounts.Result result : FetchCounts.Result.values()) {
      counter(
          "object.fetches",
          Tags.of("result", word(result)),
          of -> of.enrichment().fetches().count(result));
    }
    FunctionCounter.builder(
            "tributary.object.fetched", figures, of -> of.enrichment().fetches().bytes())
        .baseUnit("bytes")
        .register(registry);
    gauge("object.cache", "bytes", of -> of.enrichment().fetches().cachedBytes());
    for (Step step : Step.values()) {
      counter("shapes", Tags.of("step", step.word()), of -> of.enrichment().shapes(step));
    }
    counter("shapes.simplified", Tags.empty(), Figures::simplified);
  }

  private void counter(String name, Tags tags, ToDoubleFunction<Figures> count) {
    FunctionCounter.builder("tributary." + name, figures, count).tags(tags).register(registry);
  }

  private void gauge(String name, String unit, ToDoubleFunction<Figures> value) {
    Gauge.builder("tributary." + name, figures, value)
        .baseUnit(unit.isEmpty() ? null : unit)
        .register(registry);
  }

  /** As labels have it: {@code too-large}. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public void add(Routes routes) {
    routes.add(
        "/metrics",
        "figures for Prometheus",
        () -> new Answer(200, "text/plain; version=0.0.4; charset=utf-8", scrape()));
  }

  /** As Prometheus fetches it. One at a time: what comes and goes is looked at anew. */
  synchronized String scrape() {
    shards.refresh();
    return registry.scrape();
  }
}
