package dev.tributary.explain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.change.Origin;
import dev.tributary.document.Action;
import dev.tributary.document.Match;
import dev.tributary.document.Version;
import java.io.PrintWriter;

/** An answer for programs. */
public final class JsonAnswer {
  private JsonAnswer() {}

  public static void print(Answer answer, PrintWriter out) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (answer.asked().change().origin() instanceof Origin.Streamed streamed) {
      json.put("version", Version.of(streamed));
    }
    ArrayNode actions = json.putArray("actions");
    answer.results().forEach(result -> fill(actions.addObject(), result, answer.asked()));
    out.println(new PrettyJson(Paint.OFF).of(json, ""));
    out.flush();
  }

  private static void fill(ObjectNode json, Answer.Result result, Asked asked) {
    Action action = result.action();
    json.put("entity", result.explanation().entity());
    json.put("index", result.explanation().index());
    json.put("action", word(action));
    json.put("id", result.explanation().id());
    if (action instanceof Action.Index index) {
      json.set("document", Shown.document(index.body(), asked));
      for (Answer.Fetched fetched : result.fetched()) {
        ObjectNode object = json.withArray("fetched").addObject();
        object.put("attribute", fetched.attribute()).put("reference", fetched.reference());
        fetched.fields().forEach(object.putArray("fields")::add);
      }
    } else {
      json.put("reason", reason(action, result.explanation().match()));
    }
  }

  private static String word(Action action) {
    if (action instanceof Action.Index) {
      return "index";
    }
    if (action instanceof Action.Delete) {
      return "delete";
    }
    return action instanceof Action.Reject ? "reject" : "skip";
  }

  private static String reason(Action action, Match match) {
    if (action instanceof Action.Reject reject) {
      return reject.reason();
    }
    if (match instanceof Match.OtherKey other) {
      return other.why();
    }
    if (action instanceof Action.Skip skip) {
      return skip.reason();
    }
    return match instanceof Match.OtherItem other ? other.why() : "the item is gone";
  }
}
