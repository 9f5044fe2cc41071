package dev.tributary.ops.http;

import java.util.Objects;

/**
 * What is sent back, in UTF-8.
 *
 * @param type the media type
 * @param policy what a browser may do with it: the content security policy
 */
public record Answer(int status, String type, String body, String policy) {

  /** For all that is not a page. */
  static final String NOTHING = "default-src 'none'; frame-ancestors 'none'";

  /** Scripts, styles and figures of its own server, and nothing of any other. */
  private static final String ITS_OWN =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  public Answer {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(body, "body");
    Objects.requireNonNull(policy, "policy");
  }

  public Answer(int status, String type, String body) {
    this(status, type, body, NOTHING);
  }

  public static Answer text(int status, String text) {
    return new Answer(status, "text/plain; charset=utf-8", text);
  }

  public static Answer json(int status, String json) {
    return new Answer(status, "application/json", json);
  }

  /** A page that loads scripts and styles from where it comes from. */
  public static Answer page(String html) {
    return new Answer(200, "text/html; charset=utf-8", html, ITS_OWN);
  }
}
