package dev.tributary.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.backfill.ReadingRights.TakenException;
import dev.tributary.system.Sandbox;
import dev.tributary.table.Locks;
import dev.tributary.table.StateTable;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReadingRightsIT {

  private final Sandbox sandbox = Sandbox.withTables(1);
  private final String state = StateTable.nameFor(sandbox.settings().application());

  @BeforeEach
  void createTable() {
    StateTable.create(sandbox.dynamoDb(), state);
  }

  @AfterEach
  void close() {
    sandbox.close();
  }

  private Locks locks(String owner) {
    return new Locks(sandbox.dynamoDb(), state, owner, Duration.ofSeconds(20));
  }

  @Test
  void oneMoreMayReadATableBesideTheWorkers() throws Exception {
    HeldTime time = new HeldTime();
    try (Locks one = locks("one");
        Locks other = locks("other");
        ReadingRights rights = ReadingRights.take(one, List.of("a", "b"), time)) {
      assertThat(rights.held()).isTrue();
      assertThatThrownBy(() -> ReadingRights.take(other, List.of("b", "c"), time))
          .isInstanceOf(TakenException.class)
          .hasMessageContaining("table 'b'");
      ReadingRights.take(other, List.of("c"), time).close();
      rights.close();
      try (ReadingRights now = ReadingRights.take(other, List.of("a", "b", "c"), time)) {
        assertThat(now.held()).isTrue();
      }
    }
    assertThat(sandbox.rows("state")).isEmpty();
  }
}
