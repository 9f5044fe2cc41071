package dev.tributary.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.dynamodbv2.streamsadapter.util.KinesisMapperUtil;
import dev.tributary.stream.Losses.Loss;
import dev.tributary.table.Gap;
import dev.tributary.table.Tips;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.kinesis.common.StreamIdentifier;

class LossesTest {

  private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");
  private static final Optional<Duration> NEVER = Optional.empty();

  private static Optional<Gap> gap(
      Loss loss, Duration shardAge, Optional<Duration> tipAge, Duration coveredAge) {
    String id = "shardId-%020d-abcdef01".formatted(NOW.minus(shardAge).toEpochMilli());
    return Losses.gap(
        loss,
        new Tips.Shard("places", "arn-1", id),
        tipAge.map(NOW::minus),
        NOW.minus(coveredAge),
        NOW);
  }

  private static Duration hours(int hours) {
    return Duration.ofHours(hours);
  }

  private static Optional<Duration> tip(int hours) {
    return Optional.of(hours(hours));
  }

  @Test
  void aShardHasOnePlaceWhetherTheConfigNamesItsTableOrNot() {
    String arn =
        "arn:aws:dynamodb:us-east-1:111122223333:table/a_b.c/stream/2026-11-16T14:40:51.701";
    String stream =
        KinesisMapperUtil.createKinesisStreamIdentifierFromDynamoDBStreamsArn(arn, true);
    assertThat(KclWiring.place(StreamIdentifier.multiStreamInstance(stream), "shard"))
        .isEqualTo(new Tips.Shard("a_b.c", arn, "shard"));
  }

  @Test
  void aTrimmedPlaceIsAGapFromTheTip() {
    Gap gap = gap(Loss.TRIMMED, hours(28), tip(26), hours(0)).orElseThrow();
    assertThat(gap.kind()).isEqualTo(Gap.Kind.TRIMMED);
    assertThat(gap.from()).contains(NOW.minus(hours(26)));
    assertThat(gap.to()).isEqualTo(NOW);
  }

  @Test
  void aTrimmedPlaceIsNoGapForAReaderThatStoodAtTheTipSince() {
    assertThat(gap(Loss.TRIMMED, hours(28), tip(22), hours(50))).isEmpty();
    assertThat(gap(Loss.TRIMMED, hours(28), tip(24), hours(50))).isPresent();
  }

  @Test
  void aTrimmedPlaceOfAShardWithoutATipIsAGapFromTheShardsBeginning() {
    Gap gap = gap(Loss.TRIMMED, hours(28), NEVER, hours(0)).orElseThrow();
    assertThat(gap.from()).contains(NOW.minus(hours(28)));
  }

  @Test
  void aShardThatIsGoneIsAGapOnlyIfItIsOldEnoughToBeTrimmed() {
    Gap gap = gap(Loss.VANISHED, hours(28), NEVER, hours(0)).orElseThrow();
    assertThat(gap.kind()).isEqualTo(Gap.Kind.VANISHED_SHARD);
    assertThat(gap(Loss.VANISHED, hours(28), tip(3), hours(0))).isEmpty();
    assertThat(gap(Loss.VANISHED, hours(3), NEVER, hours(0)))
        .as("its stream was deleted, which is a gap of the table")
        .isEmpty();
  }

  @Test
  void theOldestRecordThatIsLeftIsTheFirstOnlyOfAYoungShard() {
    assertThat(gap(Loss.NONE, hours(3), NEVER, hours(90))).isEmpty();
    assertThat(gap(Loss.NONE, hours(28), NEVER, hours(90)))
        .as("it waited too long for its turn")
        .map(Gap::kind)
        .contains(Gap.Kind.TRIMMED);
    assertThat(gap(Loss.NONE, hours(28), tip(3), hours(90))).as("it is empty").isEmpty();
    assertThat(gap(Loss.NONE, hours(28), NEVER, hours(1)))
        .as("a first start, whose gap is recorded")
        .isEmpty();
  }
}
