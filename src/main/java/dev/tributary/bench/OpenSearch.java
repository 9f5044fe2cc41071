package dev.tributary.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** OpenSearch as somebody sees it who looks at it. */
final class OpenSearch {

  private static final Duration ANSWER_WITHIN = Duration.ofMinutes(1);

  private final URI server;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ObjectMapper mapper = new ObjectMapper();

  OpenSearch(URI server) {
    this.server = server;
  }

  /**
   * How many writes and deletes an index has taken since it was made; 0 if there is none.
   *
   * @param index or an alias, or several with commas between them
   */
  long written(String index) throws IOException, InterruptedException {
    JsonNode indexing =
        ask(
                "GET",
                "/" + index + "/_stats/indexing?ignore_unavailable=true&filter_path=_all.primaries")
            .at("/_all/primaries/indexing");
    return indexing.path("index_total").asLong() + indexing.path("delete_total").asLong();
  }

  /** Whether a document is there now, searchable or not. */
  boolean has(String index, String id) throws IOException, InterruptedException {
    return status("HEAD", "/" + index + "/_doc/" + encoded(id)) == 200;
  }

  /** How many documents can be found, after a refresh. */
  long count(String index) throws IOException, InterruptedException {
    status("POST", "/" + index + "/_refresh");
    return ask("GET", "/" + index + "/_count").path("count").asLong();
  }

  /** Deletes all generations behind an alias. */
  void remove(String alias) throws IOException, InterruptedException {
    for (var names = ask("GET", "/_alias/" + alias).fieldNames(); names.hasNext(); ) {
      status("DELETE", "/" + names.next());
    }
  }

  private static String encoded(String id) {
    return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private int status(String method, String path) throws IOException, InterruptedException {
    return send(method, path).statusCode();
  }

  JsonNode ask(String method, String path) throws IOException, InterruptedException {
    return mapper.readTree(send(method, path).body());
  }

  private HttpResponse<byte[]> send(String method, String path)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(server.resolve(path))
            .timeout(ANSWER_WITHIN)
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    return http.send(request, BodyHandlers.ofByteArray());
  }
}
