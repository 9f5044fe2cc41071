package dev.tributary.ops;

import dev.tributary.ops.ShardStatus.State;
import dev.tributary.stream.StreamShard;
import dev.tributary.table.Heartbeats.Beat;
import dev.tributary.table.ShardLag;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Joins what the streams list, what the leases say and what the workers tell: so that a shard which
 * nobody reads is seen too. Pure.
 */
final class FleetShards {

  private final Map<String, Beat> beats = new HashMap<>();
  private final Map<String, Instant> tips;
  private final Map<String, Instant> before;
  private final Map<String, Instant> unopened = new HashMap<>();
  private final Instant now;

  /**
   * @param tips up to when each shard is finished, by its name, as the state table has it
   * @param before what {@link #unopened} was at the last look
   */
  FleetShards(
      List<Beat> beats, Map<String, Instant> tips, Map<String, Instant> before, Instant now) {
    beats.forEach(beat -> this.beats.put(beat.worker(), beat));
    this.tips = tips;
    this.before = before;
    this.now = now;
  }

  /**
   * @param listed the shards of the streams that could be listed
   * @param unlisted tables whose streams could not: there the workers' word has to do
   */
  List<ShardStatus> join(List<StreamShard> listed, Set<String> unlisted) {
    Set<String> unread = new HashSet<>();
    listed.stream()
        .filter(StreamShard::toBeRead)
        .forEach(shard -> unread.add(shard.table() + "/" + shard.id()));
    List<ShardStatus> all = new ArrayList<>();
    for (StreamShard shard : listed) {
      if (shard.toBeRead()) {
        boolean afterParent =
            shard.parent().filter(id -> unread.contains(shard.table() + "/" + id)).isPresent();
        all.add(status(shard, afterParent));
      }
    }
    for (Beat beat : beats.values()) {
      for (ShardLag lag : beat.shards()) {
        if (unlisted.contains(table(lag.name()))) {
          all.add(
              beat.silent(now) ? abandoned(lag, beat) : told(lag, beat.worker(), beat.trouble()));
        }
      }
    }
    // What was not seen this time may be as it was.
    before.forEach(
        (name, since) -> {
          if (unlisted.contains(table(name))) {
            unopened.put(name, since);
          }
        });
    all.sort(ShardStatus.MOST_BEHIND_FIRST);
    return all;
  }

  /** Since when shards are seen that living workers should read and do not, by their names. */
  Map<String, Instant> unopened() {
    return Map.copyOf(unopened);
  }

  private static String table(String name) {
    return name.substring(0, name.indexOf('/'));
  }

  private ShardStatus status(StreamShard shard, boolean afterParent) {
    Optional<Beat> beat = shard.owner().map(beats::get);
    Optional<ShardLag> lag = beat.flatMap(worker -> lag(worker, shard.name()));
    if (lag.isPresent()) {
      return beat.get().silent(now)
          ? abandoned(lag.get(), beat.get())
          : told(lag.get(), beat.get().worker(), beat.get().trouble())
              .notReadFor(Optional.ofNullable(tips.get(shard.name())).map(this::between));
    }
    if (afterParent) {
      return new ShardStatus(
          shard.name(), shard.owner(), Optional.empty(), State.AFTER_ITS_PARENT, "", 0);
    }
    if (beat.isPresent() && !beat.get().silent(now)) {
      return unopened(shard, beat.get().worker());
    }
    String why =
        shard
            .owner()
            .map(owner -> "worker " + owner + ", which holds it, shows no life")
            .orElse("no worker holds it");
    return new ShardStatus(shard.name(), shard.owner(), sinceTip(shard), State.NOBODYS, why, 0);
  }

  /**
   * The lease names a worker that lives and does not know of it: for a moment, as in every
   * handover. But a worker that cannot take its lease, for want of rights, looks the same for ever.
   */
  private ShardStatus unopened(StreamShard shard, String worker) {
    Instant since = before.getOrDefault(shard.name(), now);
    unopened.put(shard.name(), since);
    Duration seen = between(since);
    boolean handover = seen.compareTo(Verdict.HANDOVER) <= 0;
    return new ShardStatus(
        shard.name(),
        shard.owner(),
        Optional.of(sinceTip(shard).filter(lag -> lag.compareTo(seen) > 0).orElse(seen)),
        handover ? State.OPENING : State.NOBODYS,
        "worker %s has its lease and %s"
            .formatted(worker, handover ? "has not begun to read it" : "does not read it"),
        0);
  }

  private static Optional<ShardLag> lag(Beat beat, String name) {
    return beat.shards().stream().filter(lag -> lag.name().equals(name)).findFirst();
  }

  /** As the worker that holds it says. */
  static ShardStatus told(ShardLag lag, String worker, Optional<String> trouble) {
    State state =
        switch (lag.state()) {
          case OPENING -> State.OPENING;
          case AT_THE_TIP -> State.AT_THE_TIP;
          case BEHIND -> State.BEHIND;
          case HELD_BACK -> State.HELD_BACK;
          case STUCK -> State.STUCK;
        };
    // Room and space are short because of it, so it says more than they do.
    boolean troubled = state == State.STUCK || state == State.BEHIND;
    String why = trouble.filter(any -> troubled).orElse(lag.why());
    return new ShardStatus(lag.name(), Optional.of(worker), lag.lag(), state, why, lag.depth());
  }

  /** Nothing of it can have been finished since the worker's last sign of life. */
  private ShardStatus abandoned(ShardLag lag, Beat beat) {
    Duration silence = Duration.between(beat.at(), now);
    return new ShardStatus(
        lag.name(),
        Optional.of(beat.worker()),
        Optional.of(lag.lag().orElse(Duration.ZERO).plus(silence)),
        State.NOBODYS,
        "worker %s, which holds it, shows no life for %s"
            .formatted(beat.worker(), Spans.text(silence)),
        lag.depth());
  }

  /** At most so long: how far a shard is finished is stored now and then only. */
  private Optional<Duration> sinceTip(StreamShard shard) {
    return Optional.ofNullable(tips.get(shard.name())).or(shard::createdAt).map(this::between);
  }

  private Duration between(Instant moment) {
    return moment.isAfter(now) ? Duration.ZERO : Duration.between(moment, now);
  }
}
