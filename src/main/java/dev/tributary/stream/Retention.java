package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.util.KinesisMapperUtil;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** How long a stream keeps its records, and what follows from that. */
final class Retention {

  /**
   * DynamoDB keeps records for 24 hours. One of them is left for clocks that differ, and for what a
   * worker does between looking and reading.
   */
  static final Duration SURE = Duration.ofHours(23);

  private Retention() {}

  /** Whether records that were written after this moment may be lost by now. */
  static boolean isOver(Instant since, Instant now) {
    return Duration.between(since, now).compareTo(SURE) > 0;
  }

  /** When a shard began, which its id says; nothing where it has another form. */
  static Optional<Instant> created(String shardId) {
    try {
      return Optional.of(KinesisMapperUtil.getShardCreationTime(shardId));
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  /** The later one, as far as they are known. */
  static Optional<Instant> latest(Optional<Instant> one, Optional<Instant> other) {
    return Stream.of(one, other).flatMap(Optional::stream).max(Instant::compareTo);
  }
}
