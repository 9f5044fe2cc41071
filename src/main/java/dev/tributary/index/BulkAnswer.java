package dev.tributary.index;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Reads the answer to a bulk: one {@link ItemAnswer} for each action, in their order. */
final class BulkAnswer {

  /** Asks OpenSearch for no more than is read here. */
  static final Map<String, String> QUERY =
      Map.of("filter_path", "errors,items.*.status,items.*._version,items.*.error");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_REASON = 1000;

  private BulkAnswer() {}

  /**
   * @param guards how many guards stand behind the actions: what became of them says nothing
   */
  static List<ItemAnswer> parse(byte[] body, int actions, int guards) throws IOException {
    int sent = actions + guards;
    List<ItemAnswer> parsed = new ArrayList<>(sent);
    try (JsonParser json = JSON.createParser(body)) {
      if (json.nextToken() == JsonToken.START_OBJECT) {
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
          if (json.nextToken() == JsonToken.START_ARRAY && name.equals("items")) {
            items(json, parsed);
          } else {
            json.skipChildren();
          }
        }
      }
    }
    if (parsed.size() != sent) {
      throw new IOException(
          "a bulk of " + sent + " actions was answered for " + parsed.size() + " of them");
    }
    return Collections.unmodifiableList(parsed.subList(0, actions));
  }

  private static void items(JsonParser json, List<ItemAnswer> parsed) throws IOException {
    while (json.nextToken() == JsonToken.START_OBJECT) {
      if (json.nextFieldName() == null || json.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("an action was answered by nothing");
      }
      parsed.add(item(json));
      if (json.nextToken() != JsonToken.END_OBJECT) {
        throw new IOException("an action was answered by more than one");
      }
    }
  }

  /** From behind the brace of what became of an action up to its end. */
  private static ItemAnswer item(JsonParser json) throws IOException {
    int status = 0;
    long version = 0;
    String type = "";
    String reason = "";
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      switch (name) {
        case "status" -> status = json.getValueAsInt();
        case "_version" -> version = json.getValueAsLong();
        case "error" -> {
          JsonNode error = json.readValueAsTree();
          type = error.path("type").asText("unknown");
          reason = reason(error);
        }
        default -> json.skipChildren();
      }
    }
    return new ItemAnswer(status, version, type, reason);
  }

  /** The outer reason often says only that parsing failed; the cause says why. */
  private static String reason(JsonNode error) {
    StringBuilder reason = new StringBuilder(error.path("reason").asText(""));
    for (JsonNode cause = error.path("caused_by");
        !cause.isMissingNode();
        cause = cause.path("caused_by")) {
      String inner = cause.path("reason").asText("");
      if (!inner.isEmpty() && reason.indexOf(inner) < 0) {
        reason.append(": ").append(inner);
      }
    }
    return cut(reason.toString());
  }

  /** OpenSearch quotes the value that it could not read, however long it is. */
  private static String cut(String reason) {
    return reason.length() <= MAX_REASON ? reason : reason.substring(0, MAX_REASON) + "…";
  }
}
