package dev.tributary.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/**
 * One run of the benchmark: servers of its own, all that is compared one after the other, a report.
 * {@link #close} may come from another thread, such as a shutdown hook, at any time.
 */
public final class Bench implements AutoCloseable {

  private final BenchOptions options;
  private final PrintWriter notes;
  private Ground ground;

  /**
   * @param notes told what is being done
   */
  public Bench(BenchOptions options, PrintWriter notes) {
    this.options = options;
    this.notes = notes;
  }

  /**
   * @param text the report for people, line by line
   * @param json the same for programs
   * @param svg a picture of it
   * @param right whether the index ended as it should
   */
  public record Outcome(List<String> text, String json, String svg, boolean right) {}

  public Outcome run() throws IOException, InterruptedException {
    say("DynamoDB and OpenSearch start");
    Ground opened = Ground.open(options);
    synchronized (this) {
      ground = opened;
    }
    Report report = measure(new Stage(opened, options, this::say));
    close();
    opened.forget();
    return new Outcome(
        ReportText.of(report), ReportJson.of(report), Plot.of(report), report.right());
  }

  private Report measure(Stage stage) throws IOException, InterruptedException {
    long changes = options.changes();
    return switch (options.profile()) {
      case DRAIN -> new Drain(stage, Workload.mixed(changes)).run();
      case GEOMETRY -> new Drain(stage, Workload.geometry(changes)).run();
      case HOT_KEYS -> new Drain(stage, Workload.hotKeys(changes)).run();
      case WIDE -> new Drain(stage, Workload.wide(changes)).run();
      case MEMORY -> new Memory(stage).run();
      case LATENCY -> new Latency(stage).run();
      case MANY -> new Many(stage).run();
      case START -> new Start(stage).run();
    };
  }

  private void say(String line) {
    notes.println(line);
    notes.flush();
  }

  @Override
  public synchronized void close() {
    if (ground != null) {
      try {
        ground.close();
      } catch (IOException e) {
        say("While closing: " + e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      ground = null;
    }
  }
}
