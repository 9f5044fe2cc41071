package dev.tributary.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServerProcessTest {
  private final List<String> deaths = new CopyOnWriteArrayList<>();
  private final List<ServerProcess> toClose = new ArrayList<>();

  @TempDir Path folder;

  @AfterEach
  void closeServers() {
    toClose.forEach(ServerProcess::close);
  }

  @Test
  void isReadyAfterStart() throws Exception {
    ServerProcess server = tiny();
    server.start();
    assertThat(status(server.uri())).isEqualTo(204);
  }

  @Test
  void comesBackOnTheSamePort() throws Exception {
    ServerProcess server = tiny();
    server.start();
    URI before = server.uri();
    server.kill();
    server.restart();
    assertThat(server.uri()).isEqualTo(before);
    assertThat(status(before)).isEqualTo(204);
  }

  @Test
  void tellsOfADeathThatNobodyAskedFor() throws Exception {
    ServerProcess server = tiny();
    server.start();
    HttpClient.newHttpClient()
        .sendAsync(request(server.uri().resolve("/end")), BodyHandlers.discarding())
        .exceptionally(expected -> null)
        .join();
    await().until(() -> !deaths.isEmpty());
    assertThat(deaths.get(0)).contains("exit code 9", "the tiny server's last words");
  }

  @Test
  void keepsQuietAboutAnEndThatWasAskedFor() throws Exception {
    ServerProcess server = tiny();
    server.start();
    server.stop();
    server.restart();
    server.kill();
    assertThat(deaths).isEmpty();
  }

  @Test
  void aServerThatFailsToStartShowsItsLog() {
    ServerProcess server = server(port -> List.of("no port"), 0);
    assertThatExceptionOfType(LocalServerException.class)
        .isThrownBy(server::start)
        .withMessageContaining("Tiny did not start (exit code 1)")
        .withMessageContaining("tiny server on no port")
        .withMessageContaining("NumberFormatException");
  }

  @Test
  void aWantedPortInUseIsNamed() throws Exception {
    ServerProcess first = tiny();
    first.start();
    ServerProcess second = server(port -> List.of("" + port), first.uri().getPort());
    assertThatExceptionOfType(LocalServerException.class)
        .isThrownBy(second::start)
        .withMessageContaining("Port " + first.uri().getPort() + ", wanted for Tiny, is in use");
  }

  @Test
  void aFreePortThatIsTakenBeforeTheStartIsReplaced() throws Exception {
    var taken = new ArrayList<Integer>();
    try (var other = new Socket()) {
      ServerProcess server =
          server(
              port -> {
                if (taken.isEmpty()) {
                  taken.add(port);
                  take(other, port);
                }
                return List.of("" + port);
              },
              0);
      server.start();
      assertThat(taken).hasSize(1).doesNotContain(server.uri().getPort());
      assertThat(status(server.uri())).isEqualTo(204);
    }
  }

  @Test
  void ctrlCIsLeftToTheParent() throws Exception {
    ServerProcess server = tiny();
    server.start();
    String pid = "" + server.handle().pid();
    assertThat(new ProcessBuilder("kill", "-INT", pid).start().waitFor()).isZero();
    // Had the first signal counted, the exit code would be 130.
    assertThat(new ProcessBuilder("kill", "-TERM", pid).start().waitFor()).isZero();
    await().until(() -> !deaths.isEmpty());
    assertThat(deaths.get(0)).contains("exit code 143");
  }

  @Test
  void isNotStartedAfterClose() {
    ServerProcess server = tiny();
    server.close();
    assertThatExceptionOfType(LocalServerException.class).isThrownBy(server::start);
  }

  private ServerProcess tiny() {
    return server(port -> List.of("" + port), 0);
  }

  private ServerProcess server(IntFunction<List<String>> arguments, int port) {
    List<String> testClasses =
        List.of(System.getProperty("java.class.path").split(File.pathSeparator));
    var recipe =
        new Recipe(
            "Tiny",
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
            testClasses,
            TinyServer.class.getName(),
            arguments,
            "/");
    var server =
        new ServerProcess(
            recipe,
            folder,
            folder.resolve("tiny-" + toClose.size() + ".log"),
            port,
            new Ports(new Random()),
            deaths::add);
    toClose.add(server);
    return server;
  }

  /** Bound and not listening: whoever asks there is refused at once. */
  private static void take(Socket socket, int port) {
    try {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int status(URI uri) throws Exception {
    return HttpClient.newHttpClient().send(request(uri), BodyHandlers.discarding()).statusCode();
  }

  private static HttpRequest request(URI uri) {
    return HttpRequest.newBuilder(uri).build();
  }
}
