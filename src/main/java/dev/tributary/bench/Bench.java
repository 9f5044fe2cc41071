package dev.tributary.bench;

import java.io.IOException;
import java.io.PrintWriter;

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
   * @param right whether the index ended as it should
   */
  public record Outcome(java.util.List<String> text, String json, boolean right) {}

  public Outcome run() throws IOException, InterruptedException {
    say("DynamoDB and OpenSearch start");
    Ground opened = Ground.open(options);
    synchronized (this) {
      ground = opened;
    }
    Report report = new Drain(opened, this::say, options).run();
    close();
    opened.forget();
    return new Outcome(ReportText.of(report), ReportJson.of(report), report.right());
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
