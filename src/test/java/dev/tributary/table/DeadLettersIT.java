package dev.tributary.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import dev.tributary.system.Sandbox;
import dev.tributary.table.DeadLetters.Letter;
import java.time.Instant;
import java.util.Map;
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
}
