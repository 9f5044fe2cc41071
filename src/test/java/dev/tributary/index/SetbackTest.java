package dev.tributary.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SetbackTest {

  @ParameterizedTest
  @CsvSource({
    "429, rejected_execution_exception, queue capacity, OVERLOADED",
    "429, circuit_breaking_exception, data too large, OVERLOADED",
    "429, '', '', OVERLOADED",
    "429, cluster_block_exception, flood-stage watermark, FLOOD_STAGE",
    "403, cluster_block_exception, index read-only (api), BLOCKED",
    "503, cluster_block_exception, state not recovered, SERVER_ERROR",
    "403, security_exception, no permissions, UNAUTHORISED",
    "401, '', Unauthorized, UNAUTHORISED",
    "404, index_not_found_exception, no such index, NO_INDEX",
    "400, index_closed_exception, closed, NO_INDEX",
    "400, illegal_argument_exception, no write index is defined for alias [x], NO_INDEX",
    "500, '', oops, SERVER_ERROR",
    "502, '', Bad Gateway, SERVER_ERROR",
    "503, unavailable_shards_exception, primary shard is not active, SERVER_ERROR",
    "302, '', moved, UNKNOWN",
    "400, something_new, who knows, UNKNOWN"
  })
  void isToldByStatusAndType(int status, String type, String reason, Setback why) {
    assertThat(Setback.of(status, type, reason)).isEqualTo(why);
  }

  @Test
  void eachSaysSomethingElseToDo() {
    assertThat(Arrays.stream(Setback.values()).map(Setback::advice)).doesNotHaveDuplicates();
    assertThat(Arrays.stream(Setback.values()).map(Setback::title)).doesNotHaveDuplicates();
  }
}
