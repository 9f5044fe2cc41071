package dev.tributary.enrich;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tributary.change.Value;
import dev.tributary.config.ContentLimits;
import dev.tributary.config.Enrichment;
import dev.tributary.config.ObjectSettings;
import dev.tributary.enrich.Enricher.Held;
import dev.tributary.entity.AttributePath;
import dev.tributary.entity.Need;
import dev.tributary.entity.Pull;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How much of what was fetched is held until it is written. */
class EnricherRoomTest {

  private static final int LARGE = 10_000;

  /** For one large object. */
  private static final long ROOM = 4L * LARGE;

  private final Map<String, byte[]> objects = new ConcurrentHashMap<>();
  private final List<String> served = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private Enricher enricher;

  @BeforeEach
  void start() throws IOException {
    System.setProperty("aws.accessKeyId", "test");
    System.setProperty("aws.secretAccessKey", "test");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/parks/", this::serve);
    server.start();
    ObjectSettings.Bucket parks =
        new ObjectSettings.Bucket(
            List.of(),
            Optional.empty(),
            Optional.of(URI.create("http://127.0.0.1:" + server.getAddress().getPort())),
            true,
            List.of(),
            Optional.empty());
    enricher =
        new Enricher(
            new Enrichment(
                new ObjectSettings(
                    Map.of("parks", parks), 1 << 20, Duration.ofSeconds(20), 8, ROOM, 0),
                ContentLimits.DEFAULT,
                Duration.ofHours(1),
                Optional.empty()),
            "us-east-1");
  }

  @AfterEach
  void stop() {
    enricher.close();
    server.stop(0);
  }

  private void serve(HttpExchange exchange) throws IOException {
    String key = exchange.getRequestURI().getPath().substring("/parks/".length());
    byte[] object = objects.get(key);
    exchange.sendResponseHeaders(object == null ? 404 : 200, object == null ? -1 : object.length);
    if (object != null) {
      exchange.getResponseBody().write(object);
    }
    exchange.close();
    served.add(key);
  }

  private CompletableFuture<Held> enrich(String... keys) {
    List<Need> needs = new ArrayList<>();
    for (String key : keys) {
      needs.add(
          new Need(
              new Pull(
                  AttributePath.parse("a" + needs.size()),
                  Pull.Source.OBJECT,
                  new Pull.Text("f" + needs.size())),
              new Value.Text("s3://parks/" + key)));
    }
    return enricher.enrich(needs);
  }

  private void assertTheSecondWaitsForTheFirst(
      CompletableFuture<Held> first, CompletableFuture<Held> second, String last) {
    Held held = first.orTimeout(20, TimeUnit.SECONDS).join();
    await().until(() -> served.contains(last));
    await().during(Duration.ofMillis(300)).until(() -> !second.isDone());
    held.hold().release();
    second.orTimeout(20, TimeUnit.SECONDS).join().hold().release();
  }

  @Test
  void whatIsThereWaitsForRoomThoughWhatWasNamedBeforeItIsMissing() {
    objects.put("one", "1".repeat(LARGE).getBytes(UTF_8));
    objects.put("two", "2".repeat(LARGE).getBytes(UTF_8));
    CompletableFuture<Held> first = enrich("missing", "one");
    assertThat(first.orTimeout(20, TimeUnit.SECONDS).join().enriched()).isInstanceOf(Made.class);
    assertTheSecondWaitsForTheFirst(first, enrich("missing", "two"), "two");
  }

  @Test
  void aCompressedObjectTakesTheRoomOfWhatComesOut() throws IOException {
    objects.put("one", gzip("1".repeat(LARGE)));
    objects.put("two", gzip("2".repeat(LARGE)));
    CompletableFuture<Held> first = enrich("one");
    first.orTimeout(20, TimeUnit.SECONDS).join();
    assertTheSecondWaitsForTheFirst(first, enrich("two"), "two");
  }

  @Test
  void whatTurnsOutSmallerGivesRoomBack() {
    objects.put("one", "1".repeat(LARGE).getBytes(UTF_8));
    objects.put("two", "2".repeat(LARGE / 2).getBytes(UTF_8));
    Held held = enrich("one").orTimeout(20, TimeUnit.SECONDS).join();
    CompletableFuture<Held> second = enrich("two");
    await().until(() -> served.contains("two"));
    assertThat(second).isNotDone();
    held.hold().correct(LARGE / 2);
    second.orTimeout(20, TimeUnit.SECONDS).join().hold().release();
    held.hold().release();
    enrich("one").orTimeout(20, TimeUnit.SECONDS).join().hold().release();
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }
}
