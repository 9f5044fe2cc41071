package dev.tributary.enrich.geometry;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** The tokens of a JSON text. */
final class JsonTokens implements Tokens {

  private final JsonParser parser;
  private final int limit;

  JsonTokens(JsonParser parser, GeometryLimits limits) {
    this.parser = parser;
    this.limit = limits.depth();
  }

  @Override
  public JsonToken next() throws IOException, RefusedGeometryException {
    JsonToken token;
    try {
      token = parser.nextToken();
    } catch (JsonProcessingException e) {
      throw unreadable(e, path());
    }
    if (token != null && token.isStructStart() && depth() > limit) {
      throw RefusedGeometryException.limit("depth", limit, "It is nested deeper than is read");
    }
    return token;
  }

  @Override
  public String text() throws IOException {
    return parser.getText();
  }

  @Override
  public double number() throws IOException {
    return parser.getDoubleValue();
  }

  @Override
  public int depth() {
    return parser.getParsingContext().getNestingDepth();
  }

  @Override
  public String path() {
    StringBuilder path = new StringBuilder();
    append(parser.getParsingContext(), path);
    return path.toString();
  }

  static RefusedGeometryException unreadable(JsonProcessingException e, String path) {
    return RefusedGeometryException.unreadable(
        path,
        "not JSON at line %d, column %d: %s"
            .formatted(
                e.getLocation().getLineNr(),
                e.getLocation().getColumnNr(),
                e.getOriginalMessage()));
  }

  private static void append(JsonStreamContext context, StringBuilder path) {
    if (context.getParent() != null) {
      append(context.getParent(), path);
    }
    if (context.inArray() && context.hasCurrentIndex()) {
      path.append('[').append(context.getCurrentIndex()).append(']');
    } else if (context.inObject() && context.getCurrentName() != null) {
      path.append(path.isEmpty() ? "" : ".").append(context.getCurrentName());
    }
  }
}
