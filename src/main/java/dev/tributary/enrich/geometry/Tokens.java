package dev.tributary.enrich.geometry;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** GeoJSON one token after the other, whether it is a text or a map inside an item. */
interface Tokens extends Located {

  /** The next token, or null at the end. */
  JsonToken next() throws IOException, RefusedGeometryException;

  /** Of a name, a text or a number. */
  String text() throws IOException;

  /** Of a number; infinite where no double reaches. */
  double number() throws IOException;

  /** How many objects and lists are open. */
  int depth();

  /** Leaves the object or list that has just been entered; a token of another kind is passed. */
  default void skip(JsonToken entered) throws IOException, RefusedGeometryException {
    if (entered.isStructStart()) {
      leave(depth());
    }
  }

  /** Goes on behind the end of what was entered at this depth. */
  default void leave(int entered) throws IOException, RefusedGeometryException {
    while (depth() >= entered) {
      if (next() == null) {
        return;
      }
    }
  }

  /** What a token is called where it does not belong. */
  static String describe(JsonToken token) {
    return token == null
        ? "the end"
        : switch (token) {
          case START_OBJECT -> "an object";
          case START_ARRAY -> "a list";
          case VALUE_STRING -> "a text";
          case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
          case VALUE_TRUE, VALUE_FALSE -> "a boolean";
          case VALUE_NULL -> "null";
          default -> "a value of another kind";
        };
  }
}
