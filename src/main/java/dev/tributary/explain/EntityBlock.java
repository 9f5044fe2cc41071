package dev.tributary.explain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.change.Change;
import dev.tributary.change.Item;
import dev.tributary.change.SyncFields;
import dev.tributary.document.Action;
import dev.tributary.document.Match;
import dev.tributary.entity.KeyPattern;
import dev.tributary.entity.KeyRule;
import java.util.ArrayList;
import java.util.List;

/**
 * What one entity makes of a change whose key is its own: the action, then why, then the document.
 */
final class EntityBlock {
  private final Asked asked;
  private final Lines lines;
  private final Paint paint;

  EntityBlock(Asked asked, Lines lines) {
    this.asked = asked;
    this.lines = lines;
    this.paint = lines.paint();
  }

  void print(Answer.Result result) {
    lines.line(
        paint.strong(result.explanation().entity()) + " → index " + result.explanation().index());
    lines.labelled("action", action(result));
    key(result);
    if (asked.change() instanceof Change.Put put) {
      Conditions conditions = new Conditions(put.item(), paint);
      lines.labelled("where", conditions.where(result.entity().rule().where()));
      lines.labelled("unless", conditions.unless(result.entity().rule().unless()));
    }
    Before.say(result, asked).ifPresent(text -> lines.labelled("before", text));
    if (result.action() instanceof Action.Index index && asked.change() instanceof Change.Put put) {
      document(result, Shown.document(index.body(), asked), put.item());
    }
  }

  private String action(Answer.Result result) {
    Action action = result.action();
    if (action instanceof Action.Index index) {
      return paint.good("index") + " " + index.id();
    }
    if (action instanceof Action.Delete delete) {
      return paint.gone("delete") + " " + delete.id() + paint.faint(" if it is there");
    }
    if (action instanceof Action.Reject reject) {
      return paint.bad("reject")
          + " "
          + reject.id()
          + ", a dead letter: "
          + paint.bad(reject.reason());
    }
    return "none: " + ((Action.Skip) action).reason();
  }

  private void key(Answer.Result result) {
    KeyRule key = result.entity().rule().key();
    List<String> patterns = new ArrayList<>();
    if (!key.pk().equals(KeyPattern.ANY)) {
      patterns.add("pk " + key.pk());
    }
    key.sk().filter(sk -> !sk.equals(KeyPattern.ANY)).ifPresent(sk -> patterns.add("sk " + sk));
    lines.labelled("key", patterns.isEmpty() ? "any" : String.join("   ", patterns));
    if (result.explanation().match() instanceof Match.Matches matches) {
      joined(
          "captures",
          matches.captures().entrySet().stream()
              .map(e -> e.getKey() + " = " + e.getValue())
              .toList());
    }
  }

  private void document(Answer.Result result, ObjectNode document, Item item) {
    joined("left out", LeftOut.paths(item, result.entity().rule().shape()));
    joined("renamed", Renamed.names(item, document));
    List<String> omitted = new ArrayList<>();
    document
        .at("/" + SyncFields.SYNC + "/" + SyncFields.OMITTED)
        .forEach(field -> omitted.add(field.asText()));
    joined("omitted", omitted, "  (no value could be made, and onError is omit)");
    joined(
        "preserved",
        result.index().preserve().stream().sorted().toList(),
        "  (another program's, kept as they are)");
    for (Answer.Fetched fetched : result.fetched()) {
      lines.labelled(
          "fetched",
          "%s, which %s names, fills %s"
              .formatted(
                  fetched.reference(), fetched.attribute(), String.join(", ", fetched.fields())));
    }
    lines.labelled("document", "");
    lines.line("    " + new PrettyJson(paint).of(document, "    "));
  }

  private void joined(String label, List<String> words) {
    joined(label, words, "");
  }

  private void joined(String label, List<String> words, String remark) {
    if (!words.isEmpty()) {
      lines.labelled(label, String.join(", ", words) + paint.faint(remark));
    }
  }
}
