package dev.tributary.ops;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prints what alarms need for CloudWatch, in its Embedded Metric Format: one object for each set of
 * dimensions, a line each, on the daemon thread {@code emf}. CloudWatch makes metrics of them
 * wherever standard output goes to its logs.
 */
public final class Emf implements AutoCloseable {

  /** The logger that prints lines to standard output as they are. */
  public static final String LOGGER = "tributary.emf";

  static final String NAMESPACE = "Tributary";

  /** CloudWatch takes no more of one object. */
  static final int MOST_METRICS = 100;

  private static final Logger LOG = LoggerFactory.getLogger(Emf.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final EmfFigures figures;
  private final String application;
  private final String worker;
  private final Clock clock;
  private final Consumer<String> out;
  private final CountDownLatch closed = new CountDownLatch(1);

  Emf(EmfFigures figures, String application, String worker, Clock clock, Consumer<String> out) {
    this.figures = figures;
    this.application = application;
    this.worker = worker;
    this.clock = clock;
    this.out = out;
  }

  /** Prints at once: a worker that dies in its start, again and again, must be seen, too. */
  public static Emf start(Health health, String application, String worker, Duration every) {
    Logger printer = LoggerFactory.getLogger(LOGGER);
    Emf emf =
        new Emf(new EmfFigures(health), application, worker, Clock.systemUTC(), printer::info);
    emf.print();
    Thread thread = new Thread(() -> emf.keepPrinting(every), "emf");
    thread.setDaemon(true);
    thread.start();
    return emf;
  }

  /** The worker reads. */
  public void read(Figures counted) {
    figures.read(counted);
  }

  private void keepPrinting(Duration every) {
    try {
      while (!closed.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
        print();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void print() {
    try {
      lines().forEach(out);
    } catch (RuntimeException e) {
      LOG.error("The figures for CloudWatch could not be made", e);
    }
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (EmfFigures.Group group : figures.next()) {
      List<EmfFigures.Value> values = group.values();
      for (int at = 0; at < values.size(); at += MOST_METRICS) {
        int end = Math.min(at + MOST_METRICS, values.size());
        lines.add(line(group, values.subList(at, end)).toString());
      }
    }
    return lines;
  }

  private ObjectNode line(EmfFigures.Group group, List<EmfFigures.Value> values) {
    ObjectNode root = JSON.createObjectNode();
    ObjectNode aws = root.putObject("_aws");
    aws.put("Timestamp", clock.millis());
    ObjectNode directive = aws.putArray("CloudWatchMetrics").addObject();
    directive.put("Namespace", NAMESPACE);
    ArrayNode dimensions = directive.putArray("Dimensions").addArray().add("application");
    group.table().ifPresent(table -> dimensions.add("table"));
    ArrayNode metrics = directive.putArray("Metrics");
    root.put("application", application);
    group.table().ifPresent(table -> root.put("table", table));
    // Not a dimension: each worker would be metrics of its own, and each of them costs.
    root.put("worker", worker);
    for (EmfFigures.Value value : values) {
      metrics.addObject().put("Name", value.name()).put("Unit", value.unit());
      root.put(value.name(), value.value());
    }
    return root;
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
