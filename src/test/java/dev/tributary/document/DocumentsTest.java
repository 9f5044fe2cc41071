package dev.tributary.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.change.Change;
import dev.tributary.change.Value;
import dev.tributary.config.Enrichment;
import dev.tributary.config.Settings;
import dev.tributary.entity.AttributePath;
import dev.tributary.entity.Rule;
import dev.tributary.entity.Shape;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DocumentsTest {

  private static final Change.Put PUT = Examples.put(Map.of("name", new Value.Text("Elm Park")));

  @Test
  void aPutIndexesTheWholeItemForEachEntityOfItsTable() throws IOException {
    Documents documents =
        documents(
            Map.of(
                "place", new Settings.Entity("main", "places", Rule.EVERYTHING),
                "copy", new Settings.Entity("main", "archive", Rule.EVERYTHING),
                "user", new Settings.Entity("people", "users", Rule.EVERYTHING)));
    Body body = Examples.written(PUT);

    assertThat(documents.actionsFor(PUT))
        .containsExactlyInAnyOrder(
            new Action.Index("place", "places", "PLACE#1#META", body),
            new Action.Index("copy", "archive", "PLACE#1#META", body));
  }

  @Test
  void aRemoveDeletesWhateverItWas() {
    Documents documents =
        documents(Map.of("place", new Settings.Entity("main", "places", Rule.EVERYTHING)));

    assertThat(documents.actionsFor(Examples.remove()))
        .containsExactly(new Action.Delete("place", "places", "PLACE#1#META"));
  }

  @Test
  void twoEntitiesThatMakeOneDocumentAreRejectedAndStillDeleteIt() {
    Documents documents =
        documents(
            Map.of(
                "one", new Settings.Entity("main", "places", Rule.EVERYTHING),
                "two", new Settings.Entity("main", "places", Rule.EVERYTHING)));

    assertThat(documents.actionsFor(PUT)).hasSize(1).hasOnlyElementsOfType(Action.Reject.class);
    assertThat(documents.actionsFor(Examples.remove()))
        .hasSize(1)
        .hasOnlyElementsOfType(Action.Delete.class);
  }

  @Test
  void anItemThatJsonCannotSayIsRejectedAndNotThrown() {
    Documents documents =
        documents(Map.of("place", new Settings.Entity("main", "places", Rule.EVERYTHING)));
    Change.Put brokenNumber = Examples.put(Map.of("a", new Value.Numeric("many")));

    assertThat(documents.actionsFor(brokenNumber))
        .containsExactly(
            new Action.Reject(
                "place",
                "places",
                "PLACE#1#META",
                "cannot be written as JSON: NumberFormatException"));
  }

  @Test
  void aFaultInOneEntityIsNoFaultInTheOthers() {
    Shape narrow =
        new Shape(
            List.of(AttributePath.parse("name")),
            List.of(),
            Set.of(),
            Map.of(),
            List.of(),
            List.of());
    Rule all = Rule.EVERYTHING;
    Rule named = new Rule(all.key(), List.of(), List.of(), narrow, all.id(), false);
    Map<String, Value> attributes = new HashMap<>(Map.of("name", new Value.Text("Elm Park")));
    attributes.put("broken", null);

    assertThat(
            documents(
                    Map.of(
                        "place", new Settings.Entity("main", "places", all),
                        "copy", new Settings.Entity("main", "archive", named)))
                .actionsFor(Examples.put(attributes)))
        .hasSize(2)
        .anyMatch(action -> action instanceof Action.Reject r && r.index().equals("places"))
        .anyMatch(action -> action instanceof Action.Index i && i.index().equals("archive"));
  }

  @Test
  void aTableWithoutEntitiesAsksForNothing() {
    assertThat(documents(Map.of()).actionsFor(PUT)).isEmpty();
  }

  @Test
  void aChangeOfAnUnknownTableIsNeverDroppedInSilence() {
    Change.Remove unknown =
        new Change.Remove("Elsewhere", Examples.KEY, Examples.STREAMED, Optional.empty(), false);

    assertThatThrownBy(() -> documents(Map.of()).actionsFor(unknown))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Elsewhere");
  }

  private static Documents documents(Map<String, Settings.Entity> entities) {
    Settings.Key key = new Settings.Key("PK", Optional.of("SK"));
    Duration second = Duration.ofSeconds(1);
    Settings.Index index = new Settings.Index(Optional.empty(), Set.of());
    return new Documents(
        new Settings(
            "tributary",
            new Settings.Aws(Optional.empty(), Optional.empty()),
            new Settings.OpenSearch(
                URI.create("http://localhost:9200"), new Settings.Authentication.None(), second),
            Map.of(
                "main",
                new Settings.Table("Places", key),
                "people",
                new Settings.Table("People", key)),
            entities,
            Map.of("places", index, "archive", index, "users", index),
            Enrichment.NONE,
            new Settings.Worker("worker", second, second, second, second, false),
            new Settings.Limits(1, 1, 1, 1)));
  }
}
