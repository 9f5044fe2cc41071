package dev.tributary.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;

/** OpenSearch as a test looks at it: past Tributary's own code. */
public final class RawOpenSearch {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final URI url;
  private final HttpClient http = HttpClient.newHttpClient();

  public RawOpenSearch(URI url) {
    this.url = url;
  }

  /** An index name that no other test uses. */
  public static String newName() {
    return "t" + UUID.randomUUID().toString().substring(0, 12);
  }

  /** The answer's body, whatever its status. */
  public JsonNode ask(String method, String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(url.resolve(path))
            // A test that waits for ever tells nothing.
            .timeout(Duration.ofMinutes(1))
            .header("Content-Type", "application/json")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    try {
      return JSON.readTree(http.send(request, BodyHandlers.ofByteArray()).body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public JsonNode ask(String method, String path) {
    return ask(method, path, "");
  }

  /** A document as it is now: {@code found}, {@code _version}, {@code _source}. */
  public JsonNode document(String index, String id) {
    return ask("GET", "/" + index + "/_doc/" + id);
  }
}
