package dev.tributary.ops.page;

import dev.tributary.ops.Health.Part;
import dev.tributary.ops.page.Judgement.Todo;

/** What an operator can do about a part that is not well, in one line. */
final class Advice {

  /** Before it, some reasons say what is wrong, and behind it what to do. */
  private static final String TO_DO = ". To do: ";

  private Advice() {}

  static Todo of(Part part) {
    int at = part.reason().indexOf(TO_DO);
    String reason = at < 0 ? part.reason() : part.reason().substring(0, at);
    String act = at < 0 ? act(part.name()) : capital(part.reason().substring(at + TO_DO.length()));
    return new Todo(part.name(), part.state(), reason, act, part.help());
  }

  private static String act(String part) {
    return switch (part) {
      case "reader", "loops" -> "Start this worker anew, and keep its log";
      case "start" -> "Nothing for a minute. Then see that what it waits for can be reached";
      case "opensearch" ->
          "See that OpenSearch runs, and look at the network and at opensearch.url";
      case "state-table" -> "Look at DynamoDB, and at the worker's rights on its own tables";
      case "shards" -> "What the reason says; else read the log of this worker";
      case "fleet" ->
          "See that workers run, and that they have their rights on the lease and state tables";
      case "indexes" ->
          "Once it is mended: ./tributary resume --config FILE --index NAME, or --table NAME";
      case "gaps" -> "./tributary backfill --config FILE --gaps";
      case "dead-letters" ->
          "./tributary dead-letters list --config FILE; mend the items or the mapping; then"
              + " ./tributary dead-letters redrive --config FILE";
      case "objects" ->
          "See that the objects are there and may be read; they are looked for again by themselves";
      default -> "Read what the documentation says";
    };
  }

  private static String capital(String text) {
    return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
