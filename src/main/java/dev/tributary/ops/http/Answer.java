package dev.tributary.ops.http;

import java.util.Objects;

/**
 * What is sent back, in UTF-8.
 *
 * @param type the media type
 */
public record Answer(int status, String type, String body) {

  public Answer {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(body, "body");
  }

  public static Answer text(int status, String text) {
    return new Answer(status, "text/plain; charset=utf-8", text);
  }

  public static Answer json(int status, String json) {
    return new Answer(status, "application/json", json);
  }
}
