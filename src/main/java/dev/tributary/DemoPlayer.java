package dev.tributary;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.DemoStory.Step;
import dev.tributary.change.Change;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.config.Settings;
import dev.tributary.document.Action;
import dev.tributary.document.Documents;
import dev.tributary.document.Explanation;
import dev.tributary.document.Match;
import dev.tributary.table.Attributes;
import dev.tributary.table.PlainJson;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Plays a story: writes items, and shows each document as it comes out. */
final class DemoPlayer {

  private final Settings settings;
  private final Documents rules;
  private final DynamoDbClient dynamoDb;
  private final DemoIndexes indexes;
  private final long started;
  private boolean first = true;

  /**
   * @param started when the worker was started, for the first document's time
   */
  DemoPlayer(Settings settings, DynamoDbClient dynamoDb, URI openSearch, long started) {
    this.settings = settings;
    this.rules = new Documents(settings);
    this.dynamoDb = dynamoDb;
    this.indexes = new DemoIndexes(openSearch);
    this.started = started;
  }

  /** The table that a step means. */
  static Settings.Table table(Settings settings, Optional<String> name) {
    return settings.tables().get(name.orElse(settings.tables().keySet().iterator().next()));
  }

  /**
   * Plays every step.
   *
   * @return whether every document came in time, and every search found something
   */
  boolean play(DemoStory story) throws IOException, InterruptedException {
    for (Step step : story.steps()) {
      boolean done = step instanceof Step.Search search ? search(search) : write((Step.Write) step);
      if (!done) {
        return false;
      }
    }
    return true;
  }

  private boolean write(Step.Write step) throws IOException, InterruptedException {
    Settings.Table table = table(settings, step.table());
    Map<String, AttributeValue> attributes = PlainJson.item(step.item());
    ItemKey key = Attributes.key(attributes, table.key());
    boolean put = step instanceof Step.Put;
    DemoPage.step(
        step.say(), put ? "put" : "delete", DemoPage.name(key.toString()) + inTable(table));
    long before = System.nanoTime();
    Origin origin = new Origin.Read(Instant.now(), Optional.empty());
    Change change;
    if (put) {
      change =
          new Change.Put(table.name(), key, origin, Attributes.item(attributes), Optional.empty());
      dynamoDb.putItem(request -> request.tableName(table.name()).item(attributes));
    } else {
      change = new Change.Remove(table.name(), key, origin, Optional.empty(), false);
      dynamoDb.deleteItem(request -> request.tableName(table.name()).key(attributes));
    }
    return show(rules.explain(change), step.item(), table, before);
  }

  /** The table's name, where there are several. */
  private String inTable(Settings.Table table) {
    return settings.tables().size() == 1 ? "" : "   (table " + table.name() + ")";
  }

  private boolean show(
      List<Explanation> explanations, JsonNode item, Settings.Table table, long before)
      throws IOException, InterruptedException {
    boolean any = false;
    for (Explanation explanation : explanations) {
      if (explanation.action() instanceof Action.Targeted action) {
        any = true;
        if (!show(explanation.match(), action, item, table, before)) {
          return false;
        }
      }
    }
    if (!any) {
      DemoPage.result("left out: no entity has such a key");
    }
    return true;
  }

  private boolean show(
      Match match, Action.Targeted action, JsonNode item, Settings.Table table, long before)
      throws IOException, InterruptedException {
    if (action instanceof Action.Reject reject) {
      DemoPage.result("refused, and kept as a dead letter: " + reject.reason());
      return true;
    }
    if (match instanceof Match.OtherItem other && !indexes.seen(action)) {
      DemoPage.result("left out: " + other.why());
      return true;
    }
    Optional<JsonNode> document = indexes.await(action);
    if (document.isEmpty()) {
      DemoPage.result("nothing came within " + DemoIndexes.PATIENCE.toSeconds() + " s");
      return false;
    }
    DemoPage.result(
        "%s/%s   (%s)".formatted(action.index(), DemoPage.name(action.id()), time(before)));
    if (match instanceof Match.Matches) {
      Settings.Entity entity = settings.entities().get(action.entity());
      DemoPage.document(item, document.get(), table, entity);
    } else {
      DemoPage.line("is gone" + (match instanceof Match.OtherItem other ? ": " + other.why() : ""));
    }
    return true;
  }

  private String time(long before) {
    long now = System.nanoTime();
    String time =
        first
            ? "%d ms after the worker's start".formatted((now - started) / 1_000_000)
            : (now - before) / 1_000_000 + " ms";
    first = false;
    return time;
  }

  private boolean search(Step.Search step) throws IOException, InterruptedException {
    DemoPage.step(step.say(), "search", step.index());
    DemoPage.query(step.body().path("query"));
    JsonNode hits = indexes.search(step.index(), step.body()).path("hits");
    long total = hits.at("/total/value").asLong();
    DemoPage.result(total + (total == 1 ? " hit" : " hits"));
    hits.path("hits").forEach(hit -> DemoPage.hit(hit, step.show()));
    return total > 0;
  }
}
