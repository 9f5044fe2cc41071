package dev.tributary.stream;

import dev.tributary.config.Settings;
import dev.tributary.table.Gap;
import dev.tributary.table.TableFacts;
import dev.tributary.table.Tables;
import dev.tributary.table.Tips;
import dev.tributary.table.Tips.Tip;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Looks now and then, on its own daemon thread {@code stream-watch}, whether the streams that are
 * read are still those of their tables, and whether all shards are still there.
 */
final class StreamWatch {

  private static final Logger LOG = LoggerFactory.getLogger(StreamWatch.class);

  private final Map<Settings.Table, String> followed;
  private final Tables tables;
  private final DynamoDbStreamsClient streams;
  private final Tips tips;
  private final FoundGaps found;
  private final Clock clock;
  private final Consumer<String> restart;

  /**
   * @param restart is told why this worker cannot go on and another start can
   */
  StreamWatch(
      Map<Settings.Table, String> followed,
      Tables tables,
      DynamoDbStreamsClient streams,
      Tips tips,
      FoundGaps found,
      Clock clock,
      Consumer<String> restart) {
    this.followed = Map.copyOf(followed);
    this.tables = tables;
    this.streams = streams;
    this.tips = tips;
    this.found = found;
    this.clock = clock;
    this.restart = restart;
  }

  void start(long everyMillis) {
    Thread thread = new Thread(() -> keepLooking(everyMillis), "stream-watch");
    thread.setDaemon(true);
    thread.start();
  }

  private void keepLooking(long everyMillis) {
    try {
      while (true) {
        TimeUnit.MILLISECONDS.sleep(everyMillis);
        followed.forEach(this::look);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(Settings.Table table, String arn) {
    try {
      lookAtStream(table.name(), arn);
      lookAtShards(table.name(), arn);
    } catch (SdkException e) {
      LOG.warn("Could not look at the stream of table '{}': {}", table.name(), e.getMessage());
    } catch (RuntimeException e) {
      // A fault of ours: the other tables, and the next look, must go on.
      LOG.error("Could not look at the stream of table '{}'", table.name(), e);
    }
  }

  private void lookAtStream(String table, String arn) {
    Optional<TableFacts> facts = tables.describe(table);
    Optional<String> now = facts.flatMap(TableFacts::streamArn);
    if (facts.isEmpty()) {
      LOG.error("Table '{}' is gone; its documents stay as they are", table);
    } else if (now.isPresent() && !now.get().equals(arn)) {
      found.add(Gap.ofAll(Gap.Kind.NEW_STREAM, table, now.get(), clock.instant()));
      restart.accept(
          "table '%s' has the new stream %s, which only another start can read"
              .formatted(table, now.get()));
    } else if (facts.get().viewType().isEmpty()) {
      LOG.error(
          "The stream of table '{}' is switched off: nothing that changes now is seen; switch it"
              + " on again",
          table);
    }
  }

  /** Only a shard that nobody has moved on with for a day can have vanished unread. */
  private void lookAtShards(String table, String arn) {
    Instant now = clock.instant();
    List<Tip> old =
        VanishedShards.ofStream(tips.of(table), arn).stream()
            .filter(tip -> tip.at().map(at -> Retention.isOver(at, now)).orElse(true))
            .filter(
                tip ->
                    Retention.created(tip.shard().id())
                        .map(created -> Retention.isOver(created, now))
                        .orElse(true))
            .toList();
    if (!old.isEmpty()) {
      VanishedShards.Result vanished =
          VanishedShards.find(table, List.of(), StreamShards.ids(streams, arn), old, now);
      vanished.gaps().forEach(found::add);
      vanished.settled().forEach(tip -> tips.remove(tip.shard()));
    }
  }
}
