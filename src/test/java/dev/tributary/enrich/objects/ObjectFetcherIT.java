package dev.tributary.enrich.objects;

import static dev.tributary.enrich.objects.S3Fixture.bytes;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.enrich.objects.FetchResult.Denied;
import dev.tributary.enrich.objects.FetchResult.Fetched;
import dev.tributary.enrich.objects.FetchResult.Missing;
import dev.tributary.enrich.objects.FetchResult.TooLarge;
import dev.tributary.enrich.objects.FetchResult.Unavailable;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Against a real S3 server. */
final class ObjectFetcherIT {
  private static final Duration TIME = Duration.ofSeconds(20);
  private static S3Fixture s3;

  private final ObjectFetcher fetcher = s3.fetcher();

  @BeforeAll
  static void start() {
    s3 = new S3Fixture("objects-it");
  }

  @AfterAll
  static void stop() {
    s3.close();
  }

  @AfterEach
  void close() {
    fetcher.close();
  }

  @Test
  void bringsWhatIsThereWithItsETag() throws Exception {
    s3.put("a/b.json", "{}".getBytes(UTF_8));
    Fetched fetched = (Fetched) s3.fetch(fetcher, "a/b.json");
    assertThat(fetched.bytes().array()).asString(UTF_8).isEqualTo("{}");
    assertThat(fetched.etag()).contains("\"99914b932bd37a50b983c5e7c90ae93b\"");
  }

  @Test
  void keysMeanWhatTheySay() throws Exception {
    List<String> keys =
        List.of(
            "plain.json",
            "with space.json",
            "plus+plus.json",
            "per%cent.json",
            "a%20b.json",
            "hash#1/question?.json",
            "国会/会議🏔.json",
            "é/ü~!*'()&=@:;,$.json",
            "dots../...hidden/a..b");
    for (String key : keys) {
      s3.put(key, key.getBytes(UTF_8));
    }
    for (String key : keys) {
      assertThat(bytes(s3.fetch(fetcher, key)).map(bytes -> new String(bytes, UTF_8)))
          .as(key)
          .contains(key);
    }
  }

  @Test
  void whatIsNotThereIsMissing() throws Exception {
    assertThat(s3.fetch(fetcher, "not/there")).isEqualTo(new Missing());
    assertThat(fetcher.head(s3.object("not/there")).get(60, TimeUnit.SECONDS))
        .isEqualTo(new Missing());
  }

  @Test
  void aBucketThatIsNotThereIsAMatterOfTheConfig() throws Exception {
    try (ObjectFetcher elsewhere =
        S3Fixture.fetcher(
            "no-such-bucket", s3.endpoint(), 100, TIME, S3Fixture.credentials("locallocal"))) {
      assertThat(S3Fixture.await(elsewhere, ObjectReference.of("no-such-bucket", "a")))
          .isInstanceOfSatisfying(
              Unavailable.class,
              unavailable ->
                  assertThat(unavailable.reason())
                      .startsWith("bucket 'no-such-bucket' does not exist"));
    }
  }

  @Test
  void wrongCredentialsAreDenied() throws Exception {
    s3.put("mine", new byte[1]);
    try (ObjectFetcher stranger =
        S3Fixture.fetcher(s3.bucket, s3.endpoint(), 100, TIME, S3Fixture.credentials("wrong"))) {
      assertThat(S3Fixture.await(stranger, s3.object("mine")))
          .isInstanceOfSatisfying(
              Denied.class, denied -> assertThat(denied.reason()).startsWith("S3 refuses: 403 "));
      assertThat(stranger.head(s3.object("mine")).get(60, TimeUnit.SECONDS))
          .isInstanceOf(Denied.class);
    }
  }

  @Test
  void anUnchangedObjectIsNotSentTwice() throws Exception {
    byte[] content = random(1 << 20);
    s3.put("unchanged", content);
    try (TcpProxy proxy = new TcpProxy(s3.endpoint());
        ObjectFetcher proxied = s3.fetcher(proxy.uri(), S3Fixture.LIMIT, TIME)) {
      assertThat(bytes(s3.fetch(proxied, "unchanged"))).contains(content);
      long once = proxy.answered.get();
      assertThat(bytes(s3.fetch(proxied, "unchanged"))).contains(content);
      assertThat(proxy.answered.get() - once).as("bytes of a 304").isBetween(1L, 2000L);

      byte[] changed = random(1 << 20);
      s3.put("unchanged", changed);
      assertThat(bytes(s3.fetch(proxied, "unchanged"))).contains(changed);
      s3.delete("unchanged");
      assertThat(s3.fetch(proxied, "unchanged")).isEqualTo(new Missing());
    }
  }

  @Test
  void largeAndEmptyObjectsComeWhole() throws Exception {
    byte[] large = random((int) S3Fixture.LIMIT);
    s3.put("large", large);
    s3.put("empty", new byte[0]);
    assertThat(bytes(s3.fetch(fetcher, "large"))).contains(large);
    assertThat(bytes(s3.fetch(fetcher, "empty"))).contains(new byte[0]);
  }

  @Test
  void oversizedObjectsAreRefusedAndHoldUpNothing() throws Exception {
    s3.put("oversized", random(16 << 20));
    s3.put("small", new byte[] {1});
    try (TcpProxy proxy = new TcpProxy(s3.endpoint());
        ObjectFetcher strict = s3.fetcher(proxy.uri(), 1 << 20, TIME)) {
      for (int i = 0; i < 20; i++) {
        assertThat(s3.fetch(strict, "oversized")).isEqualTo(new TooLarge(1 << 20));
      }
      assertThat(bytes(s3.fetch(strict, "small"))).contains(new byte[] {1});
      assertThat(proxy.answered.get()).as("not read to the end").isLessThan(10 * (16L << 20));
    }
  }

  @Test
  void compressedObjectsStayCompressed() throws Exception {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write("{}".getBytes(UTF_8));
    }
    s3.putCompressed("a.json.gz", compressed.toByteArray());
    assertThat(bytes(s3.fetch(fetcher, "a.json.gz"))).contains(compressed.toByteArray());
  }

  @Test
  void aHeadBringsTheETagOfTheFetch() throws Exception {
    s3.put("headed", random(1000));
    Fetched fetched = (Fetched) s3.fetch(fetcher, "headed");
    assertThat(fetcher.head(s3.object("headed")).get(60, TimeUnit.SECONDS))
        .isEqualTo(new HeadResult.Present(fetched.etag(), fetched.versionId(), 1000));
  }

  @Test
  void manyAtOnceAllComeAndNoneIsMixedUp() throws Exception {
    for (int i = 0; i < 50; i++) {
      s3.put("many/" + i, ("object " + i).repeat(500 * i).getBytes(UTF_8));
    }
    List<CompletableFuture<FetchResult>> results = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      results.add(fetcher.fetch(s3.object("many/" + i % 50)));
    }
    for (int i = 0; i < 300; i++) {
      assertThat(bytes(results.get(i).get(60, TimeUnit.SECONDS)))
          .contains(("object " + i % 50).repeat(500 * (i % 50)).getBytes(UTF_8));
    }
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }
}
