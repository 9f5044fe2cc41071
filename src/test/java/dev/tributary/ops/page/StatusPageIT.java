package dev.tributary.ops.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tributary.config.Settings;
import dev.tributary.index.Outcome;
import dev.tributary.index.Setback;
import dev.tributary.ops.Checks;
import dev.tributary.ops.FleetFixtures;
import dev.tributary.ops.Health;
import dev.tributary.ops.Metrics;
import dev.tributary.ops.http.Answer;
import dev.tributary.ops.http.OpsServer;
import dev.tributary.ops.http.Routes;
import dev.tributary.ops.page.Sample.Series;
import dev.tributary.sync.Contact;
import dev.tributary.table.Holds;
import dev.tributary.table.Holds.Hold;
import dev.tributary.table.ShardLag;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page as a person sees it, in a real browser, of a worker that is made up. What it looked like
 * is in target/page.
 */
final class StatusPageIT {

  private static final Path PICTURES = Path.of("target", "page");
  private static final String ATTACK = "<img src=x onerror=\"document.title='owned'\">";

  @TempDir private static Path profile;
  private static Chromium browser;

  private final FakeWorker worker = new FakeWorker();
  private final Routes routes = new Routes();
  private Optional<String> stage = Optional.empty();
  private Health health;
  private StatusPage page;
  private OpsServer server;
  private URI address;
  private int width;

  @BeforeAll
  static void findBrowser() throws Exception {
    Optional<Path> installed = Chromium.installed();
    assumeTrue(
        installed.isPresent(),
        "SKIPPED: no chromium, chromium-browser or google-chrome on the PATH, so nobody looked at the status page");
    browser = new Chromium(installed.get(), profile);
  }

  @AfterAll
  static void endBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  private void serve(boolean running) throws Exception {
    serve(running, () -> {});
  }

  private void serve(boolean running, Runnable before) throws Exception {
    browser.forget();
    health = Health.start(Clock.systemUTC());
    health.add(List.of(Checks.start(() -> stage)));
    page = new StatusPage("places", FleetFixtures.HERE, health, Clock.systemUTC());
    page.add(routes);
    if (running) {
      health.add(Checks.of(worker));
      page.running(worker, worker, new Metrics("places"), 4);
    }
    health.look();
    before.run();
    page.start();
    // Not the usual port: once it is free, a worker of another test takes it.
    server = OpsServer.start(new Settings.Http(Optional.of(0), Settings.Http.LOOPBACK), routes);
    address = server.address().resolve("/");
  }

  @AfterEach
  void stop() throws Exception {
    if (browser != null) {
      browser.open(URI.create("about:blank"));
    }
    if (server != null) {
      page.close();
      server.close();
      health.close();
    }
  }

  private void open(int width, int height, boolean dark, String headline) throws Exception {
    this.width = width;
    browser.size(width, height, width < 500);
    browser.dark(dark);
    browser.open(address);
    awaitText("#answer", headline);
  }

  private static String text(String selector) throws Exception {
    return browser
        .value("document.querySelector('%s')?.innerText ?? ''".formatted(selector))
        .asText();
  }

