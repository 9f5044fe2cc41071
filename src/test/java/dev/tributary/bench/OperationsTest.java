package dev.tributary.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.bench.Operations.Kind;
import dev.tributary.bench.Operations.Operation;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OperationsTest {

  private final Operations operations = new Operations(7);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 6, 7, 9, 10, 25, 123, 1000, 4999})
  void theStateInWhichTheyEndIsKnownWithoutThem(int changes) {
    Map<Long, Long> state = new HashMap<>();
    for (long number = 0; number < changes; number++) {
      Operation operation = operations.at(number);
      Long before =
          operation.kind() == Kind.REMOVE
              ? state.remove(operation.item())
              : state.put(operation.item(), number);
      assertThat(operation.kind() == Kind.INSERT).isEqualTo(before == null);
    }

    assertThat(operations.items(changes)).isEqualTo(state.size());
    for (long item = -7; item < changes; item++) {
      assertThat(operations.last(item, changes))
          .as("item %d", item)
          .isEqualTo(state.getOrDefault(item, -1L));
    }
  }

  @Test
  void ofTenSixInsertThreeChangeAndOneRemoves() {
    Map<Kind, Integer> kinds = new EnumMap<>(Kind.class);
    for (long number = 1000; number < 2000; number++) {
      kinds.merge(operations.at(number).kind(), 1, Integer::sum);
    }

    assertThat(kinds).isEqualTo(Map.of(Kind.INSERT, 600, Kind.UPDATE, 300, Kind.REMOVE, 100));
  }
}
