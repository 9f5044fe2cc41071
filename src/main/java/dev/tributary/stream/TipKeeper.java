package dev.tributary.stream;

import dev.tributary.table.Tips;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Keeps the state table up to date with how far each shard of this worker was read. Its thread, the
 * daemon {@code tips}, does so now and then; that an entry is a little old does no harm.
 */
final class TipKeeper implements ReadWatch.Progresses {

  private static final Logger LOG = LoggerFactory.getLogger(TipKeeper.class);
  private static final Duration EVERY = Duration.ofSeconds(30);

  private final Tips tips;
  private final Clock clock;
  private final Map<Tips.Shard, ShardProgress> open = new ConcurrentHashMap<>();

  TipKeeper(Tips tips, Clock clock) {
    this.tips = tips;
    this.clock = clock;
  }

  void start() {
    Thread thread = new Thread(this::keep, "tips");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public ShardProgress open(Tips.Shard shard) {
    ShardProgress progress = new ShardProgress();
    open.put(shard, progress);
    try {
      tips.opened(shard, clock.instant());
    } catch (SdkException e) {
      // Its first moment makes the entry too.
      LOG.debug("The entry of {} could not be made yet", shard.id(), e);
    }
    return progress;
  }

  /** The shard went to another worker; or came back meanwhile, and then it is open all the same. */
  @Override
  public void close(Tips.Shard shard, ShardProgress progress) {
    open.remove(shard, progress);
  }

  /**
   * The shard is finished to its end, which is about to be stored. An entry that stayed would look
   * like a shard that vanished before it was read.
   *
   * @return whether the entry is gone
   */
  @Override
  public boolean end(Tips.Shard shard) {
    open.remove(shard);
    try {
      tips.remove(shard);
      return true;
    } catch (SdkException e) {
      LOG.warn("Could not store that {} is finished, KCL asks again: {}", shard, e.getMessage());
      return false;
    }
  }

  private void keep() {
    try {
      while (true) {
        TimeUnit.MILLISECONDS.sleep(EVERY.toMillis());
        // Each under the map's lock for its key: an entry that was removed must not come back.
        for (Tips.Shard shard : open.keySet()) {
          open.computeIfPresent(shard, this::store);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ShardProgress store(Tips.Shard shard, ShardProgress progress) {
    try {
      progress
          .toStore()
          .ifPresent(
              moment -> {
                tips.moved(shard, moment);
                progress.stored(moment);
              });
    } catch (SdkException e) {
      LOG.debug("How far {} was read could not be stored now", shard.id(), e);
    } catch (RuntimeException e) {
      // A fault of ours: without the other shards' moments, gaps would be found that are none.
      LOG.error("How far {} was read could not be stored", shard.id(), e);
    }
    return progress;
  }
}
