package dev.tributary.stream;

import dev.tributary.table.Tips;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.kinesis.leases.LeaseRefresher;

/** Keeps in memory how far an {@link ExtraReader} is, and elsewhere what is lost to it. */
final class ExtraWatch implements ReadWatch, ReadWatch.Progresses {

  private static final Logger LOG = LoggerFactory.getLogger(ExtraWatch.class);

  private final Clock clock;
  private final Function<LeaseRefresher, List<String>> atStart;
  private final Consumer<String> lost;
  private final Map<Tips.Shard, ShardProgress> open = new ConcurrentHashMap<>();

  /**
   * @param atStart what is lost because nobody went on for so long
   * @param lost keeps where something is lost; if it throws, nothing is passed over
   */
  ExtraWatch(Clock clock, Function<LeaseRefresher, List<String>> atStart, Consumer<String> lost) {
    this.clock = clock;
    this.atStart = atStart;
    this.lost = lost;
  }

  Optional<Instant> passed(Tips.Shard shard) {
    return Optional.ofNullable(open.get(shard)).flatMap(ShardProgress::passed);
  }

  @Override
  public void lookAtStart(LeaseRefresher leases) {
    for (String where : atStart.apply(leases)) {
      lost.accept(where);
      LOG.warn("Since this was interrupted the stream lost records of {}", where);
    }
  }

  @Override
  public Consumer<Losses.Loss> losses(Tips.Shard shard) {
    return loss -> {
      if (loss != Losses.Loss.NONE) {
        lost.accept("%s of table %s".formatted(shard.id(), shard.table()));
        LOG.warn("{} of table {}: {} before it was read", shard.id(), shard.table(), loss);
      }
    };
  }

  @Override
  public Progresses progresses() {
    return this;
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public ShardProgress open(Tips.Shard shard) {
    ShardProgress progress = new ShardProgress();
    open.put(shard, progress);
    return progress;
  }

  @Override
  public void close(Tips.Shard shard, ShardProgress progress) {
    open.remove(shard, progress);
  }

  @Override
  public boolean end(Tips.Shard shard) {
    open.remove(shard);
    return true;
  }
}