  private static void awaitText(String selector, String text) {
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(text(selector)).contains(text));
  }

  private static void picture(String name) throws Exception {
    browser.picture(PICTURES.resolve(name + ".png"));
  }

  /** Neither the page nor what it loads may break a rule, ask another server, or be too wide. */
  private void assertFlawless() throws Exception {
    assertThat(browser.events("Runtime.exceptionThrown")).isEmpty();
    assertThat(browser.events("Runtime.consoleAPICalled")).isEmpty();
    assertThat(browser.events("Log.entryAdded"))
        .as("what the browser complained about, such as its content security policy")
        .isEmpty();
    assertThat(browser.events("Network.requestWillBeSent"))
        .extracting(event -> event.at("/params/request/url").asText())
        .filteredOn(url -> !url.equals("about:blank"))
        .isNotEmpty()
        .allMatch(url -> url.startsWith("http://127.0.0.1:"));
    // A phone makes its own window as wide as the page is, so that is no measure.
    assertThat(browser.value("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(width);
    if (width < 500) {
      assertThat(
              browser
                  .value(
                      "[...document.querySelectorAll('.scroll')].filter(box => box.scrollWidth > box.clientWidth).map(box => box.parentNode.id).join()")
                  .asText())
          .as("tables that are cut off on a phone")
          .isEmpty();
    }
  }

  /** Half an hour, in which OpenSearch took nothing for a while. */
  private void past(boolean trouble) {
    for (int i = 0; i < 358; i++) {
      Map<Series, Double> values = new EnumMap<>(Series.class);
      double wave = Math.sin(i / 20.0);
      boolean out = trouble && i > 250;
      double lag = out ? (i - 250) * 5.0 : 1 + wave;
      double rate = 400 + 150 * wave + i % 7 * 12;
      values.put(Series.FLEET_LAG, lag + 1);
      values.put(Series.RECEIVED, out ? 0 : rate);
      values.put(Series.FINISHED, out ? 0 : rate * 0.98);
      values.put(Series.APPLIED, out ? 0 : rate * 0.95);
      values.put(Series.STALE, out ? 0 : rate * 0.03);
      values.put(Series.REJECTED, 0.0);
      values.put(Series.PUT_OFF, out ? 55.0 : 0);
      if (!out) {
        values.put(Series.P50, 35 + 8 * wave);
        values.put(Series.P99, 160 + 60 * wave);
        values.put(Series.CREATED_P99, 1500 + 300 * wave);
      }
      values.put(Series.IN_FLIGHT, out ? Math.min(100.0, i - 250) : 6 + 3 * wave);
      values.put(Series.PACE, out ? 25.0 : 100);
      Map<String, Double> lags = new HashMap<>();
      worker.fleet.lags.forEach(
          shard -> lags.put(shard.name(), shard.name().endsWith("1") ? lag : lag / 2));
      page.history()
          .add(new Sample(Instant.now().minus(History.EVERY.multipliedBy(359L - i)), values, lags));
    }
  }

  @Test
  void anIdleFleetIsUpToDate() throws Exception {
    serve(true);
    open(1280, 900, false, "Up to date");
    assertThat(text("#verdict")).contains("2 shards, lag at most 1 s");
    assertThat(text("#dead-letters")).contains("No dead letters.");
    assertThat(text("#gaps")).contains("No gaps");
    assertThat(text("#shards tbody")).contains("places/…29626dd1").contains("at the tip");
    assertThat(browser.value("document.title").asText()).isEqualTo("✓ Up to date · places");
    awaitText(".chart:nth-child(1) .key", "largest of the fleet");
    assertThat(browser.value("document.querySelectorAll('.chart canvas').length").asInt())
        .isEqualTo(5);
    assertFlawless();
    picture("idle");
    open(390, 844, true, "Up to date");
    assertFlawless();
    picture("idle-phone-dark");
  }

  private void load() {
    worker.bytesInFlight = 5_200_000;
    worker.tally.paced(4, 1000, 5_000_000);
    for (int i = 0; i < 4000; i++) {
      worker.tally.ended(new Outcome.Applied());
    }
    worker.tally.bulk(800, 700_000, 48_000_000);
  }

  @Test
  void whatItemsSayIsShownAsText() throws Exception {
    worker.fleet.letter("PLACE#" + ATTACK + "#PLACE", "failed to parse field [loc] " + ATTACK);
    worker.fleet.letter("PLACE#plc_azul#PLACE", "failed to parse field [freshness.last_checked]");
    worker.fleet.pending("PLACE#plc_suytun#PLACE", "s3://shapes/suytun.json is not there");
    worker.fleet.gap();
    worker.fleet.holds.add(
        new Hold(
            Holds.What.INDEX,
            "place-sources",
            Holds.Cause.OPERATOR,
            "a new mapping",
            "ann",
            FleetFixtures.NOW.minusSeconds(600)));
    worker.fleet.section(
        "backfills",
        Map.of(
            "id",
            "b-7f3a",
            "state",
            "running",
            "table",
            "places",
            "items",
            120_000,
            "documents",
            118_500,
            "deleted",
            3,
            "parts",
            16,
            "partsDone",
            7,
            "since",
            FleetFixtures.NOW.minusSeconds(900).toString()));
    worker.fleet.section(
        "rebuilds",
        Map.of(
            "index",
            "places",
            "from",
            "places-000001",
            "to",
            "places-000002",
            "step",
            "loading",
            "startedAt",
            FleetFixtures.NOW.minusSeconds(300).toString(),
            "by",
            "ann"));
    worker.fleet.section(
        "verification",
        Map.of(
            "round",
            "last round",
            "done",
            16,
            "parts",
            16,
            "equal",
            118_000,
            "differences",
            2,
            "repaired",
            0,
            "at",
            FleetFixtures.NOW.minusSeconds(7000).toString(),
            "examples",
            List.of("stale places/PLACE#1#PLACE")));
    load();
    serve(true, () -> past(false));
    open(1280, 900, false, "Up to date");
    awaitText("#dead-letters", ATTACK);
    assertThat(text("#dead-letters")).contains("failed to parse field [loc] <img");
    assertThat(browser.value("document.querySelectorAll('main img').length").asInt()).isZero();
    assertThat(browser.value("document.title").asText()).doesNotContain("owned");
    assertThat(text("#todo")).contains("./tributary backfill --config FILE --gaps");
    assertThat(browser.value("document.querySelector('#backfills progress').value").asInt())
        .isEqualTo(7);
    assertFlawless();
    picture("loaded");
    open(390, 844, true, "Up to date");
    assertFlawless();
    picture("loaded-phone-dark");
    open(1280, 900, true, "Up to date");
    picture("loaded-dark");
  }

  @Test
  void openSearchDownIsSaidInWordsWithWhatToDo() throws Exception {
    worker.fleet.shard(1, 540, ShardLag.State.STUCK, "it waits for room");
    worker.fleet.shard(2, 270, ShardLag.State.STUCK, "it waits for room");
    worker.setback = Optional.of(Setback.NO_CONNECTION);
    worker.openSearch =
        new Contact.State(Optional.of("Connection refused"), Duration.ofSeconds(545));
    worker.bytesInFlight = 64_000_000;
    serve(true, () -> past(true));
    open(1280, 900, false, "Stuck");
    assertThat(text("#reason")).contains("OpenSearch does not take writes: it cannot be reached");
    assertThat(text("#todo"))
        .containsOnlyOnce("look at the network and at opensearch.url")
        .contains("docs/operations.md#when-opensearch-does-not-take-writes");
    assertThat(browser.value("document.querySelector('#announcer').textContent").asText())
        .startsWith("Stuck: ");
    assertFlawless();
    picture("opensearch-down");
    open(390, 844, false, "Stuck");
    assertFlawless();
    picture("opensearch-down-phone");
  }

  @Test
  void aStartAndALostWorkerAreSeen() throws Exception {
    stage = Optional.of("it is starting: OpenSearch is awaited");
    serve(false);
    open(1280, 900, false, "Starting");
    assertThat(text("#reason")).contains("OpenSearch is awaited");
    assertThat(text("#shards")).contains("Not known yet: the worker is starting.");
    assertFlawless();
    picture("starting");
    page.close();
    server.close();
    awaitText("#banner", "This worker does not answer.");
    assertThat(text("#connection")).isEqualTo("disconnected");
    assertThat(browser.value("document.title").asText()).startsWith("✕ Disconnected");
    assertThat(text("#answer")).as("an old word is none").isEqualTo("Not known");
    assertThat(text("#reason")).contains("Then it was: Starting. It is starting");
    picture("disconnected");
    anotherTakesThePort();
  }

  /** What is on the page is not its own: charts, the map, and perhaps the page itself. */
  private void anotherTakesThePort() throws Exception {
    browser.value("window.old = true");
    page = new StatusPage("places", "another", health, Clock.systemUTC());
    Routes others = new Routes();
    page.add(others);
    page.start();
    server =
        OpsServer.start(
            new Settings.Http(Optional.of(address.getPort()), Settings.Http.LOOPBACK), others);
    awaitText("#worker", "another");
    assertThat(browser.value("window.old === undefined").asBoolean()).isTrue();
  }

  /**
   * It said so at once, since it had heard nothing for so long; now it gives the worker its time.
   */
  @Test
  void aTabThatIsShownAgainDoesNotSayThatItsWorkerIsLost() throws Exception {
    serve(true);
    open(1280, 900, false, "Up to date");
    browser.value(
        """
        window.hide = hidden => {
          Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
          document.dispatchEvent(new Event('visibilitychange'));
        };
        const soon = window.setTimeout;
        window.setTimeout = task => soon(task, 0);
        hide(true)""");
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(browser.value("document.title").asText()).startsWith("… "));
    // Six minutes later it is shown, and its worker takes some time to answer.
    browser.value(
        """
        window.later = 360000;
        window.looks = 0;
        const real = Date.now;
        Date.now = () => { looks++; return real() + later; };
        window.EventSource = class { addEventListener() {} close() {} };
        hide(false)""");
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(browser.value("looks").asInt()).isGreaterThan(3));
    assertThat(browser.value("document.querySelector('#banner').hidden").asBoolean()).isTrue();
    browser.value("later += 11000");
    awaitText("#banner", "This worker does not answer.");
    assertThat(text("#reason")).as("what is shown is as old as it was").contains("6 min ago");
  }

  @Test
  void theDemoShowsDocumentsArriveOnAMap() throws Exception {
    String azul =
        """
        {"index": "places", "id": "a", "version": "1", "label": "Cenote Azul",
         "geometry": {"type": "Point", "coordinates": [-87.224, 20.5497]}}""";
    String park =
        """
        {"index": "places", "id": "b", "version": "1", "label": "%s",
         "geometry": {"type": "Polygon", "coordinates": [[[-88.2, 20.6], [-88.0, 20.6], [-88.0, 20.8], [-88.2, 20.8], [-88.2, 20.6]]]}}"""
            .formatted(ATTACK.replace("\"", "\\\""));
    List<String> documents = new CopyOnWriteArrayList<>(List.of(azul));
    routes.add(
        StatusPage.DOCUMENTS,
        "documents",
        () -> Answer.json(200, "{\"documents\": [" + String.join(",", documents) + "]}"));
    serve(true);
    open(1280, 900, false, "Up to date");
    awaitText("#arrivals", "Cenote Azul");
    documents.add(park);
    awaitText("#arrivals", "new " + ATTACK);
    assertThat(browser.value("document.querySelectorAll('#map circle, #map path').length").asInt())
        .isEqualTo(2);
    assertFlawless();
    picture("map");
    open(390, 844, true, "Up to date");
    awaitText("#arrivals", "Cenote Azul");
    assertFlawless();
    picture("map-phone-dark");
  }
}
