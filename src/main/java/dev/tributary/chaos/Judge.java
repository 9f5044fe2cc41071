package dev.tributary.chaos;

import dev.tributary.backfill.Comparison;
import dev.tributary.change.Change;
import dev.tributary.change.Item;
import dev.tributary.change.Origin;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import dev.tributary.document.Action;
import dev.tributary.document.Documents;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.PendingObjects;
import dev.tributary.table.Tables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Says whether the indexes equal the tables: by content, both ways; and where they do not, whether
 * exactly the dead letters that there should be account for it.
 */
final class Judge {

  private final Settings settings;
  private final Comparison comparison;
  private final Tables tables;
  private final DeadLetters letters;
  private final PendingObjects pending;
  private final Documents documents;

  Judge(
      Settings settings,
      Comparison comparison,
      Tables tables,
      DeadLetters letters,
      PendingObjects pending) {
    this.settings = settings;
    this.comparison = comparison;
    this.tables = tables;
    this.letters = letters;
    this.pending = pending;
    this.documents = new Documents(settings);
  }

  /**
   * @param problems what is not as it should be; none means equal
   */
  record Verdict(int items, int found, int letters, List<String> problems) {}

  Verdict judge() throws OpenSearchUnavailableException {
    Comparison.Result result = comparison.run();
    Map<DocumentKey, String> poisoned = poisoned();
    Map<DocumentKey, String> filed = filed();
    List<String> problems = new ArrayList<>();
    result.differences().stream()
        .filter(difference -> !poisoned.containsKey(difference.document()))
        .forEach(difference -> problems.add(difference.toString()));
    poisoned.forEach(
        (document, poison) -> {
          String reason = filed.get(document);
          if (reason == null) {
            problems.add("no dead letter: %s, which holds %s".formatted(document, poison));
          } else if (!reason.contains(poison)) {
            problems.add(
                "an old dead letter: %s, which holds %s, but: %s"
                    .formatted(document, poison, reason));
          }
        });
    filed.forEach(
        (document, reason) -> {
          if (!poisoned.containsKey(document)) {
            problems.add("a dead letter too many: %s: %s".formatted(document, reason));
          }
        });
    for (String index : settings.indexes().keySet()) {
      pending.each(
          index,
          entry ->
              problems.add(
                  "still waits for an object: %s/%s: %s"
                      .formatted(index, entry.lack().id(), entry.lack().reason())));
    }
    return new Verdict(result.items(), result.found(), filed.size(), problems);
  }

  /** The documents that cannot be as their items want them, each with what makes it so. */
  private Map<DocumentKey, String> poisoned() {
    Map<DocumentKey, String> poisoned = new HashMap<>();
    Origin origin = new Origin.Read(Instant.EPOCH, Optional.empty());
    for (Settings.Table table : settings.tables().values()) {
      tables.scan(
          table.name(),
          (key, item) ->
              poison(item)
                  .ifPresent(
                      poison ->
                          documents
                              .actionsFor(
                                  new Change.Put(table.name(), key, origin, item, Optional.empty()))
                              .stream()
                              .filter(Judge::wantsADocument)
                              .map(action -> (Action.Targeted) action)
                              .forEach(
                                  action ->
                                      poisoned.put(
                                          new DocumentKey(action.index(), action.id()), poison))));
    }
    return poisoned;
  }

  private static boolean wantsADocument(Action action) {
    return action instanceof Action.Index || action instanceof Action.Reject;
  }

  private static Optional<String> poison(Item item) {
    return item.attributes().entrySet().stream()
        .flatMap(
            attribute ->
                attribute.getValue() instanceof Value.Text value
                    ? java.util.stream.Stream.of(attribute.getKey(), value.text())
                    : java.util.stream.Stream.of(attribute.getKey()))
        .filter(text -> text.startsWith(Items.POISON))
        .findFirst();
  }

  private Map<DocumentKey, String> filed() {
    Map<DocumentKey, String> filed = new HashMap<>();
    List<String> indexes = new ArrayList<>(settings.indexes().keySet());
    indexes.add(DeadLetters.NO_INDEX);
    for (String index : indexes) {
      letters.each(
          index, letter -> filed.put(new DocumentKey(index, letter.id()), letter.reason()));
    }
    return filed;
  }
}
