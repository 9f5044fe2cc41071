package dev.tributary.enrich.objects;

import static dev.tributary.enrich.objects.S3Fixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.enrich.objects.FetchResult.Unavailable;
import dev.tributary.local.LocalServer;
import dev.tributary.local.Servers;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A real S3 server behind a bad network. */
final class BrokenConnectionsIT {
  private static final Duration TIME = Duration.ofSeconds(12);
  private static final byte[] CONTENT = new byte[4 << 20];

  static {
    new Random(1).nextBytes(CONTENT);
  }

  private static S3Fixture s3;

  private TcpProxy proxy;
  private ObjectFetcher fetcher;

  @BeforeAll
  static void fill() {
    s3 = new S3Fixture("broken-connections-it");
    s3.put("a", CONTENT);
  }

  @AfterAll
  static void close() {
    s3.close();
  }

  @BeforeEach
  void start() throws Exception {
    proxy = new TcpProxy(s3.endpoint());
    fetcher = s3.fetcher(proxy.uri(), S3Fixture.LIMIT, TIME);
  }

  @AfterEach
  void stop() throws Exception {
    fetcher.close();
    proxy.close();
  }

  @Test
  void aConnectionThatIsCutInTheMiddleIsTriedAgain() throws Exception {
    proxy.cutAfter = CONTENT.length / 2;
    proxy.cuts.set(2);
    assertThat(bytes(s3.fetch(fetcher, "a"))).contains(CONTENT);
    assertThat(proxy.connections).hasValue(3);
  }

  @Test
  void aConnectionThatIsCutBeforeItsAnswerIsTriedAgain() throws Exception {
    proxy.cutAfter = 1;
    proxy.cuts.set(2);
    assertThat(bytes(s3.fetch(fetcher, "a"))).contains(CONTENT);
  }

  @Test
  void aConnectionThatFallsSilentIsReplacedByAnother() throws Exception {
    proxy.silences.set(1);
    assertThat(bytes(s3.fetch(fetcher, "a"))).contains(CONTENT);
    assertThat(proxy.connections).hasValue(2);
  }

  @Test
  void aServerThatStaysSilentIsGivenUpInTime() throws Exception {
    try (ObjectFetcher hasty = s3.fetcher(proxy.uri(), S3Fixture.LIMIT, Duration.ofSeconds(1))) {
      proxy.silences.set(Integer.MAX_VALUE);
      assertThat(s3.fetch(hasty, "a")).isInstanceOf(Unavailable.class);
      proxy.silences.set(0);
      assertThat(bytes(s3.fetch(hasty, "a"))).as("and later asked again").contains(CONTENT);
    }
  }

  @Test
  void aServerThatIsGoneIsUnavailableUntilItIsBack() throws Exception {
    try (ObjectFetcher hasty = s3.fetcher(s3.endpoint(), S3Fixture.LIMIT, Duration.ofSeconds(2))) {
      assertThat(bytes(s3.fetch(hasty, "a"))).contains(CONTENT);
      Servers.shared().kill(LocalServer.S3);
      try {
        assertThat(s3.fetch(hasty, "a"))
            .isInstanceOfSatisfying(
                Unavailable.class,
                gone -> assertThat(gone.reason()).startsWith("no answer from S3: "));
      } finally {
        Servers.shared().restart(LocalServer.S3);
      }
      assertThat(bytes(s3.fetch(hasty, "a"))).contains(CONTENT);
    }
  }
}
