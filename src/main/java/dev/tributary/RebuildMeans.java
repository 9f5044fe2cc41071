package dev.tributary;

import dev.tributary.backfill.BackfillJobs;
import dev.tributary.backfill.BackfillRunner;
import dev.tributary.backfill.ExtraConsumer;
import dev.tributary.backfill.NewlyListed;
import dev.tributary.backfill.Rebuilding;
import dev.tributary.backfill.RedriveRun;
import dev.tributary.backfill.Replays;
import dev.tributary.config.Settings;
import dev.tributary.index.Destinations;
import dev.tributary.index.Generation;
import dev.tributary.index.InvalidIndexException;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.PreservedCopy;
import dev.tributary.index.Succession;
import dev.tributary.stream.ShardSurvey;
import dev.tributary.stream.StreamShard;
import dev.tributary.sync.Pipeline;
import dev.tributary.sync.Selection;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Counts;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.DeadLetters.Filed;
import dev.tributary.table.GenerationEntries;
import dev.tributary.table.Heartbeats;
import dev.tributary.table.LostReads.Lost;
import dev.tributary.table.Rebuilds.Rebuild;
import dev.tributary.table.Tables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
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

  private final StateDesk desk;
  private final Settings settings;
  private final OpenSearchHttp openSearch;
  private final Rebuild rebuild;
  private final Map<Settings.Table, String> streams;
  private final double readUnits;
  private final Backfills backfills;
  private final ExtraConsumer consumer;
  private final BackfillRunner runner;
  private final GenerationVerify verify;
  private final GenerationEntries entries;

  /** Documents whose letters are the new generation's. */
  private final Set<String> moved = new HashSet<>();

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
    this.rebuild = rebuild;
    this.streams = streams;
    this.readUnits = readUnits;
    this.backfills = new Backfills(desk.aws().dynamoDb(), desk.stateTable());
    Map<String, String> generations = Map.of(rebuild.index(), rebuild.to());
    this.verify =
        new GenerationVerify(desk, settings, openSearch, tables, generations, readUnits, this::say);
    this.entries = entries(desk, rebuild);
    Pipeline pipeline =
        SecondPipeline.open(
            settings,
            desk.aws(),
            tables,
            openSearch,
            Destinations.fixed(generations),
            Selection.ALL,
            entries.names());
    this.consumer =
        ExtraConsumer.start(
            settings, new ExtraConsumer.Reading(application, streams), desk.aws(), pipeline);
    this.runner =
        new BackfillRunner(
            settings,
            App.backfillServers(
                settings, desk.aws(), desk.stateTable(), tables, openSearch, Replays.NONE),
            pipeline.loading(),
            Optional.of(rebuild.name()));
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
    return rebuild.name() + "-" + table;
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
              Optional.of(rebuild.name()));
      // Where this rebuild began it before, that one goes on.
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
        .filter(job -> job.plan().runner().equals(Optional.of(rebuild.name())))
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
    long found = verify.differences();
    if (found == 0) {
      return 0;
    }
    say("making these equal, and verifying once more");
    long unused = verify.repair();
    return verify.differences();
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
      tellRefused(copy.get().run(false));
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
      tellRefused(result);
    }
  }

  private void tellRefused(PreservedCopy.Result result) {
    if (result.refused() > 0) {
      LOG.warn(
          "{} documents lack fields of other programs that {} has: {} does not take them; look at"
              + " its mapping",
          result.refused(),
          rebuild.from(),
          rebuild.to());
    }
  }

  @Override
  public boolean isLive() throws OpenSearchUnavailableException {
    return new Succession(openSearch)
        .list(rebuild.index()).stream()
            .anyMatch(one -> one.live() && one.generation().equals(to()));
  }

  @Override
  public void swap() throws OpenSearchUnavailableException, InvalidIndexException {
    // Before, so that what searches lack from then on is listed.
    moved.addAll(entries.handOver());
    new Succession(openSearch).swap(generation(rebuild.from()), to());
  }

  @Override
  public NewlyListed newlyListed() throws InterruptedException {
    return new RebuildListings(desk, settings, rebuild).find(entries);
  }

  @Override
  public long lost() {
    return consumer.lost().map(Lost::times).orElse(0L);
  }

  @Override
  public void madeGood(long lost) {
    consumer.madeGood(lost);
  }

  /**
   * Has the dead letters of the old generation tried again: they say nothing about the new one. By
   * now all workers write there, so what is refused is refused there.
   */
  @Override
  public void settle() throws OpenSearchUnavailableException, InterruptedException {
    moved.addAll(entries.handOver());
    DeadLetters letters = new DeadLetters(desk.aws().dynamoDb(), desk.stateTable());
    List<Filed> old = new ArrayList<>();
    letters.each(
        rebuild.index(),
        letter -> {
          if (!moved.contains(letter.id())) {
            old.add(letter.withoutTrace());
          }
        });
    if (!old.isEmpty()) {
      say("trying dead letters of before on the new generation");
      RedriveRun.Count unused =
          LetterRedriveCommand.redrive(
              new LetterDesk(settings, desk.aws(), letters, desk.out()), openSearch, old);
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

  private static GenerationEntries entries(StateDesk desk, Rebuild rebuild) {
    return new GenerationEntries(
        desk.aws().dynamoDb(), desk.stateTable(), rebuild.index(), rebuild.to());
  }

  /** Forgets what it was to load, and what was refused. */
  static void cancel(StateDesk desk, Rebuild rebuild) {
    entries(desk, rebuild).forget();
    Backfills backfills = new Backfills(desk.aws().dynamoDb(), desk.stateTable());
    for (Job job : backfills.all()) {
      if (job.plan().runner().equals(Optional.of(rebuild.name()))) {
        for (State from : List.of(State.RUNNING, State.PAUSED)) {
          backfills.end(job.id(), from, State.CANCELLED, Counts.NONE, desk.aws().clock().instant());
        }
      }
    }
  }
}
