package dev.tributary.sync;

import static org.awaitility.Awaitility.await;

import dev.tributary.config.Settings;
import dev.tributary.document.Documents;
import dev.tributary.index.FirstGenerations;
import dev.tributary.index.PlayedHttp;
import dev.tributary.index.PlayedHttp.Exchange;
import dev.tributary.index.PlayedIndex;
import dev.tributary.index.Tally;
import dev.tributary.stream.ShardConsumer;
import dev.tributary.sync.SyncFakes.FakeHolds;
import dev.tributary.table.DeadLetters.Letter;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * A backfill's way into an index in memory. Each bulk waits until the test lets it through.
 * Thread-safe.
 */
public final class PlayedLoading implements AutoCloseable {

  public static final String TABLE = "places";

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Settings settings = SyncFakes.settings(TABLE, "places");
  private final PlayedIndex index = new PlayedIndex();
  private final List<Exchange> bulks = new ArrayList<>();
  private final FakeLetters letters = new FakeLetters();
  private final Engine engine;
  private boolean open;

  public PlayedLoading() {
    Outside outside =
        new Outside(
            new PlayedHttp(index, network()),
            FirstGenerations.DESTINATIONS,
            (table, key) -> Optional.empty(),
            letters,
            (lack, now, due) -> {},
            new FakeHolds(),
            Clock.systemUTC(),
            System::nanoTime,
            ShardConsumer.MANY,
            new Random(1),
            ThreadCrew::new,
            new Tally(),
            Timings.NONE);
    this.engine =
        new Engine(
            settings,
            new Documents(settings),
            SyncFakes.enricher(),
            new Refusals(Refusals.LAST),
            Selection.ALL,
            outside);
    engine.pageWriter().start();
  }

  private PlayedHttp.Network network() {
    return new PlayedHttp.Network() {
      @Override
      public void take(Exchange exchange) {
        bulk(exchange);
      }

      @Override
      public void await(Exchange exchange) {}
    };
  }

  private synchronized void bulk(Exchange exchange) {
    bulks.add(exchange);
    if (open) {
      carryOut(exchange);
    }
  }

  private static void carryOut(Exchange exchange) {
    if (!exchange.ended()) {
      exchange.arrive();
      exchange.answer();
    }
  }

  public Settings settings() {
    return settings;
  }

  public Loading loading() {
    return new Loading(engine);
  }

  /** The ids of the dead letters. */
  public List<String> letters() {
    return letters.letters.values().stream().map(Letter::id).toList();
  }

  /** The ids of all that is written. */
  public synchronized Set<String> documents() {
    return Set.copyOf(index.contents().keySet());
  }

  /** Waits until a document is on its way. */
  public void awaitSent(String id) {
    await().atMost(PATIENCE).until(() -> sent(id).isPresent());
  }

  private synchronized Optional<Exchange> sent(String id) {
    return bulks.stream().filter(bulk -> bulk.toString().equals("[index " + id + "]")).findFirst();
  }

  /** Waits until a document is on its way in a bulk of its own, and lets that through. */
  public void let(String id) {
    awaitSent(id);
    synchronized (this) {
      carryOut(sent(id).orElseThrow());
    }
  }

  /** Lets all through, those that come later too. */
  public synchronized void open() {
    open = true;
    bulks.forEach(PlayedLoading::carryOut);
  }

  @Override
  public void close() {
    engine.close();
  }
}
