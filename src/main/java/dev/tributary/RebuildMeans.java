package dev.tributary;

import dev.tributary.backfill.BackfillJobs;
import dev.tributary.backfill.BackfillRunner;
import dev.tributary.backfill.ExtraConsumer;
import dev.tributary.backfill.Pauses;
import dev.tributary.backfill.ReadUnits;
import dev.tributary.backfill.Rebuilding;
import dev.tributary.backfill.Sample;
import dev.tributary.backfill.Scope;
import dev.tributary.backfill.Verify;
import dev.tributary.config.Settings;
import dev.tributary.document.Documents;
import dev.tributary.enrich.Enricher;
import dev.tributary.index.Destinations;
import dev.tributary.index.DocumentOwners;
import dev.tributary.index.Generation;
import dev.tributary.index.InvalidIndexException;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.PreservedCopy;
import dev.tributary.index.Succession;
import dev.tributary.index.WholeDocuments;
import dev.tributary.stream.ShardSurvey;
import dev.tributary.stream.StreamShard;
import dev.tributary.sync.Completion;
import dev.tributary.sync.Pipeline;
import dev.tributary.sync.Selection;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Counts;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.Heartbeats;
import dev.tributary.table.ItemReads;
import dev.tributary.table.Listings;
import dev.tributary.table.Rebuilds.Rebuild;
import dev.tributary.table.Tables;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a rebuild is done by, on real servers. */
final class RebuildMeans implements Rebuilding.Means {

  private static final Logger LOG = LoggerFactory.getLogger(RebuildMeans.class);
  private static final Duration LONGEST_LOOK = Duration.ofHours(1);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int PAGE_ITEMS = 1000;

  private final StateDesk desk;
  private final Settings settings;
  private final OpenSearchHttp openSearch;
  private final Tables tables;
  private final Rebuild rebuild;
  private final Map<Settings.Table, String> streams;
  private final double readUnits;
  private final Backfills backfills;
  private final ExtraConsumer consumer;
  private final BackfillRunner runner;

  private RebuildMeans(
      StateDesk desk,
      Settings settings,
      OpenSearchHttp openSearch,
      Tables tables,
      Rebuild rebuild,
      String application,
      Map<Settings.Table, String> streams,
      double readUnits) {
    this.desk = desk;
    this.settings = settings;
    this.openSearch = openSearch;
    this.tables = tables;
    this.rebuild = rebuild;
    this.streams = streams;
    this.readUnits = readUnits;
    this.backfills = new Backfills(desk.aws().dynamoDb(), desk.stateTable());
    Pipeline pipeline =
        SecondPipeline.open(
            settings,
            desk.aws(),
            tables,
            openSearch,
            Destinations.fixed(Map.of(rebuild.index(), rebuild.to())),
            Selection.ALL);
    this.consumer =
        ExtraConsumer.start(
            settings, new ExtraConsumer.Reading(application, streams), desk.aws(), pipeline);
    this.runner =
        new BackfillRunner(
            settings,
            App.backfillServers(settings, desk.aws(), desk.stateTable(), tables, openSearch),
            pipeline.loading(),
            Optional.of(rebuild.to()));
  }

  static RebuildMeans open(
      StateDesk desk,
      Settings settings,
      OpenSearchHttp openSearch,
      Tables tables,
      Rebuild rebuild,
      String application,
      Preflight.Result preflight,
      double readUnits) {
    return new RebuildMeans(
        desk, settings, openSearch, tables, rebuild, application, preflight.streams(), readUnits);
  }

  private static String job(Rebuild rebuild, String table) {
    return "rebuild-" + rebuild.to() + "-" + table;
  }

  @Override
  public void load() {
    for (Settings.Table table : settings.tables().values()) {
      Plan plan =
          new Plan(
              table.name(),
              Optional.empty(),
              Optional.empty(),
              false,
              readUnits,
              Optional.of(rebuild.to()));
      // Where it was begun before, that one goes on.
      BackfillJobs.add(
          settings,
          backfills,
          job(rebuild, table.name()),
          plan,
          BackfillJobs.SEGMENTS,
          rebuild.by(),
          now());
    }
    runner.start();
  }

  private List<Job> jobs() {
    return backfills.all().stream()
        .filter(job -> job.plan().runner().equals(Optional.of(rebuild.to())))
        .toList();
  }

  @Override
  public String loading() {
    List<String> under = new ArrayList<>();
    for (Job job : jobs()) {
      if (job.state() == State.CANCELLED) {
        throw new IllegalStateException(
            "its backfill %s was cancelled: give the rebuild up by --abort".formatted(job.id()));
      }
      if (job.state() != State.DONE) {
        Counts counts =
            backfills.parts(job.id()).stream().map(Part::counts).reduce(Counts.NONE, Counts::plus);
        under.add(
            "loading table %s: %,d items, %,d documents%s"
                .formatted(
                    job.plan().table(),
                    counts.items(),
                    counts.documents(),
                    job.state() == State.PAUSED ? ", paused" : ""));
      }
    }
    return String.join("; ", under);
  }

