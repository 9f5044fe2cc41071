package dev.tributary;

import dev.tributary.backfill.Deviation;
import dev.tributary.backfill.Patrol;
import dev.tributary.backfill.Pauses;
import dev.tributary.backfill.ReadUnits;
import dev.tributary.backfill.Sample;
import dev.tributary.backfill.Scope;
import dev.tributary.backfill.Verify;
import dev.tributary.backfill.VerifyPart;
import dev.tributary.backfill.VerifySummary;
import dev.tributary.config.Settings;
import dev.tributary.document.Documents;
import dev.tributary.enrich.Enricher;
import dev.tributary.index.Destinations;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.DocumentOwners;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.WholeDocuments;
import dev.tributary.sync.Completion;
import dev.tributary.sync.Repair;
import dev.tributary.table.AwsClients;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.Heartbeats;
import dev.tributary.table.Heartbeats.Beat;
import dev.tributary.table.Holds;
import dev.tributary.table.ItemReads;
import dev.tributary.table.Listings;
import dev.tributary.table.Locks;
import dev.tributary.table.PendingObjects;
import dev.tributary.table.ShardLag;
import dev.tributary.table.StateTable;
import dev.tributary.table.Tables;
import dev.tributary.table.VerifyRounds;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Has a worker compare tables and indexes all the time, where the config asks for it. Its thread,
 * the daemon {@code verify}, runs a {@link Patrol}.
 */
