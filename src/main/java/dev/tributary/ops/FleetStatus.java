package dev.tributary.ops;

import dev.tributary.table.Gaps;
import dev.tributary.table.Heartbeats.Beat;
import dev.tributary.table.Holds.Hold;
import dev.tributary.table.ShardLag;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What the fleet is doing at one moment.
 *
 * @param at by DynamoDB's clock
 * @param shards what lags most comes first
 * @param sections what else there is to tell, such as backfills
 * @param unknown what could not be read, in a person's words
 */
public record FleetStatus(
    String application,
    Instant at,
    List<Beat> workers,
    List<ShardStatus> shards,
    List<Hold> holds,
    List<Gaps.Open> gaps,
    Reasons pending,
    Reasons letters,
    List<Section> sections,
    List<String> unknown) {

  /**
   * Something that is under way.
   *
   * @param title in small letters, without spaces: also its name in JSON
   * @param notice what the verdict is to say of it, though nothing lags
   */
  public record Section(String title, List<Row> rows, Optional<String> notice) {
    public Section {
      rows = List.copyOf(rows);
      Objects.requireNonNull(notice, "notice");
    }

    /** One of which the verdict has nothing to say. */
    public Section(String title, List<Row> rows) {
      this(title, rows, Optional.empty());
    }
  }

  /**
   * @param text one line for people
   * @param fields the same for programs; empty for a line that is for people only
   */
  public record Row(String text, Map<String, Object> fields) {}

  public FleetStatus {
    Objects.requireNonNull(application, "application");
    Objects.requireNonNull(at, "at");
    workers = List.copyOf(workers);
    shards = List.copyOf(shards);
    holds = List.copyOf(holds);
    gaps = List.copyOf(gaps);
    sections = List.copyOf(sections);
    unknown = List.copyOf(unknown);
  }

  /** Those that show life. */
  public List<Beat> living() {
    return workers.stream().filter(beat -> !beat.silent(at)).toList();
  }

  /** The longest lag of all shards; absent where none is known. */
  public Optional<Duration> lag() {
    return shards.stream().flatMap(shard -> shard.lag().stream()).max(Duration::compareTo);
  }

  /**
   * The same with what a worker says of itself now, which is newer than what was read: its shards
   * are as it sees them, and it lives.
   */
  public FleetStatus with(Beat own) {
    Map<String, ShardStatus> all = new LinkedHashMap<>();
    shards.forEach(shard -> all.put(shard.name(), shard));
    for (ShardLag lag : own.shards()) {
      Optional<Duration> seen = Optional.ofNullable(all.get(lag.name())).flatMap(ShardStatus::lag);
      all.put(lag.name(), FleetShards.told(lag, own.worker(), own.trouble()).notReadFor(seen));
    }
    List<Beat> beats = new ArrayList<>(workers);
    if (living().stream().noneMatch(beat -> beat.worker().equals(own.worker()))) {
      beats.removeIf(beat -> beat.worker().equals(own.worker()));
      beats.add(own);
    }
    return new FleetStatus(
        application,
        at,
        beats,
        all.values().stream().sorted(ShardStatus.MOST_BEHIND_FIRST).toList(),
        holds,
        gaps,
        pending,
        letters,
        sections,
        unknown);
  }

  public Verdict verdict() {
    return Verdict.of(this);
  }
}
