package dev.tributary.ops;

import dev.tributary.ops.ShardStatus.State;
import dev.tributary.table.Heartbeats.Beat;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Whether search is behind, and why, in one line: the first that an operator has to know.
 *
 * @param text begins with the answer
 */
public record Verdict(Level level, String text) {

  public enum Level {
    GOOD,
    /** It heals, or somebody wanted it so; or something is listed that is not as it should be. */
    NOTICE,
    /** Nothing gets better without somebody. */
    BAD
  }

  /**
   * How long a shard may be without an owner, or opening, as in every handover. How far it was read
   * is stored now and then only, so a part of this may not even be lag.
   */
  static final Duration HANDOVER = Duration.ofMinutes(2);

  static Verdict of(FleetStatus status) {
    if (status.living().isEmpty()) {
      return down(status);
    }
    Optional<ShardStatus> worst =
        status.shards().stream()
            .filter(shard -> !settled(shard))
            .min(
                Comparator.comparing(ShardStatus::state)
                    .thenComparing(ShardStatus.MOST_BEHIND_FIRST));
    if (worst.isPresent()) {
      return behind(worst.get(), status);
    }
    long opening = status.shards().stream().filter(shard -> shard.state() == State.OPENING).count();
    if (opening > 0) {
      return new Verdict(
          Level.NOTICE,
          "Starting: %s not read yet, lag at most %s"
              .formatted(count(opening, "shard"), Spans.text(status.lag().orElse(Duration.ZERO))));
    }
    String lists = lists(status);
    if (!status.unknown().isEmpty()) {
      return new Verdict(Level.NOTICE, "Not known: " + status.unknown().get(0));
    }
    String upToDate =
        "Up to date: %s, lag at most %s"
            .formatted(
                count(status.shards().size(), "shard"),
                Spans.text(status.lag().orElse(Duration.ZERO)));
    return lists.isEmpty()
        ? new Verdict(Level.GOOD, upToDate)
        : new Verdict(Level.NOTICE, upToDate + ". But " + lists);
  }

  private static Verdict down(FleetStatus status) {
    String since =
        status.workers().stream()
            .map(Beat::at)
            .max(Instant::compareTo)
            .map(at -> " for " + Spans.text(Duration.between(at, status.at())))
            .orElse("");
    return new Verdict(
        Level.BAD,
        "Down: no worker of application '%s' shows life%s; nothing is indexed"
            .formatted(status.application(), since));
  }

  private static boolean settled(ShardStatus shard) {
    return switch (shard.state()) {
      case AT_THE_TIP, AFTER_ITS_PARENT -> true;
      case OPENING -> shard.lag().filter(lag -> lag.compareTo(HANDOVER) > 0).isEmpty();
      default -> false;
    };
  }

  private static Verdict behind(ShardStatus shard, FleetStatus status) {
    long others =
        status.shards().stream().filter(one -> !settled(one) && !one.equals(shard)).count();
    String word =
        switch (shard.state()) {
          case STUCK -> "Stuck";
          case HELD_BACK -> "Held back";
          default -> "Behind";
        };
    String text =
        "%s: %s%s%s%s"
            .formatted(
                word,
                shard.name(),
                shard.lag().map(lag -> " by " + Spans.text(lag)).orElse(""),
                shard.why().isEmpty() ? "" : ", " + shard.why(),
                others == 0 ? "" : "; and " + count(others, "more shard"));
    return new Verdict(passes(shard) ? Level.NOTICE : Level.BAD, text);
  }

  private static boolean passes(ShardStatus shard) {
    return switch (shard.state()) {
      case STUCK -> false;
      case NOBODYS -> shard.lag().filter(lag -> lag.compareTo(HANDOVER) > 0).isEmpty();
      default -> true;
    };
  }

  /** What is not in the indexes as it should be, though nothing lags. */
  private static String lists(FleetStatus status) {
    List<String> lists = new ArrayList<>();
    if (!status.gaps().isEmpty()) {
      lists.add(count(status.gaps().size(), "gap") + " open");
    }
    if (!status.holds().isEmpty()) {
      lists.add(status.holds().size() + " held back");
    }
    if (status.letters().count() > 0) {
      lists.add(count(status.letters().count(), "dead letter"));
    }
    if (status.pending().count() > 0) {
      lists.add(
          status.pending().count()
              + (status.pending().count() == 1 ? " waits" : " wait")
              + " for objects");
    }
    status.sections().forEach(section -> section.notice().ifPresent(lists::add));
    return String.join(", ", lists);
  }

  private static String count(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
