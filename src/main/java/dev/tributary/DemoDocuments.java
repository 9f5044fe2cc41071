package dev.tributary;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.ops.http.Answer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The documents that are in the demo's indexes, for the status page's map. Only the demo serves
 * them: elsewhere documents are none of the page's business.
 */
final class DemoDocuments {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST = 500;

  /** Finer rings are thinned out: a map as wide as a screen shows no more. */
  private static final int MOST_POSITIONS = 400;

  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final List<String> LABELS = List.of("name", "displayName", "title", "shopName");

  private final URI openSearch;
  private final Collection<String> indexes;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private Optional<Answer> last = Optional.empty();
  private long lastAt;

  DemoDocuments(URI openSearch, Collection<String> indexes) {
    this.openSearch = openSearch;
    this.indexes = List.copyOf(indexes);
  }

  /** However many pages ask, OpenSearch is asked once a second. */
  synchronized Answer answer() {
    if (last.isEmpty() || System.nanoTime() - lastAt > FRESH.toNanos()) {
      last = Optional.of(look());
      lastAt = System.nanoTime();
    }
    return last.get();
  }

  private Answer look() {
    try {
      ObjectNode query = JSON.createObjectNode().put("size", MOST).put("version", true);
      HttpRequest request =
          HttpRequest.newBuilder(openSearch.resolve("/" + String.join(",", indexes) + "/_search"))
              .timeout(PATIENCE)
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(query.toString()))
              .build();
      JsonNode hits = JSON.readTree(http.send(request, BodyHandlers.ofInputStream()).body());
      return Answer.json(200, of(hits.at("/hits/hits")).toString());
    } catch (IOException e) {
      return Answer.json(503, JSON.createObjectNode().put("reason", e.toString()).toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Answer.json(503, JSON.createObjectNode().put("reason", "the demo ends").toString());
    }
  }

  static ObjectNode of(JsonNode hits) {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode documents = root.putArray("documents");
    for (JsonNode hit : hits) {
      ObjectNode document = documents.addObject();
      document.put("index", alias(hit.path("_index").asText()));
      document.put("id", hit.path("_id").asText());
      document.put("version", hit.path("_version").asText());
      JsonNode source = hit.path("_source");
      LABELS.stream()
          .filter(name -> source.path(name).isTextual())
          .findFirst()
          .ifPresent(name -> document.put("label", source.get(name).textValue()));
      geometry(source).ifPresent(found -> document.set("geometry", found));
    }
    return root;
  }

  /** Without the generation's number. */
  private static String alias(String index) {
    return index.replaceFirst("-\\d{6}$", "");
  }

  /** The largest that there is at any depth: a shape says more than the point beside it. */
  private static Optional<JsonNode> geometry(JsonNode node) {
    Optional<JsonNode> own = asGeometry(node);
    if (own.isPresent() || !node.isObject()) {
      return own;
    }
    return node.properties().stream()
        .map(field -> geometry(field.getValue()))
        .flatMap(Optional::stream)
        .max(Comparator.comparingInt(found -> found.toString().length()));
  }

  private static Optional<JsonNode> asGeometry(JsonNode node) {
    if (node.path("lat").isNumber() && node.path("lon").isNumber()) {
      ObjectNode point = JSON.createObjectNode().put("type", "Point");
      point.putArray("coordinates").add(node.get("lon")).add(node.get("lat"));
      return Optional.of(point);
    }
    boolean shape =
        node.path("type").isTextual()
            && (node.path("coordinates").isArray() || node.path("geometries").isArray());
    return shape ? Optional.of(thinned(node)) : Optional.empty();
  }

  private static JsonNode thinned(JsonNode node) {
    if (node.isObject()) {
      ObjectNode copy = JSON.createObjectNode();
      node.properties().forEach(field -> copy.set(field.getKey(), thinned(field.getValue())));
      return copy;
    }
    if (!node.isArray()) {
      return node;
    }
    ArrayNode copy = JSON.createArrayNode();
    boolean ring = node.size() > MOST_POSITIONS && node.path(0).path(0).isNumber();
    int step = ring ? (node.size() + MOST_POSITIONS - 1) / MOST_POSITIONS : 1;
    for (int i = 0; i < node.size(); i += step) {
      copy.add(thinned(node.get(i)));
    }
    return copy;
  }
}
