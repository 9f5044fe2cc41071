package dev.tributary.ops;

import dev.tributary.config.Settings;
import dev.tributary.ops.FleetStatus.Section;
import dev.tributary.stream.StreamShard;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.Gaps;
import dev.tributary.table.Heartbeats;
import dev.tributary.table.Heartbeats.Beat;
import dev.tributary.table.Holds;
import dev.tributary.table.PendingObjects;
import dev.tributary.table.Tips;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads what the fleet is doing from DynamoDB alone: it works while OpenSearch is down. One thread
 * at a time.
 */
public final class StatusReader {

  /** Reading all letters costs read units, so who watches gets a count that is a little old. */
  public static final Duration LISTS_EVERY = Duration.ofSeconds(30);

  /** So many are read in a few calls. */
  private static final int FEW = 1000;

  /** The stores of the state table. */
  public record Stores(
      Heartbeats heartbeats,
      Tips tips,
      Holds holds,
      Gaps gaps,
      PendingObjects pending,
      DeadLetters letters) {}

  /** Lists the shards of all tables. What could not be listed throws {@link UnlistedException}. */
  @FunctionalInterface
  public interface Survey {
    List<StreamShard> of(Settings.Table table) throws UnlistedException;
  }

  /** The shards of a stream cannot be listed; its message says why. */
  public static final class UnlistedException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnlistedException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private final Settings settings;
  private final Stores stores;
  private final Supplier<Survey> surveys;
  private final List<Supplier<Section>> sections;
  private final Duration listsEvery;
  private final Clock clock;
  private Reasons pending;
  private Reasons letters;
  private Map<String, Instant> unopened = Map.of();
  private Instant listed;
  private boolean outdated;

  /**
   * @param surveys a new one for each look
   * @param sections what else is to be told, each read for each look
   * @param listsEvery how often letters and waiting documents are counted at most
   * @param clock DynamoDB's
   */
  public StatusReader(
      Settings settings,
      Stores stores,
      Supplier<Survey> surveys,
      List<Supplier<Section>> sections,
      Duration listsEvery,
      Clock clock) {
    this.settings = settings;
    this.stores = stores;
    this.surveys = surveys;
    this.sections = List.copyOf(sections);
    this.listsEvery = listsEvery;
    this.clock = clock;
  }

  public FleetStatus read() {
    List<Holds.Hold> holds = stores.holds().all();
    // By now the clock is DynamoDB's, as that answers.
    Instant now = clock.instant();
    List<Beat> beats = stores.heartbeats().all(now);
    List<String> unknown = new ArrayList<>();
    List<Gaps.Open> gaps = new ArrayList<>();
    Map<String, Instant> tips = new HashMap<>();
    List<StreamShard> shards = new ArrayList<>();
    Set<String> unlisted = new HashSet<>();
    Survey survey = surveys.get();
    for (Settings.Table table : settings.tables().values()) {
      gaps.addAll(stores.gaps().open(table.name()));
      stores.tips().of(table.name()).forEach(tip -> add(tip, tips));
      try {
        shards.addAll(survey.of(table));
      } catch (UnlistedException e) {
        unlisted.add(table.name());
        unknown.add("the shards of table '%s': %s".formatted(table.name(), e.getMessage()));
      }
    }
    FleetShards fleet = new FleetShards(beats, tips, unopened, now);
    List<ShardStatus> joined = fleet.join(shards, unlisted);
    unopened = fleet.unopened();
    countLists(now);
    return new FleetStatus(
        settings.application(),
        now,
        beats,
        joined,
        holds,
        gaps,
        pending,
        letters,
        sections.stream().map(Supplier::get).toList(),
        unknown);
  }

  private static void add(Tips.Tip tip, Map<String, Instant> tips) {
    String name = tip.shard().table() + "/" + tip.shard().id();
    tip.at().ifPresent(at -> tips.put(name, at));
  }

  /** Something more is listed: the next look counts anew, if that is soon enough and cheap. */
  public void outdated() {
    outdated = true;
  }

  private boolean due(Instant now) {
    if (listed == null) {
      return true;
    }
    Duration age = Duration.between(listed, now);
    boolean cheap = letters.count() + pending.count() <= FEW;
    return age.compareTo(listsEvery) >= 0 || (outdated && cheap && age.compareTo(LISTS_EVERY) >= 0);
  }

  private void countLists(Instant now) {
    if (!due(now)) {
      return;
    }
    Reasons waiting = new Reasons();
    Reasons refused = new Reasons();
    for (String index : settings.indexes().keySet()) {
      stores
          .pending()
          .each(
              index,
              entry -> waiting.add(index, entry.lack().id(), entry.lack().reason(), entry.since()));
      countLetters(index, refused);
    }
    countLetters(DeadLetters.NO_INDEX, refused);
    // Only now: a count that fails on its way must not pass for a new one that found little.
    pending = waiting;
    letters = refused;
    listed = now;
    outdated = false;
  }

  private void countLetters(String index, Reasons refused) {
    stores
        .letters()
        .each(index, letter -> refused.add(index, letter.id(), letter.reason(), letter.first()));
  }
}
