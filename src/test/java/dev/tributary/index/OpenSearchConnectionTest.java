package dev.tributary.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.tributary.config.Secret;
import dev.tributary.config.Settings;
import dev.tributary.config.Settings.Authentication;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.regions.Region;

/** Against a server with TLS whose certificate nobody but this test vouches for. */
final class OpenSearchConnectionTest {
  private static final char[] STORE_PASSWORD = "changeit".toCharArray();
  private static final String ALIAS = "server";

  private record Seen(Headers headers, String body) {}

  private static final List<Seen> SEEN = new CopyOnWriteArrayList<>();
  private static HttpsServer server;
  private static X509Certificate certificate;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    System.setProperty("aws.accessKeyId", "test");
    System.setProperty("aws.secretAccessKey", "testtest");
    KeyStore store = keys(folder.resolve("keys.p12"));
    certificate = (X509Certificate) store.getCertificate(ALIAS);
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, STORE_PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext("/", OpenSearchConnectionTest::answer);
    server.start();
  }

  private static KeyStore keys(Path file) throws Exception {
    String tool = Path.of(System.getProperty("java.home"), "bin", "keytool") + "";
    Process made =
        new ProcessBuilder(
                (tool
                        + " -genkeypair -alias server -keyalg EC -dname CN=localhost -ext"
                        + " san=ip:127.0.0.1,dns:localhost -storetype PKCS12 -storepass changeit"
                        + " -keystore "
                        + file)
                    .split(" "))
            .inheritIO()
            .start();
    assertThat(made.waitFor()).isZero();
    return KeyStore.getInstance(file.toFile(), STORE_PASSWORD);
  }

  /** Asks for a password, as servers with one do. */
  private static void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    SEEN.add(new Seen(exchange.getRequestHeaders(), body));
    boolean known = exchange.getRequestHeaders().containsKey("Authorization");
    byte[] answer = "{}".getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    if (!known) {
      exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"OpenSearch\"");
    }
    exchange.sendResponseHeaders(known ? 200 : 401, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  @AfterAll
  static void stop() {
    server.stop(0);
    System.clearProperty("aws.accessKeyId");
    System.clearProperty("aws.secretAccessKey");
  }

  @BeforeEach
  void forget() {
    SEEN.clear();
  }

  private static OpenSearchHttp open(Authentication authentication, X509Certificate... trusted) {
    return OpenSearchConnection.open(
        new Settings.OpenSearch(
            URI.create("https://127.0.0.1:" + server.getAddress().getPort()),
            authentication,
            Duration.ofSeconds(20),
            List.of(trusted)),
        Region.of("eu-west-1"));
  }

  private static int bulk(OpenSearchHttp http) throws InterruptedException, ExecutionException {
    byte[] body = "{\"delete\":{\"_id\":\"a\"}}\n".getBytes(UTF_8);
    return http.bulk(Payload.of(body), Map.of("require_alias", "true"), Patience.USUAL)
        .get()
        .status();
  }

  @Test
  void aPasswordGoesToAServerThatOwnCertificatesVouchForWithEveryRequestButTheFirstAtOnce()
      throws Exception {
    var basic = new Authentication.Basic("admin", new Secret("hunter2"));
    try (OpenSearchHttp http = open(basic, certificate)) {
      assertThat(bulk(http)).isEqualTo(200);
      assertThat(bulk(http)).isEqualTo(200);
    }
    String expected = Base64.getEncoder().encodeToString("admin:hunter2".getBytes(UTF_8));
    assertThat(SEEN)
        .hasSizeBetween(2, 3)
        .last()
        .satisfies(
            seen ->
                assertThat(seen.headers().getFirst("Authorization")).isEqualTo("Basic " + expected))
        .satisfies(seen -> assertThat(seen.body()).isEqualTo("{\"delete\":{\"_id\":\"a\"}}\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"es", "aoss"})
  void aSignedRequestCarriesItsScopeAndItsBodysHash(String service) throws Exception {
    try (OpenSearchHttp http = open(new Authentication.Signed(service), certificate)) {
      assertThat(bulk(http)).isEqualTo(200);
    }
    assertThat(SEEN)
        .singleElement()
        .satisfies(
            seen ->
                assertThat(seen.headers().getFirst("Authorization"))
                    .matches(
                        "AWS4-HMAC-SHA256 Credential=test/[0-9]{8}/eu-west-1/"
                            + service
                            + "/aws4_request, SignedHeaders=[a-z0-9;-]*host;"
                            + "[a-z0-9;-]*x-amz-content-sha256;x-amz-date[a-z0-9;-]*,"
                            + " Signature=[0-9a-f]{64}"))
        .satisfies(
            seen ->
                assertThat(seen.headers().getFirst("X-Amz-Content-Sha256"))
                    .isEqualTo(sha256(seen.body())));
  }

  private static String sha256(String text) throws NoSuchAlgorithmException {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    return HexFormat.of().formatHex(hash);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aServerThatNobodyVouchesForGetsNothing(boolean signed) {
    Authentication authentication =
        signed
            ? new Authentication.Signed("es")
            : new Authentication.Basic("admin", new Secret("hunter2"));
    try (OpenSearchHttp http = open(authentication)) {
      assertThat(http.bulk(Payload.of(new byte[0]), Map.of(), Patience.USUAL))
          .failsWithin(Duration.ofSeconds(20))
          .withThrowableThat()
          .havingRootCause()
          .withMessageContaining("unable to find valid certification path");
    }
    assertThat(SEEN).isEmpty();
  }
}
