package dev.tributary.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.change.SyncFields;
import dev.tributary.document.Action;
import dev.tributary.document.Explanation;
import dev.tributary.document.Match;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** What the old image had in the index, and so what the change does to that. */
final class Before {
  private Before() {}

  static Optional<String> say(Answer.Result result, Asked asked) {
    return result.before().map(before -> say(before, result.action(), asked));
  }

  private static String say(Explanation before, Action now, Asked asked) {
    if (!(before.action() instanceof Action.Index old)) {
      return "no document: " + why(before);
    }
    if (now instanceof Action.Index index) {
      return difference(Shown.document(old.body(), asked), Shown.document(index.body(), asked));
    }
    if (now instanceof Action.Delete) {
      return "a document, which goes";
    }
    // The key is what it was, so a skip means that another entity has the document now.
    return now instanceof Action.Skip
        ? "this entity's document"
        : "a document, which stays as it is";
  }

  private static String why(Explanation before) {
    if (before.action() instanceof Action.Reject reject) {
      return reject.reason();
    }
    return before.match() instanceof Match.OtherItem other ? other.why() : "the key is another's";
  }

  /** By the fields at the top. */
  private static String difference(ObjectNode old, ObjectNode now) {
    old.remove(SyncFields.SYNC);
    now.remove(SyncFields.SYNC);
    TreeSet<String> fields = new TreeSet<>();
    old.fieldNames().forEachRemaining(fields::add);
    now.fieldNames().forEachRemaining(fields::add);
    List<String> changed = new ArrayList<>();
    for (String field : fields) {
      JsonNode was = old.get(field);
      JsonNode is = now.get(field);
      if (was == null) {
        changed.add("+" + field);
      } else if (is == null) {
        changed.add("-" + field);
      } else if (!was.equals(is)) {
        changed.add("~" + field);
      }
    }
    return changed.isEmpty()
        ? "the same document"
        : "a document that differs in: " + String.join(" ", changed);
  }
}
