package dev.tributary.enrich.geometry;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Locale;

/** What a person would call a feature: its name or title, else its id. */
final class Label {

  private static final int LONGEST = 60;

  private String text = "";
  private int rank;

  /** Empty where there is neither. */
  String text() {
    return text;
  }

  /** The feature's own id; the tokens stand at its value. */
  void id(JsonToken value, Tokens tokens) throws IOException, RefusedGeometryException {
    take("id", value, tokens);
  }

  /** Looks through the feature's properties; the tokens stand at their beginning. */
  void properties(JsonToken value, Tokens tokens) throws IOException, RefusedGeometryException {
    if (value != JsonToken.START_OBJECT) {
      tokens.skip(value);
      return;
    }
    while (tokens.next() == JsonToken.FIELD_NAME) {
      String name = tokens.text();
      take(name, tokens.next(), tokens);
    }
  }

  private void take(String name, JsonToken value, Tokens tokens)
      throws IOException, RefusedGeometryException {
    int worth = worth(name.toLowerCase(Locale.ROOT));
    if (value.isStructStart()) {
      tokens.skip(value);
    } else if (worth > rank && (value.isNumeric() || value == JsonToken.VALUE_STRING)) {
      String found = tokens.text().strip();
      if (!found.isEmpty()) {
        text = found.length() > LONGEST ? found.substring(0, LONGEST) + "…" : found;
        rank = worth;
      }
    }
  }

  private static int worth(String name) {
    return switch (name) {
      case "name" -> 4;
      case "title" -> 3;
      case "id" -> 1;
      default -> name.endsWith("name") ? 2 : 0;
    };
  }
}
