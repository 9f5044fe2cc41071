package dev.tributary.index;

import java.nio.charset.StandardCharsets;

/** What OpenSearch answered, whatever its status. */
final class Answer {

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

  /** The start of the body, for messages. */
  String excerpt() {
    String text = new String(body, StandardCharsets.UTF_8).strip();
    return text.length() <= 300 ? text : text.substring(0, 300) + "…";
  }
}
