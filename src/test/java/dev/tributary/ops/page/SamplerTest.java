package dev.tributary.ops.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.ops.FleetFixtures;
import dev.tributary.ops.Metrics;
import dev.tributary.ops.ShardStatus;
import dev.tributary.ops.page.Sample.Series;
import dev.tributary.table.ShardLag;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SamplerTest {

  private final FakeWorker worker = new FakeWorker();

  private void read(String shard, int seconds) {
    worker.fleet.shards.add(
        new ShardStatus(
            shard,
            Optional.of("worker-b"),
            Optional.of(Duration.ofSeconds(seconds)),
            ShardStatus.State.BEHIND,
            "",
            0));
  }

  @Test
  void theLagOfEveryShardIsKeptAndOwnOnesAsTheyAreNow() {
    worker.fleet.lags.clear();
    worker.fleet.shard(1, 2, ShardLag.State.BEHIND, "");
    String own = worker.fleet.lags.get(0).name();
    read(own, 70);
    read("places/shardId-9", 40);
    Sample sample = Sampler.of(worker, new Metrics("places"), 4).take(FleetFixtures.NOW);
    assertThat(sample.lags()).isEqualTo(Map.of(own, 2.0, "places/shardId-9", 40.0));
    assertThat(sample.values()).containsEntry(Series.FLEET_LAG, 40.0);
  }
}
