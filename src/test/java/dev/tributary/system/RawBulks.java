package dev.tributary.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.local.RawOpenSearch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The documents of an index, ready to be sent again: what OpenSearch does with them and with
 * nothing else in its way.
 */
final class RawBulks {

  /** What Tributary does by default. */
  private static final int BYTES = 4 << 20;

  private static final int ACTIONS = 1000;
  private static final int CONNECTIONS = 2;

  /** Documents may have 400 KB. */
  private static final int PAGE = 100;

  private final URI server;
  private final String model;
  private final RawOpenSearch openSearch;
  private final ObjectNode definition = new ObjectMapper().createObjectNode();
  private final List<byte[]> bulks = new ArrayList<>();
  private final ByteArrayOutputStream bulk = new ByteArrayOutputStream();
  private int actions;

  private RawBulks(URI server, String model) {
    this.server = server;
    this.model = model;
    this.openSearch = new RawOpenSearch(server);
    JsonNode defined = openSearch.ask("GET", "/" + model).elements().next();
    definition.set("mappings", defined.path("mappings"));
    ObjectNode settings = (ObjectNode) defined.at("/settings/index");
    settings.remove(List.of("uuid", "version", "creation_date", "provided_name"));
    definition.putObject("settings").set("index", settings);
  }

  /**
   * Those of some documents.
   *
   * @param model the index, by its alias
   */
  static RawBulks of(URI server, String model, List<String> ids)
      throws IOException, InterruptedException {
    RawBulks all = new RawBulks(server, model);
    HttpClient http = HttpClient.newHttpClient();
    for (String id : ids) {
      URI source = server.resolve("/" + model + "/_source/" + id.replace("#", "%23"));
      HttpResponse<byte[]> answer =
          http.send(HttpRequest.newBuilder(source).build(), BodyHandlers.ofByteArray());
      if (answer.statusCode() != 200) {
        throw new IOException(id + ": status " + answer.statusCode());
      }
      all.add(id, answer.body());
    }
    all.seal();
    return all;
  }

  /** Those of all documents of an index. */
  static RawBulks ofAll(URI server, String model) {
    RawBulks all = new RawBulks(server, model);
    JsonNode page = all.openSearch.ask("GET", "/" + model + "/_search?scroll=5m&size=" + PAGE);
    while (!page.at("/hits/hits").isEmpty()) {
      page.at("/hits/hits")
          .forEach(
              hit ->
                  all.add(
                      hit.path("_id").asText(), hit.path("_source").toString().getBytes(UTF_8)));
      String next =
          "{\"scroll\":\"5m\",\"scroll_id\":\"%s\"}".formatted(page.path("_scroll_id").asText());
      page = all.openSearch.ask("POST", "/_search/scroll", next);
    }
    all.seal();
    return all;
  }

  private void add(String id, byte[] source) {
    if (actions == ACTIONS || (actions > 0 && bulk.size() + source.length > BYTES)) {
      seal();
    }
    bulk.writeBytes(
        "{\"index\":{\"_id\":\"%s\",\"version\":1,\"version_type\":\"external_gte\"}}\n"
            .formatted(id)
            .getBytes(UTF_8));
    bulk.writeBytes(source);
    bulk.write('\n');
    actions++;
  }

  private void seal() {
    bulks.add(bulk.toByteArray());
    bulk.reset();
    actions = 0;
  }

  /** An empty index like the one that the documents come from. */
  String freshIndex() {
    String name = RawOpenSearch.newName();
    create(name, definition);
    return name;
  }

  /** Makes the index that the documents come from anew, by its name and alias, and empty. */
  void emptyModel() {
    String name = openSearch.ask("GET", "/" + model).fieldNames().next();
    openSearch.ask("DELETE", "/" + name);
    ObjectNode named = definition.deepCopy();
    named.putObject("aliases").putObject(model);
    create(name, named);
  }

  private void create(String name, ObjectNode of) {
    JsonNode answer = openSearch.ask("PUT", "/" + name, of.toString());
    if (!answer.path("acknowledged").asBoolean()) {
      throw new AssertionError(answer.toString());
    }
  }

  /** Sends all of it in the background. */
  void send(String index) {
    Queue<byte[]> left = new ConcurrentLinkedQueue<>(bulks);
    for (int i = 0; i < CONNECTIONS; i++) {
      Thread thread = new Thread(() -> send(index, left), "raw-bulks-" + i);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void send(String index, Queue<byte[]> left) {
    HttpClient http = HttpClient.newHttpClient();
    URI uri = server.resolve("/" + index + "/_bulk?filter_path=errors");
    for (byte[] bulk = left.poll(); bulk != null; bulk = left.poll()) {
      try {
        HttpRequest request =
            HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/x-ndjson")
                .POST(BodyPublishers.ofByteArray(bulk))
                .build();
        String answer = http.send(request, BodyHandlers.ofString()).body();
        if (!answer.equals("{\"errors\":false}")) {
          System.out.println("A raw bulk failed: " + answer);
        }
      } catch (IOException e) {
        System.out.println("A raw bulk failed: " + e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
