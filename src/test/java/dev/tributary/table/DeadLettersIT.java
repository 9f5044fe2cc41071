package dev.tributary.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import dev.tributary.system.Sandbox;
import dev.tributary.table.DeadLetters.Filed;
import dev.tributary.table.DeadLetters.Letter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class DeadLettersIT {

  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = Instant.parse("2026-01-02T00:00:00Z");

  private final Sandbox sandbox = Sandbox.withTables(1);
  private DeadLetters letters;

  @BeforeEach
  void createTable() {
    String name = StateTable.nameFor(sandbox.settings().application());
    StateTable.create(sandbox.dynamoDb(), name);
    letters = new DeadLetters(sandbox.dynamoDb(), name);
  }

  @AfterEach
  void close() {
    sandbox.close();
  }

  private static Letter letter(String reason, long version) {
    ItemKey item = ItemKey.of(new Value.Text("A"), new Value.Text("1"));
    return new Letter("places", "A#1", "places", item, reason, version);
  }

  private Map<String, AttributeValue> only() {
    assertThat(sandbox.rows("state")).hasSize(1);
    return sandbox.rows("state").get(0);
  }

  @Test
  void aNewerLetterReplacesAnOlderOneAndKeepsItsFirstTime() {
    letters.store(letter("first", 7), FIRST);
    letters.store(letter("second", 8), LATER);
    assertThat(only().get("reason").s()).isEqualTo("second");
    assertThat(only().get("attempts").n()).isEqualTo("2");
    assertThat(only().get("firstAt").s()).isEqualTo(FIRST.toString());
    assertThat(only().get("lastAt").s()).isEqualTo(LATER.toString());
  }

  @Test
  void anOlderLetterDoesNotHideANewerOne() {
    letters.store(letter("newer", 8), FIRST);
    letters.store(letter("older", 7), LATER);
    assertThat(only().get("reason").s()).isEqualTo("newer");
    assertThat(only().get("version").n()).isEqualTo("8");
  }

  @Test
  void aLetterOfAnyLengthCanBeStored() {
    letters.store(letter("x".repeat(1_000_000), 1), FIRST);
    assertThat(only().get("reason").s()).startsWith("xxx").hasSizeLessThan(5000);
  }

  private Filed filed() {
    return letters.find("places", "A#1").orElseThrow();
  }

  @Test
  void aSuccessClearsALetterOfAtMostItsVersion() {
    letters.store(letter("newer", 8), FIRST);
    assertThat(letters.clear("places", "A#1", 7)).as("of an older change").isFalse();
    assertThat(filed().reason()).isEqualTo("newer");
    assertThat(letters.clear("places", "A#1", 8)).isTrue();
    assertThat(sandbox.rows("state")).isEmpty();
    assertThat(letters.clear("places", "A#1", 8)).as("there is none left").isTrue();
  }

  @Test
  void allThatIsKnownOfALetterIsReadBack() {
    Letter whole =
        new Letter(
            "places",
            "A#1",
            "table",
            letter("", 0).item(),
            Optional.of("place"),
            "why",
            Optional.of("the trace"),
            7);
    letters.store(whole, FIRST);
    assertThat(filed())
        .isEqualTo(
            new Filed(
                "places",
                "A#1",
                "table",
                "A",
                "1",
                Optional.of("place"),
                "why",
                Optional.of("the trace"),
                7,
                FIRST,
                FIRST,
                1));
    letters.store(letter("why else", 8), LATER);
    assertThat(filed().trace()).as("of the earlier letter").isEmpty();
    assertThat(filed().entity()).isEmpty();
  }

  @Test
  void aLetterThatLacksWhatSomebodyElseLeftOutIsListedAndItsVersionRead() {
    sandbox
        .dynamoDb()
        .putItem(
            request ->
                request
                    .tableName(StateTable.nameFor(sandbox.settings().application()))
                    .item(
                        Map.of(
                            "pk", AttributeValue.fromS("letter#places"),
                            "sk", AttributeValue.fromS("bare"),
                            "version", AttributeValue.fromN("7"))));
    List<String> ids = new ArrayList<>();
    letters.each("places", letter -> ids.add(letter.id() + " " + letter.hasKey()));
    letters.eachVersion("places", (id, version) -> ids.add(id + " " + version));
    assertThat(ids).containsExactly("bare false", "bare 7");
  }

  @Test
  void aLetterThatIsRefusedAgainCountsThatAndKeepsTheRest() {
    letters.store(letter("first", 7), FIRST);
    boolean there = letters.refusedAgain(filed(), "again", Optional.of("the trace"), LATER);
    assertThat(there).isTrue();
    assertThat(filed().reason()).isEqualTo("again");
    assertThat(filed().trace()).contains("the trace");
    assertThat(filed().attempts()).isEqualTo(2);
    assertThat(filed().first()).isEqualTo(FIRST);
    assertThat(filed().last()).isEqualTo(LATER);
    assertThat(filed().version()).isEqualTo(7);
  }

  @Test
  void aLetterThatIsGoneOrNewerByNowIsNotTouchedByAnOldAttempt() {
    letters.store(letter("first", 7), FIRST);
    Filed read = filed();
    letters.store(letter("newer", 8), LATER);
    assertThat(letters.refusedAgain(read, "again", Optional.empty(), LATER)).isFalse();
    assertThat(filed().reason()).isEqualTo("newer");
    letters.clear("places", "A#1", 8);
    assertThat(letters.refusedAgain(read, "again", Optional.empty(), LATER)).isFalse();
    assertThat(sandbox.rows("state")).isEmpty();
  }

  @Test
  void entriesMayExpireFromTheFirstStartOrTheNextOne() {
    String name = StateTable.nameFor(sandbox.settings().application());
    assertThat(timeToLive(name)).isEqualTo("ENABLED expires");
    // As in a table that an earlier version made.
    sandbox
        .dynamoDb()
        .updateTimeToLive(
            request ->
                request
                    .tableName(name)
                    .timeToLiveSpecification(ttl -> ttl.attributeName("expires").enabled(false)));
    assertThat(timeToLive(name)).startsWith("DISABLED");
    StateTable.create(sandbox.dynamoDb(), name);
    assertThat(timeToLive(name)).isEqualTo("ENABLED expires");
    StateTable.create(sandbox.dynamoDb(), name);
    assertThat(timeToLive(name)).as("a start like any other").isEqualTo("ENABLED expires");
  }

  private String timeToLive(String table) {
    var found =
        sandbox
            .dynamoDb()
            .describeTimeToLive(request -> request.tableName(table))
            .timeToLiveDescription();
    return found.timeToLiveStatus() + " " + found.attributeName();
  }
}
