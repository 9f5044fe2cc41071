package dev.tributary.enrich.objects;

import static dev.tributary.enrich.objects.S3Fixture.bytes;
import static dev.tributary.enrich.objects.ScriptedServer.write;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.enrich.objects.FetchResult.Denied;
import dev.tributary.enrich.objects.FetchResult.TooLarge;
import dev.tributary.enrich.objects.FetchResult.Unavailable;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What no well-behaved S3 server says, through the real client. */
final class StrangeAnswersIT {
  private static final long LIMIT = 1 << 20;
  private static final Duration TIME = Duration.ofSeconds(5);

  private static FetchResult fetch(ScriptedServer server, Duration time) throws Exception {
    try (ObjectFetcher fetcher =
        S3Fixture.fetcher(
            "strange", server.uri(), LIMIT, time, S3Fixture.credentials("locallocal"))) {
      return S3Fixture.await(fetcher, ObjectReference.of("strange", "a"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void redirectsAreNotFollowed(int status) throws Exception {
    try (ScriptedServer trap = new ScriptedServer((number, out) -> write(out, 200, "secret"));
        ScriptedServer server =
            new ScriptedServer(
                (number, out) ->
                    write(
                        out,
                        "HTTP/1.1 %d Elsewhere".formatted(status),
                        "Location: " + trap.uri() + "/latest/meta-data/",
                        "x-amz-bucket-region: eu-west-1",
                        "Connection: close",
                        "Content-Length: 0",
                        "",
                        ""))) {
      assertThat(fetch(server, TIME))
          .isInstanceOfSatisfying(
              Unavailable.class,
              elsewhere ->
                  assertThat(elsewhere.reason())
                      .startsWith("bucket 'strange' is elsewhere (%d".formatted(status)));
      assertThat(trap.requests).isEmpty();
      assertThat(server.requests).as("nor asked again").hasSize(1);
    }
  }

  @Test
  void failuresThatPassAreOvercome() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, out) -> {
              switch (number) {
                case 1 -> write(out, 503, "<Error><Code>SlowDown</Code></Error>");
                case 2 -> write(out, 500, "<html>oops");
                case 3 -> write(out, "HTTP/1.1 garbage");
                default -> write(out, 200, "there");
              }
            })) {
      assertThat(bytes(fetch(server, TIME))).contains("there".getBytes(UTF_8));
      assertThat(server.requests).hasSize(4);
    }
  }

  @Test
  void aRefusalSaysWhy() throws Exception {
    String error = "<Error><Code>AccessDenied</Code><Message>not you</Message></Error>";
    try (ScriptedServer server = new ScriptedServer((number, out) -> write(out, 403, error))) {
      assertThat(fetch(server, TIME))
          .isEqualTo(new Denied("S3 refuses: 403 AccessDenied: not you"));
    }
  }

  @Test
  void anAnnouncedSizeOverTheLimitIsBelieved() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, out) ->
                write(out, "HTTP/1.1 200 OK", "Content-Length: 9999999999999", "", "x"))) {
      assertThat(fetch(server, TIME)).isEqualTo(new TooLarge(LIMIT));
    }
  }

  @Test
  void aSizeThatIsNotAnnouncedIsCounted() throws Exception {
    AtomicLong sent = new AtomicLong();
    try (ScriptedServer server =
        new ScriptedServer((number, out) -> sendChunks(out, sent, Long.MAX_VALUE))) {
      assertThat(fetch(server, TIME)).isEqualTo(new TooLarge(LIMIT));
      assertThat(sent).as("bytes, with those in buffers").hasValueLessThan(64 << 20);
    }
    try (ScriptedServer server =
        new ScriptedServer((number, out) -> sendChunks(out, new AtomicLong(), LIMIT))) {
      assertThat(bytes(fetch(server, TIME)).orElseThrow()).hasSize((int) LIMIT);
    }
  }

  private static void sendChunks(OutputStream out, AtomicLong sent, long total) throws IOException {
    write(out, "HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "Connection: close", "", "");
    byte[] chunk = new byte[1 << 16];
    while (sent.get() < total) {
      write(out, "10000", "");
      out.write(chunk);
      write(out, "", "");
      sent.addAndGet(chunk.length);
    }
    write(out, "0", "", "");
  }

  @Test
  void anAnswerShorterThanAnnouncedIsNoObject() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, out) -> write(out, "HTTP/1.1 200 OK", "Content-Length: 100", "", "short"))) {
      assertThat(fetch(server, Duration.ofSeconds(1)))
          .isInstanceOfSatisfying(
              Unavailable.class,
              broken -> assertThat(broken.reason()).startsWith("no answer from S3: "));
      assertThat(server.requests).as("tried again").hasSizeGreaterThan(1);
    }
  }

  @Test
  void anAnswerLongerThanAnnouncedIsCutThere() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, out) ->
                write(
                    out,
                    "HTTP/1.1 200 OK",
                    "Connection: close",
                    "Content-Length: 4",
                    "",
                    "1234" + "5".repeat(100_000)))) {
      assertThat(bytes(fetch(server, TIME))).contains("1234".getBytes(UTF_8));
    }
  }

  @Test
  void anAnswerThatStallsHalfWayIsAskedForAgain() throws Exception {
    CompletableFuture<Void> done = new CompletableFuture<>();
    try (ScriptedServer server =
        new ScriptedServer(
            (number, out) -> {
              if (number > 1) {
                write(out, 200, "there");
                return;
              }
              write(out, "HTTP/1.1 200 OK", "Content-Length: 100", "", "x");
              out.flush();
              done.join();
            })) {
      assertThat(bytes(fetch(server, Duration.ofSeconds(4)))).contains("there".getBytes(UTF_8));
      done.complete(null);
    }
  }

  @Test
  void anAnswerThatTricklesIsGivenUpInTime() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, out) -> {
              write(out, "HTTP/1.1 200 OK", "Content-Length: 100000", "", "");
              while (true) {
                out.write('x');
                out.flush();
                LockSupport.parkNanos(50_000_000);
              }
            })) {
      assertThat(fetch(server, Duration.ofSeconds(1)))
          .isInstanceOfSatisfying(
              Unavailable.class,
              // Where the machine is busy, the trickle itself may stall.
              given -> assertThat(given.reason()).matches("no (full answer in 1.0 s|answer .*)"));
    }
  }
}
