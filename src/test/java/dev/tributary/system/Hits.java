package dev.tributary.system;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * What a search found.
 *
 * @param total how many there are, also beyond those listed
 * @param list the first ones, in order, each with {@code _id}, {@code _index} and {@code _source}
 */
record Hits(long total, List<JsonNode> list) {

  static Hits of(JsonNode answer) {
    if (!answer.has("hits")) {
      throw new AssertionError("The search failed: " + answer);
    }
    return new Hits(
        answer.at("/hits/total/value").asLong(),
        StreamSupport.stream(answer.at("/hits/hits").spliterator(), false).toList());
  }

  List<String> ids() {
    return list.stream().map(hit -> hit.path("_id").asText()).toList();
  }

  List<JsonNode> documents() {
    return list.stream().map(hit -> hit.path("_source")).toList();
  }

  /** One field of each document, as text; dots go into objects. */
  List<String> values(String field) {
    String pointer = "/" + field.replace('.', '/');
    return documents().stream().map(document -> document.at(pointer).asText()).toList();
  }
}