  @Override
  public boolean hasPassed(Instant moment) {
    return consumer.hasPassed(moment);
  }

  @Override
  public long differences() throws OpenSearchUnavailableException, InterruptedException {
    Map<String, String> names = Map.of(rebuild.index(), rebuild.to());
    ReadUnits units =
        readUnits > 0
            ? ReadUnits.perSecond(readUnits, Pauses.REAL)
            : ReadUnits.unlimited(Pauses.REAL);
    Verify.Servers servers =
        new Verify.Servers(
            new ItemReads(desk.aws().dynamoDb(), settings.tables().values(), units),
            units,
            tables::keyOf,
            new WholeDocuments(openSearch, names),
            new DocumentOwners(openSearch, LONGEST_LOOK, names),
            new Listings(
                desk.aws().dynamoDb(), desk.stateTable(), ReadUnits.unlimited(Pauses.REAL)));
    VerifyText text = new VerifyText(false);
    Enricher enricher = new Enricher(settings.enrichment(), desk.aws().region().id());
    try (Completion completion = new Completion(new Documents(settings), enricher);
        Verify verify =
            new Verify(
                new Scope(settings, Optional.empty(), Optional.empty(), Sample.ALL),
                new Verify.Manner(false, PATIENCE, PAGE_ITEMS, Optional.empty()),
                completion,
                servers,
                Pauses.REAL,
                deviation -> say(text.line(deviation)),
                this::say)) {
      verify.run();
      say(text.summary(verify.summary()));
      return verify.summary().clean() ? 0 : verify.summary().differences();
    }
  }

  private Optional<PreservedCopy> preserved() {
    Set<String> fields = settings.indexes().get(rebuild.index()).preserve();
    return fields.isEmpty()
        ? Optional.empty()
        : Optional.of(new PreservedCopy(openSearch, generation(rebuild.from()), to(), fields));
  }

  private Generation generation(String name) {
    return new Generation(rebuild.index(), name);
  }

  private Generation to() {
    return generation(rebuild.to());
  }

  /** The second time is quick, and leaves little to be written in between. */
  @Override
  public void copyPreserved() throws OpenSearchUnavailableException {
    Optional<PreservedCopy> copy = preserved();
    if (copy.isPresent()) {
      say("copying fields of other programs: " + copy.get().run(false));
      copy.get().run(false);
    }
  }

  @Override
  public void copyPreservedSince() throws OpenSearchUnavailableException {
    Optional<PreservedCopy> copy = preserved();
    if (copy.isPresent()) {
      PreservedCopy.Result result = copy.get().run(true);
      if (result.different() > 0) {
        LOG.warn(
            "{} documents of {} have fields of other programs that differ from those in {}: they were"
                + " written while the alias was swapped, by either side; have them written again",
            result.different(),
            rebuild.to(),
            rebuild.from());
      }
    }
  }

  @Override
  public void swap(Generation from, Generation to)
      throws OpenSearchUnavailableException, InvalidIndexException {
    Succession succession = new Succession(openSearch);
    boolean done =
        succession.list(rebuild.index()).stream()
            .anyMatch(one -> one.live() && one.generation().equals(to));
    if (!done) {
      succession.swap(from, to);
    }
  }

  /** Those that show life, and those that the leases name. */
  @Override
  public List<String> workersElsewhere() {
    Instant now = now();
    Set<String> there = new TreeSet<>();
    Set<String> elsewhere = new TreeSet<>();
    for (Heartbeats.Beat beat : new Heartbeats(desk.aws().dynamoDb(), desk.stateTable()).all(now)) {
      if (rebuild.to().equals(beat.writesTo().get(rebuild.index()))) {
        there.add(beat.worker());
      } else if (!beat.silent(now)) {
        elsewhere.add(beat.worker());
      }
    }
    ShardSurvey survey =
        new ShardSurvey(desk.aws().dynamoDb(), desk.aws().streams(), settings.application());
    streams.forEach(
        (table, arn) ->
            survey.of(table.name(), arn).stream()
                .filter(StreamShard::toBeRead)
                .flatMap(shard -> shard.owner().stream())
                .filter(owner -> !there.contains(owner))
                .forEach(elsewhere::add));
    return List.copyOf(elsewhere);
  }

  @Override
  public Instant now() {
    return desk.aws().clock().instant();
  }

  private void say(String line) {
    desk.out().println(line);
    desk.out().flush();
  }

  /** Stops, to go on later. */
  void stop() {
    runner.stop();
    boolean unused = consumer.stop();
    runner.close();
  }

  /** Stops for good. */
  void end() {
    runner.close();
    consumer.end();
  }

  /** Forgets what it was to load. */
  static void cancel(StateDesk desk, Rebuild rebuild) {
    Backfills backfills = new Backfills(desk.aws().dynamoDb(), desk.stateTable());
    for (Job job : backfills.all()) {
      if (job.plan().runner().equals(Optional.of(rebuild.to()))) {
        for (State from : List.of(State.RUNNING, State.PAUSED)) {
          backfills.end(job.id(), from, State.CANCELLED, Counts.NONE, desk.aws().clock().instant());
        }
      }
    }
  }
}
