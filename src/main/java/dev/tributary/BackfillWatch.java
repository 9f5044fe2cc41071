package dev.tributary;

import dev.tributary.backfill.ExportProgress;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Counts;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.Tables;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Help.Ansi;

/** Shows how far a backfill is: a bar in a terminal, lines elsewhere. */
final class BackfillWatch {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
  private static final int LOOKS_BETWEEN_LINES = 10;

  private final PrintWriter out;
  private final Backfills backfills;
  private final String id;
  private final OptionalLong total;
  private final boolean terminal = Ansi.AUTO.enabled();
  private final long since = System.nanoTime();
  private final Instant begun;
  private final Set<String> told = new HashSet<>();
  private long itemsAtFirst = -1;

  BackfillWatch(StateDesk desk, Tables tables, String id) {
    this.out = desk.out();
    this.backfills = new Backfills(desk.aws().dynamoDb(), desk.stateTable());
    this.id = id;
    this.total = job().map(job -> total(tables, job.plan())).orElse(OptionalLong.empty());
    this.begun = desk.aws().clock().instant();
  }

  private static OptionalLong total(Tables tables, Plan plan) {
    return plan.export().isPresent()
        ? OptionalLong.of(plan.export().get().items())
        : tables.itemCount(plan.table());
  }

  private Optional<Job> job() {
    return backfills.all().stream().filter(job -> job.id().equals(id)).findFirst();
  }

  /**
   * @return whether all of it is done
   */
  boolean untilOver() throws InterruptedException {
    out.println("Backfill " + id + " begins; 'backfills pause|cancel " + id + "' from elsewhere.");
    for (int looks = 0; true; looks++) {
      State state = job().map(Job::state).orElse(State.CANCELLED);
      if (state.isOver()) {
        over(state);
        return state == State.DONE;
      }
      List<Part> parts = backfills.parts(id);
      if (isStuck(parts)) {
        return false;
      }
      if (terminal || looks % LOOKS_BETWEEN_LINES == LOOKS_BETWEEN_LINES - 1) {
        show(parts, state);
      }
      TimeUnit.NANOSECONDS.sleep(BETWEEN_LOOKS.toNanos());
    }
  }

  /** Workers, if there are any, try again all the same. */
  private boolean isStuck(List<Part> parts) {
    for (Part part : parts) {
      part.trouble()
          .filter(trouble -> trouble.at().isAfter(begun) && told.add(trouble.reason()))
          .ifPresent(trouble -> out.println(part.name() + ": " + trouble.reason()));
    }
    boolean stuck = ExportProgress.isStuck(parts, begun);
    if (stuck) {
      out.printf(
          "Backfill %s does not go on. Mend that and run the same command again, or give it up:"
              + " 'backfills cancel %s'.%n",
          id, id);
    }
    out.flush();
    return stuck;
  }

  private void over(State state) {
    Counts counts = backfills.counts(id);
    out.printf(
        "%sBackfill %s is %s after %.1f s: %,d items read, %,d documents asked for, %,d deleted,"
            + " %,.1f read units.%n",
        terminal ? "\r\u001b[K" : "",
        id,
        state,
        seconds(),
        counts.items(),
        counts.documents(),
        counts.deleted(),
        counts.readUnits());
    out.flush();
  }

  private void show(List<Part> parts, State state) {
    long items = parts.stream().mapToLong(part -> part.counts().items()).sum();
    if (itemsAtFirst < 0) {
      itemsAtFirst = items;
    }
    double rate = (items - itemsAtFirst) / Math.max(seconds(), 0.001);
    String line = BackfillProgress.line(parts, state, total, rate, terminal);
    if (terminal) {
      out.print("\r\u001b[K" + line);
    } else {
      out.println(line);
    }
    out.flush();
  }

  private double seconds() {
    return (System.nanoTime() - since) / 1e9;
  }
}
