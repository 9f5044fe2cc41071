package dev.tributary.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionTest {

  private static final Instant NOON = Instant.parse("2025-09-26T12:00:00Z");
  private static final long NOON_BITS = NOON.getEpochSecond() << 30;

  @ParameterizedTest
  @CsvSource({
    "111500000000006077105867, 1115",
    "4421584500000000017450439091, 44215845",
    "100000000000000000000, 1",
    "300000000000000000499659, 3000",
    // The log number 2^30 and one more: its low bits, not the twenty digits behind it.
    "107374182400000000000000000007, 0",
    "107374182500000000000000000007, 1",
  })
  void theLogNumberOrdersRecordsOfOneSecond(String sequenceNumber, long order) {
    assertThat(version(NOON, sequenceNumber)).isEqualTo(NOON_BITS | order);
  }

  @ParameterizedTest
  @CsvSource({
    "000000000000000000042, 42",
    "000000000000000000000, 0",
    "42, 42",
    "000000000001073741825, 1",
  })
  void theLowDigitsOrderRecordsOfDynamoDbLocal(String sequenceNumber, long order) {
    assertThat(version(NOON, sequenceNumber)).isEqualTo(NOON_BITS | order);
  }

  @Test
  void growsWithTheSequenceNumberInsideASecond() {
    assertThat(version(NOON, "111500000000006077105867"))
        .isLessThan(version(NOON.plusMillis(900), "111600000000000000000001"));
    assertThat(version(NOON, "000000000000000000009"))
        .isLessThan(version(NOON, "000000000000000000010"));
  }

  @Test
  void aLaterSecondWinsEvenWhereTheOrderBitsWrapped() {
    assertThat(version(NOON, "107374182300000000000000000000"))
        .isEqualTo(NOON_BITS | ((1L << 30) - 1))
        .isLessThan(version(NOON.plusSeconds(1), "107374182400000000000000000000"));
  }

  @Test
  void theSameRecordAlwaysHasTheSameVersion() {
    assertThat(version(NOON, "111500000000006077105867"))
        .isEqualTo(version(NOON, "111500000000006077105867"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1969-12-31T23:59:59Z",
        "1970-01-01T00:00:00Z",
        "2242-03-16T12:56:32Z",
        "9999-12-31T00:00:00Z"
      })
  void isNeverNegative(Instant time) {
    assertThat(version(time, "9".repeat(40))).isNotNegative();
    assertThat(Version.ofRead(time, Duration.ofMinutes(2))).isNotNegative();
  }

  @Test
  void aReadRanksBelowEveryRecordFromItsMomentLessTheMarginOn() {
    long read = Version.ofRead(NOON.plusMillis(700), Duration.ofMinutes(2));

    assertThat(read).isEqualTo((NOON.getEpochSecond() - 120) << 30);
    assertThat(read).isLessThanOrEqualTo(version(NOON.minusSeconds(120), "000000000000000000000"));
    assertThat(read).isGreaterThan(version(NOON.minusSeconds(121), "9".repeat(40)));
  }

  @Test
  void refusesAMarginThatWouldOutrankLaterRecords() {
    assertThatThrownBy(() -> Version.ofRead(NOON, Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static long version(Instant createdAt, String sequenceNumber) {
    return Version.of(
        new Origin.Streamed("arn:stream", SequenceNumber.of(sequenceNumber), createdAt));
  }
}
