package dev.tributary.system;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** Takes the time from faults until alerts fire. */
final class FiringWatch implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(12);

  /** An alert that is to come. */
  private static final class Expected {
    private final String alert;
    private final String application;
    private final String instance;
    private final String fault;
    private final long since = System.nanoTime();
    private volatile boolean seen;

    Expected(String alert, String application, String instance, String fault) {
      this.alert = alert;
      this.application = application;
      this.instance = instance;
      this.fault = fault;
    }

    boolean isFor(PrometheusServer.Alert fired) {
      return fired.firing()
          && fired.name().equals(alert)
          && (fired.application().equals(application) || fired.instance().equals(instance));
    }
  }

  private final PrometheusServer prometheus;
  private final List<Expected> expected = new ArrayList<>();
  private final List<String> rows = new ArrayList<>();
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final Future<?> looks;

  FiringWatch(PrometheusServer prometheus) {
    this.prometheus = prometheus;
    this.looks = thread.scheduleWithFixedDelay(this::look, 0, 200, MILLISECONDS);
  }

  /** A fault was just made, of which this alert should tell. */
  synchronized void expect(String alert, String application, String instance, String fault) {
    expected.add(new Expected(alert, application, instance, fault));
  }

  private void look() {
    lookOnce(prometheus.alerts());
  }

  private synchronized void lookOnce(List<PrometheusServer.Alert> alerts) {
    for (Expected one : expected) {
      alerts.stream()
          .filter(one::isFor)
          .findFirst()
          .filter(fired -> !one.seen)
          .ifPresent(fired -> seen(one, fired));
    }
  }

  private void seen(Expected one, PrometheusServer.Alert fired) {
    one.seen = true;
    Set<String> parts =
        prometheus.labels(
            "tributary_health{application=\"%s\"} < 1".formatted(one.application), "part");
    String row =
        "%-24s %6.0f s  %-60s %s  health: %s"
            .formatted(
                one.alert,
                (System.nanoTime() - one.since) / 1e9,
                one.fault,
                fired.summary(),
                parts);
    rows.add(row);
    System.out.println(row);
  }

  /** Waits for all that is to come of an application. */
  void await(String application) {
    awaitAll(one -> one.application.equals(application));
  }

  void await() {
    awaitAll(one -> true);
  }

  private void awaitAll(Predicate<Expected> which) {
    Awaitility.await().atMost(PATIENCE).until(() -> missing(which), List::isEmpty);
  }

  private synchronized List<String> missing(Predicate<Expected> which) {
    // It ends by a fault only, which is not to be waited for.
    assertThat(looks).isNotDone();
    return expected.stream()
        .filter(one -> !one.seen && which.test(one))
        .map(one -> one.alert)
        .toList();
  }

  synchronized List<String> rows() {
    return List.copyOf(rows);
  }

  synchronized Set<String> alerts() {
    Set<String> names = new TreeSet<>();
    expected.stream().filter(one -> one.seen).forEach(one -> names.add(one.alert));
    return names;
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
