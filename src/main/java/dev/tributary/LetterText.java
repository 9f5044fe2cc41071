package dev.tributary;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.ops.Spans;
import dev.tributary.table.DeadLetters.Filed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Dead letters for people and for programs. */
final class LetterText {
  private LetterText() {}

  /** {@code 1 dead letter}, {@code 12 dead letters}. */
  static String count(int letters) {
    return letters + (letters == 1 ? " dead letter" : " dead letters");
  }

  /** One line. */
  static String line(Filed letter, Instant now) {
    return "%s/%s%s, %s, last %s ago, first %s ago: %s"
        .formatted(
            letter.index(),
            letter.id(),
            letter.entity().map(entity -> ", entity " + entity).orElse(""),
            letter.attempts() == 1 ? "1 attempt" : letter.attempts() + " attempts",
            age(letter.last(), now),
            age(letter.first(), now),
            letter.reason().lines().findFirst().orElse(""));
  }

  /** All of it, in lines. */
  static String all(Filed letter) {
    StringBuilder text = new StringBuilder();
    line(text, "index", letter.index());
    line(text, "id", letter.id());
    line(text, "table", letter.table());
    line(text, "key", key(letter));
    line(text, "entity", letter.entity().orElse("not known"));
    line(text, "version", String.valueOf(letter.version()));
    line(text, "first", letter.first().toString());
    line(text, "last", letter.last().toString());
    line(text, "attempts", String.valueOf(letter.attempts()));
    line(text, "reason", letter.reason());
    letter.trace().ifPresent(trace -> text.append("trace").append('\n').append(trace.indent(2)));
    return text.toString();
  }

  private static String key(Filed letter) {
    if (!letter.hasKey()) {
      return "could not be read";
    }
    return letter.sk().isEmpty() ? letter.pk() : letter.pk() + " / " + letter.sk();
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append("%-9s %s%n".formatted(name, value));
  }

  static String json(List<Filed> letters) {
    ObjectNode root = new ObjectMapper().createObjectNode();
    root.put("count", letters.size());
    ArrayNode all = root.putArray("deadLetters");
    for (Filed letter : letters) {
      ObjectNode node =
          all.addObject()
              .put("index", letter.index())
              .put("id", letter.id())
              .put("table", letter.table());
      if (letter.hasKey()) {
        node.put("pk", letter.pk());
      }
      if (!letter.sk().isEmpty()) {
        node.put("sk", letter.sk());
      }
      letter.entity().ifPresent(entity -> node.put("entity", entity));
      node.put("reason", letter.reason());
      letter.trace().ifPresent(trace -> node.put("trace", trace));
      // As text, since many programs that read JSON round numbers of this size.
      node.put("version", String.valueOf(letter.version()))
          .put("firstAt", letter.first().toString())
          .put("lastAt", letter.last().toString())
          .put("attempts", letter.attempts());
    }
    return root.toPrettyString();
  }

  static String age(Instant since, Instant now) {
    return Spans.text(Duration.between(since, now));
  }
}
