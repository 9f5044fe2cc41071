package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What a generation says of its documents, in {@code _meta.tributary}: by which rules they are
 * made, and of which mapping file it was.
 *
 * @param rules digests; the first is that of the rules that it was made for, an operator accepted
 *     the others. Empty for a generation that an older version or somebody else made
 * @param mapping the digest of its mapping file; empty where that is not known
 */
record Stamp(List<String> rules, String mapping) {

  static final String META = "_meta";
  static final String OURS = "tributary";

  Stamp {
    rules = List.copyOf(rules);
    Objects.requireNonNull(mapping, "mapping");
  }

  static Stamp of(JsonNode mappings) {
    JsonNode ours = mappings.path(META).path(OURS);
    List<String> rules = new ArrayList<>();
    ours.path("rules").forEach(digest -> rules.add(digest.asText()));
    return new Stamp(rules, ours.path("mapping").asText(""));
  }

  /** Whether nobody has said yet by which rules its documents are made. */
  boolean unknown() {
    return rules.isEmpty();
  }

  boolean takes(String digest) {
    return rules.contains(digest);
  }

  Stamp with(String digest, String file) {
    List<String> more = new ArrayList<>(rules);
    if (!takes(digest)) {
      more.add(digest);
    }
    return new Stamp(more, file);
  }

  void writeTo(ObjectNode mappings) {
    ObjectNode ours = mappings.withObject("/" + META).putObject(OURS);
    ArrayNode digests = ours.putArray("rules");
    rules.forEach(digests::add);
    ours.put("mapping", mapping);
  }
}
