package dev.tributary.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {

  @ParameterizedTest
  @CsvSource({
    "200, '', '', APPLIED",
    "201, '', '', APPLIED",
    "404, '', '', APPLIED",
    "404, index_not_found_exception, no such index, RETRY",
    "409, version_conflict_engine_exception, newer, CONFLICT",
    "400, mapper_parsing_exception, failed to parse, REJECTED",
    "400, illegal_argument_exception, Limit of total fields, REJECTED",
    "400, illegal_argument_exception, no write index is defined for alias [x], RETRY",
    "400, illegal_argument_exception, pipeline with id [x] does not exist, RETRY",
    "400, index_closed_exception, closed, RETRY",
    "400, something_new, who knows, RETRY",
    "401, security_exception, who are you, RETRY",
    "403, cluster_block_exception, read-only, RETRY",
    "429, rejected_execution_exception, queue full, RETRY",
    "503, unavailable_shards_exception, no primary, RETRY"
  })
  void isDecidedByStatusAndFor400ByType(int status, String type, String reason, Verdict verdict) {
    assertThat(Verdict.of(new ItemAnswer(status, 1, type, reason))).isEqualTo(verdict);
  }
}
