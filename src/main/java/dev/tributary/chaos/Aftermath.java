package dev.tributary.chaos;

import dev.tributary.chaos.Judge.Verdict;
import dev.tributary.index.OpenSearchUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.core.exception.SdkException;

/** Waits until all is as it should be, or patience ends. */
final class Aftermath {

  /**
   * A worker that was killed while it looked for an object keeps the others from it for two
   * minutes.
   */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private static final Duration START_PATIENCE = Duration.ofMinutes(2);
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  /** What comes late must come by then, and must not change anything. */
  private static final Duration STILL = Duration.ofSeconds(3);

  private static final int SHOWN = 20;
  private static final int LONGEST = 600;

  private final Judge judge;
  private final Workers workers;
  private final Outlines outlines;
  private final Proxy proxy;
  private final Diary diary;
  private final CountDownLatch never = new CountDownLatch(1);

  Aftermath(Judge judge, Workers workers, Outlines outlines, Proxy proxy, Diary diary) {
    this.judge = judge;
    this.workers = workers;
    this.outlines = outlines;
    this.proxy = proxy;
    this.diary = diary;
  }

  /** Waits until a worker has made the indexes. */
  void awaitBeginning(Backend backend, Set<String> indexes)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + START_PATIENCE.toNanos();
    for (String index : indexes) {
      while (!backend.has(index)) {
        if (System.nanoTime() > deadline) {
          throw new IOException("No worker has made the index " + index);
        }
        pause(LOOK_EVERY);
      }
    }
  }

  /**
   * @return whether the indexes came to equal the tables, and stayed so
   */
  boolean awaitEqual() throws IOException, InterruptedException {
    double began = diary.seconds();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Verdict verdict = look();
    while (!verdict.problems().isEmpty() && System.nanoTime() < deadline) {
      pause(LOOK_EVERY);
      verdict = look();
    }
    double took = diary.seconds() - began;
    if (verdict.problems().isEmpty()) {
      pause(STILL);
      verdict = look();
    }
    boolean equal = verdict.problems().isEmpty();
    if (equal) {
      diary.say("equal, %.1f s after the last fault".formatted(took));
    } else {
      diary.say("NOT EQUAL, %d differences:".formatted(verdict.problems().size()));
      verdict.problems().stream().limit(SHOWN).forEach(line -> diary.plain("  " + cut(line)));
    }
    diary.plain("");
    diary.plain(
        "  items       %d, %d documents, %d dead letters"
            .formatted(verdict.items(), verdict.found(), verdict.letters()));
    return equal;
  }

  private Verdict look() throws IOException, InterruptedException {
    workers.revive();
    if (outlines.awaited() > 0 || !proxy.isQuiet()) {
      return unsettled("objects or requests are still on their way");
    }
    try {
      return judge.judge();
    } catch (OpenSearchUnavailableException e) {
      return unsettled("OpenSearch: " + e.getMessage());
    } catch (SdkException e) {
      return unsettled("DynamoDB: " + e.getMessage());
    }
  }

  private static Verdict unsettled(String why) {
    return new Verdict(0, 0, 0, List.of(why));
  }

  private void pause(Duration time) throws InterruptedException {
    never.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static String cut(String text) {
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
  }
}