final class VerifyDaemon implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** How long a page of documents may take, however few read units there are. */
  private static final Duration LONGEST_LOOK = Duration.ofHours(1);

  private static final Duration LEASE = Duration.ofSeconds(20);
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  /** About so many items or documents are a part. */
  private static final int PART = 5_000;

  private static final int MOST_SEGMENTS = 100_000;
  private static final int LEAST_PAGE_ITEMS = 10;
  private static final int MOST_PAGE_ITEMS = 1000;

  private final Settings settings;
  private final Settings.Verification manner;
  private final AwsClients aws;
  private final Tables tables;
  private final OpenSearchHttp openSearch;
  private final String stateTable;
  private final Heartbeats heartbeats;
  private final Holds holds;
  private final Completion completion;
  private final Optional<Repair> repair;
  private final Locks locks;
  private final Thread thread;

  private VerifyDaemon(
      Settings settings,
      Settings.Verification manner,
      AwsClients aws,
      Tables tables,
      OpenSearchHttp openSearch,
      Destinations destinations) {
    this.settings = settings;
    this.manner = manner;
    this.aws = aws;
    this.tables = tables;
    this.openSearch = openSearch;
    this.stateTable = StateTable.nameFor(settings.application());
    this.heartbeats = new Heartbeats(aws.dynamoDb(), stateTable);
    this.holds = new Holds(aws.dynamoDb(), stateTable);
    this.completion = new Completion(new Documents(settings), enricher());
    this.repair = manner.repair() ? Optional.of(repair(destinations)) : Optional.empty();
    this.locks = new Locks(aws.dynamoDb(), stateTable, settings.worker().id(), LEASE);
    this.thread = new Thread(this::run, "verify");
    thread.setDaemon(true);
  }

  /** Nothing where the config does not ask for it. */
  static Optional<VerifyDaemon> start(
      Settings settings,
      AwsClients aws,
      Tables tables,
      OpenSearchHttp openSearch,
      Destinations destinations) {
    Optional<VerifyDaemon> daemon =
        settings
            .worker()
            .verify()
            .map(
                manner ->
                    new VerifyDaemon(settings, manner, aws, tables, openSearch, destinations));
    daemon.ifPresent(one -> one.thread.start());
    return daemon;
  }

  private Enricher enricher() {
    return new Enricher(settings.enrichment(), aws.region().id());
  }

  private Repair repair(Destinations destinations) {
    return new Repair(
        settings,
        enricher(),
        openSearch,
        destinations,
        tables::read,
        new DeadLetters(aws.dynamoDb(), stateTable),
        new PendingObjects(aws.dynamoDb(), stateTable),
        aws.clock());
  }

  private void run() {
    try {
      new Patrol(
              settings.worker().id(),
              () -> locks.tryTake("verify").map(VerifyDaemon::turn),
              book(new VerifyRounds(aws.dynamoDb(), stateTable)),
              new Parts(),
              this::upToDate,
              aws.clock(),
              Pauses.REAL)
          .run();
    } catch (InterruptedException e) {
      // The worker stops.
    }
  }

  private static Patrol.Turn turn(Locks.Lock lock) {
    return new Patrol.Turn() {
      @Override
      public boolean held() {
        return lock.held();
      }

      @Override
      public void close() {
        lock.close();
      }
    };
  }

  private static Patrol.Book book(VerifyRounds rounds) {
    return new Patrol.Book() {
      @Override
      public Optional<VerifyRounds.Round> current() {
        return rounds.current();
      }

      @Override
      public void progress(VerifyRounds.Round round) {
        rounds.progress(round);
      }

      @Override
      public void finished(VerifyRounds.Round round) {
        rounds.finished(round);
      }
    };
  }

  /** By what the workers say; what is held back differs, and that is no news. */
  private boolean upToDate() {
    Instant now = aws.clock().instant();
    List<Beat> living = heartbeats.all(now).stream().filter(beat -> !beat.silent(now)).toList();
    List<ShardLag> shards = living.stream().flatMap(beat -> beat.shards().stream()).toList();
    return !shards.isEmpty()
        && shards.stream().allMatch(shard -> shard.state() == ShardLag.State.AT_THE_TIP)
        && holds.all().isEmpty();
  }

  private final class Parts implements Patrol.Comparing {

    @Override
    public Map<String, Integer> tables() {
      Map<String, Integer> parts = new LinkedHashMap<>();
      items().forEach((table, items) -> parts.put(table, parts(items, MOST_SEGMENTS)));
      return parts;
    }

    /** An index has about as many documents as the tables that feed it have items. */
    @Override
    public Map<String, Integer> indexes() {
      Map<String, Long> items = items();
      Map<String, Set<String>> fed = new HashMap<>();
      settings
          .entities()
          .values()
          .forEach(
              entity ->
                  fed.computeIfAbsent(entity.index(), index -> new HashSet<>())
                      .add(settings.tables().get(entity.table()).name()));
      Map<String, Integer> parts = new LinkedHashMap<>();
      for (String index : settings.indexes().keySet()) {
        long documents = fed.getOrDefault(index, Set.of()).stream().mapToLong(items::get).sum();
        parts.put(index, parts(documents, DocumentOwners.Slice.MOST));
      }
      return parts;
    }

    /** DynamoDB counts them every few hours; it only decides how large the parts are. */
    private Map<String, Long> items() {
      Map<String, Long> items = new LinkedHashMap<>();
      for (Settings.Table table : settings.tables().values()) {
        Long count =
            aws.dynamoDb()
                .describeTable(request -> request.tableName(table.name()))
                .table()
                .itemCount();
        items.put(table.name(), count == null ? 0 : count);
      }
      return items;
    }

    private static int parts(long count, int most) {
      return (int) Math.min(most, Math.max(1, (count + PART - 1) / PART));
    }

    @Override
    public VerifySummary compare(VerifyPart part, Set<DocumentKey> told, Consumer<Deviation> tell)
        throws OpenSearchUnavailableException, InterruptedException {
      int units = manner.readUnitsPerSecond();
      ReadUnits readUnits = ReadUnits.perSecond(units, Pauses.REAL);
      int pageItems = (int) Math.max(LEAST_PAGE_ITEMS, Math.min(MOST_PAGE_ITEMS, 4L * units));
      Verify.Servers servers =
          new Verify.Servers(
              new ItemReads(aws.dynamoDb(), settings.tables().values(), readUnits),
              readUnits,
              VerifyDaemon.this.tables::keyOf,
              new WholeDocuments(openSearch),
              new DocumentOwners(openSearch, LONGEST_LOOK),
              new Listings(aws.dynamoDb(), stateTable, ReadUnits.unlimited(Pauses.REAL)));
      try (Verify verify =
          new Verify(
              new Scope(settings, Optional.empty(), Optional.empty(), Sample.ALL),
              new Verify.Manner(false, PATIENCE, pageItems, repair.map(mender -> mender::at)),
              completion,
              servers,
              Pauses.REAL,
              told,
              tell,
              line -> {})) {
        verify.run(part);
        return verify.summary();
      }
    }
  }

  /** Ends it, wherever it is: the next worker goes on with the part that it was at. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(FAREWELL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    repair.ifPresent(Repair::close);
    completion.close();
  }
}
