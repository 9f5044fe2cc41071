package dev.tributary.enrich;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tributary.entity.AttributePath;
import dev.tributary.entity.FieldNames;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Takes parts out of a JSON object. Only what they need of it is held. Names that OpenSearch
 * refuses are changed as those of attributes are.
 */
final class JsonParts {

  private final int depth;
  private final ObjectMapper mapper;

  JsonParts(int depth) {
    this.depth = depth;
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(depth)
                    // How long a text may be, the limit of expanded bytes says.
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();
    // Numbers leave as they came, digit by digit.
    this.mapper =
        JsonMapper.builder(factory)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();
  }

  /**
   * @param parts by field, the path to it
   * @return those that are there and not null
   */
  Map<String, byte[]> read(InputStream text, Map<String, AttributePath> parts)
      throws IOException, RefusedContentException {
    Set<String> needed =
        parts.values().stream().map(path -> path.names().get(0)).collect(Collectors.toSet());
    Map<String, JsonNode> tops = new HashMap<>();
    try (JsonParser parser = mapper.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new RefusedContentException("it is no JSON object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        if (needed.contains(name)) {
          tops.put(name, mapper.readTree(parser));
        } else {
          parser.skipChildren();
        }
      }
    } catch (StreamConstraintsException e) {
      throw new RefusedContentException(
          e.getOriginalMessage().contains("nesting depth")
              ? "it is nested deeper than is read, and the limit 'depth' is " + depth
              : "it holds a name or a number that is too long");
    } catch (JsonProcessingException e) {
      throw new RefusedContentException(
          "it is no JSON: %s at line %d, column %d"
              .formatted(
                  e.getOriginalMessage(),
                  e.getLocation().getLineNr(),
                  e.getLocation().getColumnNr()));
    }
    Map<String, byte[]> fields = new LinkedHashMap<>();
    parts.forEach(
        (field, path) ->
            Optional.ofNullable(tops.get(path.names().get(0)))
                .flatMap(top -> find(top, path.names().subList(1, path.names().size())))
                .ifPresent(found -> fields.put(field, Json.of(out -> write(found, out)))));
    return fields;
  }

  /** Through a list it finds a list of what its entries have. */
  private Optional<JsonNode> find(JsonNode node, List<String> path) {
    if (node.isNull()) {
      return Optional.empty();
    }
    if (path.isEmpty()) {
      return Optional.of(node);
    }
    if (node.isArray()) {
      ArrayNode found = mapper.createArrayNode();
      node.forEach(entry -> find(entry, path).ifPresent(found::add));
      return found.isEmpty() ? Optional.empty() : Optional.of(found);
    }
    JsonNode below = node.path(path.get(0));
    return below.isMissingNode() ? Optional.empty() : find(below, path.subList(1, path.size()));
  }

  private void write(JsonNode node, JsonGenerator out) throws IOException {
    if (node.isObject()) {
      out.writeStartObject();
      for (Map.Entry<String, JsonNode> entry : node.properties()) {
        out.writeFieldName(FieldNames.ofEntry(entry.getKey()));
        write(entry.getValue(), out);
      }
      out.writeEndObject();
    } else if (node.isArray()) {
      out.writeStartArray();
      for (JsonNode entry : node) {
        write(entry, out);
      }
      out.writeEndArray();
    } else {
      mapper.writeTree(out, node);
    }
  }
}
