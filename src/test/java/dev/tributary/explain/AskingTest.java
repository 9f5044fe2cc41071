package dev.tributary.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.change.Change;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AskingTest {
  private static final Settings.Table PLACES =
      new Settings.Table("places-dev", new Settings.Key("PK", Optional.of("SK")));
  private static final Settings.Table USERS =
      new Settings.Table("users", new Settings.Key("id", Optional.empty()));
  private static final String ITEM = "{\"PK\": \"a\", \"SK\": \"b\", \"n\": 1}";

  @TempDir Path folder;
  private final Map<String, Settings.Table> tables = new LinkedHashMap<>(Map.of("places", PLACES));

  private String file(String name, String json) {
    try {
      return Files.writeString(folder.resolve(name), json).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Asked ask(Question question) throws InvalidInputException, WrongUseException {
    return Asking.ask(question, tables, InputStream.nullInputStream());
  }

  private Question put(String json) {
    return new Question(
        file("item.json", json),
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty(),
        Optional.empty());
  }

  private static Question of(Question question, String table) {
    return new Question(
        question.file(),
        Optional.of(table),
        question.old(),
        question.removed(),
        question.format(),
        question.place());
  }

  private Question old(String json) {
    Question put = put(ITEM);
    return new Question(
        put.file(),
        put.table(),
        Optional.of(file("old.json", json)),
        false,
        put.format(),
        put.place());
  }

  private Question removal(String json) {
    return new Question(
        put(json).file(),
        Optional.empty(),
        Optional.empty(),
        true,
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void anItemIsAPutWithoutAPlaceInTheStream() throws Exception {
    Asked asked = ask(put(ITEM));
    assertThat(asked.readAs()).isEqualTo("plain JSON");
    assertThat(asked.placed()).isFalse();
    assertThat(asked.change())
        .isInstanceOfSatisfying(
            Change.Put.class,
            put -> {
              assertThat(put.table()).isEqualTo("places-dev");
              assertThat(put.key()).isEqualTo(ItemKey.of(new Value.Text("a"), new Value.Text("b")));
              assertThat(put.item().attributes()).containsOnlyKeys("PK", "SK", "n");
              assertThat(put.before()).isEmpty();
            });
  }

  @Test
  void aPlaceInTheStreamCanBeTold() throws Exception {
    Question put = put(ITEM);
    Question.Place place = new Question.Place(Instant.ofEpochSecond(7), SequenceNumber.of("00012"));
    Asked asked =
        ask(
            new Question(
                put.file(), put.table(), put.old(), false, put.format(), Optional.of(place)));
    assertThat(asked.placed()).isTrue();
    assertThat(asked.change().origin())
        .isEqualTo(new Origin.Streamed("", SequenceNumber.of("00012"), Instant.ofEpochSecond(7)));
  }

  @Test
  void anOldItemMakesItAModification() throws Exception {
    Change change = ask(old("{\"SK\": \"b\", \"PK\": \"a\", \"n\": 0}")).change();
    assertThat(((Change.Put) change).before().orElseThrow().attributes())
        .containsEntry("n", new Value.Numeric("0"));
  }

  @Test
  void theOldItemMustBeTheSame() {
    assertThatThrownBy(() -> ask(old("{\"PK\": \"a\", \"SK\": \"c\"}")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "%s  is another item: its key is a / c, and that of %s is a / b",
            folder.resolve("old.json"), folder.resolve("item.json"));
    assertThatThrownBy(() -> ask(old(record("INSERT", "places-dev"))))
        .hasMessageContaining("old.json  is a stream record, which has both images");
  }

  @Test
  void aRemovalNeedsOnlyTheKey() throws Exception {
    Change.Remove ofKey = (Change.Remove) ask(removal("{\"PK\": \"a\", \"SK\": \"b\"}")).change();
    assertThat(ofKey.before()).isEmpty();
    assertThat(ofKey.expired()).isFalse();
    Change.Remove ofItem = (Change.Remove) ask(removal(ITEM)).change();
    assertThat(ofItem.before()).map(Item::attributes).get().asString().contains("n=");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      {"SK": "b", "name": "x"}   | no attribute 'PK', the partition key of table 'places-dev'; it has SK, name
      {"PK": "a", "name": "x"}   | no attribute 'SK', the sort key of table 'places-dev'; it has PK, name
      {}                         | no attribute 'PK', the partition key of table 'places-dev'; it has none
      {"PK": "", "SK": "b"}      | PK: the partition key is empty; a key is text, a number or binary, and not empty
      {"PK": "a", "SK": true}    | SK: the sort key is true; a key is text, a number or binary, and not empty
      {"PK": "a", "SK": null}    | SK: the sort key is null; a key is text, a number or binary, and not empty
      {"PK": ["a"], "SK": "b"}   | PK: the partition key is a list or a set; a key is text, a number or binary, and not empty
      {"PK": {"a": 1}, "SK": "b"}   | PK: the partition key is an object; a key is text, a number or binary, and not empty
      {"PK": {"S": "a"}, "SK": "b"} | PK: the partition key is an object (was DynamoDB JSON meant? --format dynamodb says what is wrong with it); a key is text, a number or binary, and not empty
      """)
  void anItemWithoutItsKeyIsRefused(String json, String problem) {
    assertThatThrownBy(() -> ask(put(json)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("%s  %s", folder.resolve("item.json"), problem);
  }

  private static String record(String event, String table) {
    return """
    {"eventName": "%s", "eventSourceARN": "arn:aws:dynamodb:eu-west-1:1:table/%s/stream/x",
     "dynamodb": {"ApproximateCreationDateTime": 7, "SequenceNumber": "12", "Keys": {"id": {"S": "u"}},
     "NewImage": {"id": {"S": "u"}}, "OldImage": {"id": {"S": "u"}}}}
    """
        .formatted(event, table);
  }

  @Test
  void aRecordKnowsItsTableAndItsPlace() throws Exception {
    tables.put("people", USERS);
    Asked asked = ask(put(record("MODIFY", "users")));
    assertThat(asked.placed()).isTrue();
    assertThat(asked.readAs()).isEqualTo("a stream record");
    assertThat(asked.change())
        .isEqualTo(
            new Change.Put(
                "users",
                ItemKey.of(new Value.Text("u")),
                new Origin.Streamed(
                    "arn:aws:dynamodb:eu-west-1:1:table/users/stream/x",
                    SequenceNumber.of("12"),
                    Instant.ofEpochSecond(7)),
                new Item(Map.of("id", new Value.Text("u"))),
                Optional.of(new Item(Map.of("id", new Value.Text("u"))))));
    assertThat(ask(put(record("REMOVE", "users"))).change()).isInstanceOf(Change.Remove.class);
  }

  @Test
  void aRecordOfAnotherStageIsTakenForTheTableThatIsNamed() throws Exception {
    tables.put("people", USERS);
    assertThat(ask(of(put(record("MODIFY", "users-prod")), "people")).change().table())
        .isEqualTo("users");
    assertThatThrownBy(() -> ask(put(record("MODIFY", "users-prod"))))
        .hasMessage("--table: missing; the config has places, people");
  }

  @Test
  void aRecordNeedsNoOptionsThatItAnswersItself() {
    tables.clear();
    tables.put("people", USERS);
    assertThatThrownBy(() -> ask(removal(record("INSERT", "users"))))
        .isInstanceOf(WrongUseException.class)
        .hasMessage("--old, --remove, --at and --seq go with an item, and this is a stream record");
  }

  @ParameterizedTest
  @CsvSource({"places", "places-dev"})
  void aTableIsNamedAsInTheConfigOrAsInDynamoDb(String name) throws Exception {
    tables.put("people", USERS);
    assertThat(ask(of(put(ITEM), name)).change().table()).isEqualTo("places-dev");
  }

  @Test
  void anUnknownTableIsRefusedWithASuggestion() {
    tables.put("people", USERS);
    assertThatThrownBy(() -> ask(of(put(ITEM), "plcaes")))
        .isInstanceOf(WrongUseException.class)
        .hasMessage("--table: 'plcaes' is not in the config; did you mean 'places'?");
    assertThatThrownBy(() -> ask(of(put(ITEM), "orders")))
        .hasMessage("--table: 'orders' is not in the config; it has places, people");
    assertThatThrownBy(() -> ask(put(ITEM)))
        .hasMessage("--table: missing; the config has places, people");
  }
}
