package dev.tributary.enrich.geometry;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Reads the value of {@code coordinates}, whatever type it turns out to belong to. */
final class GeoJsonCoordinates {

  private final Tokens tokens;
  private final Tally tally;
  private final boolean[] filled = new boolean[Positions.DEEPEST + 1];

  GeoJsonCoordinates(Tokens tokens, Tally tally) {
    this.tokens = tokens;
    this.tally = tally;
  }

  /** The tokens stand at the value, and then at its end. */
  Positions read(JsonToken first) throws IOException, RefusedGeometryException {
    Positions positions = new Positions(tokens.path());
    if (first == JsonToken.VALUE_NULL) {
      return positions;
    }
    if (first != JsonToken.START_ARRAY) {
      throw unexpected(first);
    }
    int level = 1;
    filled[1] = false;
    while (level > 0) {
      JsonToken token = tokens.next();
      if (token == JsonToken.START_ARRAY) {
        if (level == Positions.DEEPEST) {
          throw RefusedGeometryException.at(
              tokens.path(), "lists are nested deeper than in a MultiPolygon");
        }
        filled[level] = true;
        filled[++level] = false;
      } else if (token == JsonToken.END_ARRAY) {
        positions.close(level, !filled[level], tokens);
        level--;
      } else if (isNumber(token)) {
        if (filled[level]) {
          throw RefusedGeometryException.at(tokens.path(), "a number stands beside lists");
        }
        position(level, positions);
        level--;
      } else {
        throw unexpected(token);
      }
    }
    return positions;
  }

  /** Stands at the first number of a position, and then at its end. */
  private void position(int level, Positions positions)
      throws IOException, RefusedGeometryException {
    double x = Tally.degrees(tokens.number(), tokens);
    JsonToken token = tokens.next();
    if (token == JsonToken.END_ARRAY) {
      throw RefusedGeometryException.at(tokens.path(), "a position needs two numbers, and has one");
    }
    double y = Tally.degrees(number(token), tokens);
    for (token = tokens.next(); token != JsonToken.END_ARRAY; token = tokens.next()) {
      // Heights and measures: a geo_shape has no use for them.
      number(token);
    }
    tally.count();
    positions.position(level, x, y, tokens);
  }

  private double number(JsonToken token) throws IOException, RefusedGeometryException {
    if (isNumber(token)) {
      return tokens.number();
    }
    throw unexpected(token);
  }

  private static boolean isNumber(JsonToken token) {
    return token != null && token.isNumeric();
  }

  private RefusedGeometryException unexpected(JsonToken token) {
    return RefusedGeometryException.at(
        tokens.path(), "expected numbers, found " + Tokens.describe(token));
  }
}
