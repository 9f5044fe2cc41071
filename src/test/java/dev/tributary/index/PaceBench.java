package dev.tributary.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/**
 * What the adapting pace costs where there is nothing to adapt to: the writer against bulks of a
 * fixed size, as many at once as it may send, by turns. No build runs it, and it asserts nothing:
 *
 * <pre>
 *   mvn -B verify -Dit.test=PaceBench -Dtest=WindowTest
 * </pre>
 */
class PaceBench {

  private static final int DOCUMENTS = Integer.getInteger("documents", 40_000);
  private static final int TURNS = Integer.getInteger("turns", 5);
  private static final Settings.Limits LIMITS =
      new Settings.Limits(64 << 20, 4 << 20, 1000, Integer.getInteger("bulks", 2));
  private static final byte[] BODY = ("{\"text\":\"" + "x ".repeat(450) + "\"}").getBytes(UTF_8);

  private final RawOpenSearch raw = new RawOpenSearch(Servers.shared().openSearch());

  @Test
  void measure() throws Exception {
    try (OpenSearchHttp http = OpenSearchFixtures.connect()) {
      for (int turn = 0; turn < TURNS; turn++) {
        double fixed = fixed(http);
        Tally tally = new Tally();
        double cold = adapting(http, tally);
        System.out.printf(
            "turn %d: fixed %.0f documents/s; adapting from its start %.0f, %.2f of it; %s%n",
            turn, fixed, cold, cold / fixed, tally.totals());
      }
    }
  }

  private String fresh() throws Exception {
    String alias = RawOpenSearch.newName();
    raw.ask(
        "PUT",
        "/" + alias + "-000001",
        "{\"aliases\":{\""
            + alias
            + "-000001-write\":{}},\"settings\":{\"number_of_replicas\":0}}");
    return alias;
  }

  private static Write write(String alias, int number, CountDownLatch left) {
    String id = "id" + number;
    return new Write(
        new DocumentKey(alias, id),
        Generation.first(alias),
        "Places",
        ItemKey.of(new Value.Text(id)),
        new Origin.Streamed("stream", SequenceNumber.of("1"), WriteFixtures.NOW),
        1,
        Optional.of(BODY),
        false,
        () -> true,
        outcome -> left.countDown());
  }

  private double adapting(OpenSearchHttp http, Tally tally) throws Exception {
    String alias = fresh();
    CountDownLatch left = new CountDownLatch(DOCUMENTS);
    try (BulkWriter writer =
        BulkWriter.start(
            http,
            FirstGenerations.DESTINATIONS,
            (refused, resolved) -> {},
            new WriterSettings(LIMITS, Duration.ofSeconds(8), Set.of()),
            tally)) {
      long start = System.nanoTime();
      for (int i = 0; i < DOCUMENTS; i++) {
        writer.submit(write(alias, i, left));
      }
      left.await();
      return rate(start);
    } finally {
      raw.ask("DELETE", "/" + alias + "-000001");
    }
  }

  private double fixed(OpenSearchHttp http) throws Exception {
    String alias = fresh();
    CountDownLatch left = new CountDownLatch(DOCUMENTS);
    Semaphore places = new Semaphore(LIMITS.bulksInFlight());
    long start = System.nanoTime();
    for (int i = 0; i < DOCUMENTS; i += LIMITS.bulkActions()) {
      int end = Math.min(DOCUMENTS, i + LIMITS.bulkActions());
      BulkBody body = new BulkBody(LIMITS.bulkActions() * (BODY.length + 200));
      for (int number = i; number < end; number++) {
        body.add(write(alias, number, left), Generation.first(alias));
      }
      places.acquire();
      int actions = end - i;
      var unused =
          http.bulk(body.whole(), BulkAnswer.QUERY, Patience.USUAL)
              .thenAccept(
                  answer -> {
                    places.release();
                    try {
                      BulkAnswer.parse(answer.body(), actions, 0).forEach(item -> left.countDown());
                    } catch (IOException e) {
                      System.out.println(e);
                    }
                  });
    }
    left.await();
    raw.ask("DELETE", "/" + alias + "-000001");
    return rate(start);
  }

  private static double rate(long start) {
    return DOCUMENTS / ((System.nanoTime() - start) / 1e9);
  }
}
