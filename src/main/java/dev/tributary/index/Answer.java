package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What OpenSearch answered, whatever its status. */
final class Answer {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final int status;
  private final byte[] body;

  /** Takes the body as it is, not copied. */
  Answer(int status, byte[] body) {
    this.status = status;
    this.body = body;
  }

  int status() {
    return status;
  }

  /** To be read only. */
  byte[] body() {
    return body;
  }

  boolean ok() {
    return status >= 200 && status < 300;
  }

  JsonNode json() throws OpenSearchUnavailableException {
    try {
      return JSON.readTree(body);
    } catch (IOException e) {
      throw OpenSearchUnavailableException.noAnswer(e);
    }
  }

  /** Why a request was refused: the innermost reason, since the outer ones only lead to it. */
  String reason() throws OpenSearchUnavailableException {
    String reason = "";
    for (JsonNode cause = json().path("error");
        !cause.isMissingNode();
        cause = cause.path("caused_by")) {
      reason = cause.path("reason").asText(reason);
    }
    return reason.isEmpty() ? excerpt() : reason;
  }

  /** The start of the body, for messages. */
  String excerpt() {
    String text = new String(body, StandardCharsets.UTF_8).strip();
    return text.length() <= 300 ? text : text.substring(0, 300) + "…";
  }
}
