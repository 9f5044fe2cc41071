package dev.tributary.index;

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
    JsonNode answer = JSON.readTree(body);
    JsonNode items = answer.path("items");
    int sent = actions + guards;
    if (items.size() != sent) {
      throw new IOException(
          "a bulk of " + sent + " actions was answered for " + items.size() + " of them");
    }
    List<ItemAnswer> parsed = new ArrayList<>(actions);
    for (JsonNode item : items) {
      if (parsed.size() < actions) {
        parsed.add(item(only(item)));
      }
    }
    return Collections.unmodifiableList(parsed);
  }

  private static JsonNode only(JsonNode item) throws IOException {
    if (item.size() != 1) {
      throw new IOException("an action was answered by " + item);
    }
    return item.elements().next();
  }

  private static ItemAnswer item(JsonNode item) {
    JsonNode error = item.path("error");
    return new ItemAnswer(
        item.path("status").asInt(),
        item.path("_version").asLong(),
        error.isMissingNode() ? "" : error.path("type").asText("unknown"),
        error.isMissingNode() ? "" : reason(error));
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
