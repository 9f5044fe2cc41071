package dev.tributary;

import dev.tributary.backfill.ExtraConsumer;
import dev.tributary.backfill.Replays;
import dev.tributary.config.Settings;
import dev.tributary.index.Destinations;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.stream.StreamReach;
import dev.tributary.sync.Selection;
import dev.tributary.table.AwsClients;
import dev.tributary.table.EntryNames;
import dev.tributary.table.TableFacts;
import dev.tributary.table.Tables;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Reads streams once more beside whatever else this process does. */
final class StreamReplays implements Replays {

  /** What it may have in memory of the limit that the worker's own reading has for itself. */
  private static final int SHARE = 4;

  private final Settings settings;
  private final AwsClients aws;
  private final Tables tables;
  private final OpenSearchHttp openSearch;
  private final Destinations destinations;

  StreamReplays(
      Settings settings,
      AwsClients aws,
      Tables tables,
      OpenSearchHttp openSearch,
      Destinations destinations) {
    this.settings = settings;
    this.aws = aws;
    this.tables = tables;
    this.openSearch = openSearch;
    this.destinations = destinations;
  }

  @Override
  public boolean have(String table, Instant since, Instant now) {
    return have(aws, tables, table, since, now);
  }

  static boolean have(AwsClients aws, Tables tables, String table, Instant since, Instant now) {
    return stream(tables, table)
        .filter(arn -> StreamReach.has(aws.streams(), arn, since, now))
        .isPresent();
  }

  private static Optional<String> stream(Tables tables, String table) {
    return tables
        .describe(table)
        .filter(facts -> facts.viewType().isPresent())
        .flatMap(TableFacts::streamArn);
  }

  @Override
  public ExtraConsumer start(String application, String table, Selection selection) {
    String arn =
        stream(tables, table)
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "the stream of table '%s' is off: switch it on".formatted(table)));
    Settings.Table of =
        settings.tables().values().stream()
            .filter(one -> one.name().equals(table))
            .findFirst()
            .orElseThrow();
    Settings modest = settings.with(modest(settings.limits()));
    return ExtraConsumer.start(
        modest,
        new ExtraConsumer.Reading(application, Map.of(of, arn)),
        aws,
        SecondPipeline.open(
            modest, aws, tables, openSearch, destinations, selection, EntryNames.OWN));
  }

  private static Settings.Limits modest(Settings.Limits limits) {
    return new Settings.Limits(
        Math.max(limits.bytesInFlight() / SHARE, 1),
        Math.max(Math.min(limits.bulkBytes(), limits.bytesInFlight() / SHARE), 1),
        limits.bulkActions(),
        limits.bulksInFlight());
  }
}
