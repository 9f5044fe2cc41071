package dev.tributary.bench;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What OpenSearch does with bulks that are ready to be sent, and with nothing else in its way. */
public final class RawBulk {

  private static final int IN_FLIGHT = 2;

  private final DataInputStream file;
  private final URI bulk;

  private RawBulk(DataInputStream file, URI bulk) {
    this.file = file;
    this.bulk = bulk;
  }

  /** Arguments: the file of bulks, and the index. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    URI bulk =
        URI.create(
            System.getenv("OPENSEARCH_URL") + "/" + arguments[1] + "/_bulk?filter_path=took");
    try (DataInputStream file =
        new DataInputStream(
            new BufferedInputStream(Files.newInputStream(Path.of(arguments[0])), 1 << 20))) {
      RawBulk raw = new RawBulk(file, bulk);
      long start = System.nanoTime();
      Thread[] senders = new Thread[IN_FLIGHT];
      for (int i = 0; i < IN_FLIGHT; i++) {
        senders[i] = new Thread(raw::send, "sender-" + i);
        senders[i].start();
      }
      for (Thread sender : senders) {
        sender.join();
      }
      System.out.println(Child.DONE + "seconds=" + (System.nanoTime() - start) / 1e9);
      Thread.currentThread().join();
    }
  }

  private synchronized Optional<byte[]> next() throws IOException {
    try {
      return Optional.of(file.readNBytes(file.readInt()));
    } catch (EOFException e) {
      return Optional.empty();
    }
  }

  private void send() {
    HttpClient http = HttpClient.newHttpClient();
    try {
      for (Optional<byte[]> lines = next(); lines.isPresent(); lines = next()) {
        HttpRequest request =
            HttpRequest.newBuilder(bulk)
                .header("Content-Type", "application/x-ndjson")
                .POST(BodyPublishers.ofByteArray(lines.get()))
                .build();
        var answer = http.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
          System.out.println("A bulk failed: " + answer + answer.body());
        }
      }
    } catch (IOException e) {
      System.out.println("A bulk failed: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
