package dev.tributary.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.Shard;

/** How far back a stream goes, by its shards. */
class StreamReachTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private static Shard shard(String id, int minutesAfterNoon, String parent) {
    return Shard.builder().shardId(id(id, minutesAfterNoon)).parentShardId(parent).build();
  }

  private static String id(String id, int minutesAfterNoon) {
    return "shardId-%020d-%s"
        .formatted(NOON.plusSeconds(60L * minutesAfterNoon).toEpochMilli(), id);
  }

  @Test
  void aStreamThatWasOnByThenHasAllSince() {
    List<Shard> shards = List.of(shard("a", -5, null), shard("b", 5, id("a", -5)));
    assertThat(StreamReach.has(shards, NOON)).isTrue();
    assertThat(StreamReach.has(shards, NOON.minusSeconds(600))).isFalse();
  }

  @Test
  void everyLineOfShardsMustReachBack() {
    List<Shard> shards = List.of(shard("a", -5, null), shard("b", 5, "shardId-0-gone"));
    assertThat(StreamReach.has(shards, NOON)).isFalse();
    assertThat(StreamReach.has(List.of(), NOON)).isFalse();
  }
}
