package dev.tributary;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.document.Action;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Looks at OpenSearch as anybody would, over HTTP, not through the worker's own code. */
final class DemoIndexes {

  /** How long a document may take before the demo gives up on it. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long LOOK_AGAIN_MILLIS = 5;

  private final URI openSearch;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, Long> versions = new HashMap<>();

  DemoIndexes(URI openSearch) {
    this.openSearch = openSearch;
  }

  /**
   * Waits until what an action asks for is there: a new version of the document, or its end.
   *
   * @return the document, empty for one that is gone; nothing if it does not come
   */
  Optional<JsonNode> await(Action.Targeted action) throws IOException, InterruptedException {
    boolean present = action instanceof Action.Index;
    String path = path(action);
    HttpRequest request = HttpRequest.newBuilder(openSearch.resolve(path)).build();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline) {
      JsonNode answer = ask(request);
      boolean found = answer.path("found").asBoolean();
      long version = answer.path("_version").asLong();
      if (present && found && version != versions.getOrDefault(path, -1L)) {
        versions.put(path, version);
        return Optional.of(answer.path("_source"));
      }
      if (!present && answer.has("found") && !found) {
        return Optional.of(JSON.createObjectNode());
      }
      Thread.sleep(LOOK_AGAIN_MILLIS);
    }
    return Optional.empty();
  }

  /** Whether the document was ever awaited and came. */
  boolean seen(Action.Targeted action) {
    return versions.containsKey(path(action));
  }

  /** The whole answer to a search. */
  JsonNode search(String index, JsonNode body) throws IOException, InterruptedException {
    // A search sees what is a second old; nobody should have to wait for that here.
    ask(post("/" + index + "/_refresh", ""));
    return ask(post("/" + index + "/_search", JSON.writeValueAsString(body)));
  }

  private HttpRequest post(String path, String body) {
    return HttpRequest.newBuilder(openSearch.resolve(path))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  private JsonNode ask(HttpRequest request) throws IOException, InterruptedException {
    return JSON.readTree(http.send(request, HttpResponse.BodyHandlers.ofInputStream()).body());
  }

  private static String path(Action.Targeted action) {
    // The encoder is for forms, where a space is a plus.
    String id = URLEncoder.encode(action.id(), StandardCharsets.UTF_8).replace("+", "%20");
    return "/" + action.index() + "/_doc/" + id;
  }
}
