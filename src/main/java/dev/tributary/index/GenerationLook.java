package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks at what stands behind aliases, and notes there what workers go by. Thread-safe. */
final class GenerationLook {

  /** No more than is read here: the mappings themselves may be long. */
  private static final Map<String, String> QUERY =
      Map.of("filter_path", "*.aliases,*.mappings._meta");

  private final OpenSearchHttp http;

  GenerationLook(OpenSearchHttp http) {
    this.http = http;
  }

  /**
   * @param aliases all that point at it
   * @param meta the whole {@code _meta} of its mappings
   */
  record Seen(Generation generation, List<String> aliases, Stamp stamp, JsonNode meta) {
    boolean live() {
      return aliases.contains(generation.index());
    }

    boolean writable() {
      return aliases.contains(generation.writeAlias());
    }
  }

  /** The generation behind an alias; nothing unless it is just one. */
  Optional<Seen> behind(String index) throws OpenSearchUnavailableException {
    List<Seen> seen = seen(index, index);
    return seen.size() == 1 && !seen.get(0).generation().name().equals(index)
        ? Optional.of(seen.get(0))
        : Optional.empty();
  }

  /** All indexes that a name or a pattern finds. */
  List<Seen> seen(String index, String pattern) throws OpenSearchUnavailableException {
    Answer answer = http.await(http.get("/" + pattern, QUERY));
    List<Seen> seen = new ArrayList<>();
    if (answer.status() == 404) {
      return seen;
    }
    for (Map.Entry<String, JsonNode> found : ok(answer).json().properties()) {
      List<String> aliases = new ArrayList<>();
      found.getValue().path("aliases").fieldNames().forEachRemaining(aliases::add);
      JsonNode mappings = found.getValue().path("mappings");
      seen.add(
          new Seen(
              new Generation(index, found.getKey()),
              aliases,
              Stamp.of(mappings),
              mappings.path(Stamp.META)));
    }
    return seen;
  }

  /** Whether a generation can be written to by its private alias. */
  boolean exists(Generation generation) throws OpenSearchUnavailableException {
    return !seen(generation.index(), generation.writeAlias()).isEmpty();
  }

  /** Gives a generation its private alias; whether it has it already does not matter. */
  void makeWritable(Generation generation) throws OpenSearchUnavailableException {
    ok(
        http.await(
            http.json("PUT", "/" + generation.name() + "/_alias/" + generation.writeAlias())));
  }

  /** Others may keep entries of their own in {@code _meta}, and OpenSearch replaces it whole. */
  void stamp(Seen seen, Stamp stamp) throws OpenSearchUnavailableException {
    ObjectNode update = ExactJson.MAPPER.createObjectNode();
    update.set(
        Stamp.META,
        seen.meta().isObject() ? seen.meta().deepCopy() : ExactJson.MAPPER.createObjectNode());
    stamp.writeTo(update);
    ok(
        http.await(
            http.json(
                "PUT", "/" + seen.generation().name() + "/_mapping", ExactJson.bytes(update))));
  }

  private static Answer ok(Answer answer) throws OpenSearchUnavailableException {
    if (!answer.ok()) {
      throw OpenSearchUnavailableException.refused(answer);
    }
    return answer;
  }
}
