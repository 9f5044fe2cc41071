package dev.tributary.stream;

import dev.tributary.config.Settings;
import dev.tributary.entity.Membership;
import dev.tributary.table.Gap;
import dev.tributary.table.KnownTables;
import dev.tributary.table.KnownTables.Known;
import dev.tributary.table.Tables;
import dev.tributary.table.Tips;
import dev.tributary.table.Tips.Tip;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Looks for gaps before anything is read. The order of its writes is what counts: gaps first, then
 * what is known from now on, then the entries that tell nothing any more. A worker that dies in
 * between leaves a gap that is found twice, never one that is missed.
 */
final class StartLook {

  private static final Logger LOG = LoggerFactory.getLogger(StartLook.class);

  private final Settings settings;
  private final Tables tables;
  private final DynamoDbStreamsClient streams;
  private final KnownTables knownTables;
  private final Tips tips;
  private final FoundGaps found;
  private final Clock clock;

  StartLook(
      Settings settings,
      Tables tables,
      DynamoDbStreamsClient streams,
      KnownTables knownTables,
      Tips tips,
      FoundGaps found,
      Clock clock) {
    this.settings = settings;
    this.tables = tables;
    this.streams = streams;
    this.knownTables = knownTables;
    this.tips = tips;
    this.found = found;
    this.clock = clock;
  }

  /**
   * @param leases those of this stream
   * @return since when the table is followed without a gap: what was written before is either
   *     indexed, or recorded as missing
   */
  Instant at(Settings.Table table, String arn, List<VanishedShards.Leased> leases) {
    Instant now = clock.instant();
    String name = table.name();
    Known known = knownTables.read(name);
    Map<String, String> entities = entities(table);
    List<Gap> gaps =
        new ArrayList<>(
            new TableLook(name, arn, entities, known, !leases.isEmpty())
                .gaps(() -> mayHaveItems(name), now));
    List<Tip> all = tips.of(name);
    List<Tip> settled = new ArrayList<>(all);
    List<Tip> current = VanishedShards.ofStream(all, arn);
    settled.removeAll(current);
    if (!leases.isEmpty() || !current.isEmpty()) {
      VanishedShards.Result vanished =
          VanishedShards.find(name, leases, StreamShards.ids(streams, arn), current, now);
      gaps.addAll(vanished.gaps());
      settled.addAll(vanished.settled());
    }
    found.addQuietly(gaps);
    knownTables.store(name, known, arn, entities, now);
    settled.forEach(tip -> tips.remove(tip.shard()));
    found.tell(name);
    return gaps.isEmpty() ? known.stream().map(KnownTables.Stream::since).orElse(now) : now;
  }

  private Map<String, String> entities(Settings.Table table) {
    Map<String, String> digests = new HashMap<>();
    settings
        .entities()
        .forEach(
            (name, entity) -> {
              if (settings.tables().get(entity.table()).equals(table)) {
                digests.put(name, Membership.digest(entity.index(), entity.rule()));
              }
            });
    return digests;
  }

  private boolean mayHaveItems(String table) {
    try {
      return tables.hasItems(table);
    } catch (AwsServiceException e) {
      if (e.statusCode() >= 500 || e.isThrottlingException()) {
        throw e;
      }
      LOG.warn(
          "Whether table '{}' has items cannot be seen, so it is taken to have some: {}",
          table,
          e.getMessage());
      return true;
    }
  }
}
