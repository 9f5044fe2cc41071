package dev.tributary.stream;

import dev.tributary.table.Gap;
import dev.tributary.table.Tips.Tip;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds shards that are gone from a stream and were not read to their end, by comparing what was to
 * be read with what the stream lists. Pure.
 */
final class VanishedShards {

  /**
   * A shard that was to be read.
   *
   * @param ended whether it was read to its end
   */
  record Leased(String shardId, boolean ended) {}

  /**
   * @param gaps what is missing
   * @param settled entries that say nothing any more once the gaps are recorded
   */
  record Result(List<Gap> gaps, List<Tip> settled) {}

  private VanishedShards() {}

  /**
   * @param tips those of this stream; a shard may have one though its lease is gone, since KCL
   *     deletes leases of shards that are not listed, whether they were read or not
   */
  static Result find(
      String table, List<Leased> leases, Set<String> listed, List<Tip> tips, Instant now) {
    Map<String, Optional<Instant>> unfinished = new HashMap<>();
    Map<String, Tip> unlisted = new HashMap<>();
    for (Tip tip : tips) {
      if (!listed.contains(tip.shard().id())) {
        unlisted.put(tip.shard().id(), tip);
        unfinished.put(tip.shard().id(), tip.at());
      }
    }
    for (Leased lease : leases) {
      if (lease.ended()) {
        unfinished.remove(lease.shardId());
      } else if (!listed.contains(lease.shardId())) {
        unfinished.putIfAbsent(lease.shardId(), Optional.empty());
      }
    }
    List<Gap> gaps = new ArrayList<>();
    unfinished.forEach(
        (shardId, at) -> {
          Optional<Instant> from = Retention.latest(at, Retention.created(shardId));
          if (from.isPresent() && !Retention.isOver(from.get(), now)) {
            // Nothing of it can be lost yet: the list is not up to date.
            unlisted.remove(shardId);
          } else {
            gaps.add(new Gap(Gap.Kind.VANISHED_SHARD, table, shardId, from, now));
          }
        });
    unknownChildren(table, leases, listed, now).ifPresent(gaps::add);
    return new Result(gaps, List.copyOf(unlisted.values()));
  }

  /**
   * A stream always has an open shard. If all that we know of are finished and none is listed any
   * more, those that came after them began more than a day ago, and nobody read them.
   */
  private static Optional<Gap> unknownChildren(
      String table, List<Leased> leases, Set<String> listed, Instant now) {
    if (leases.isEmpty()
        || !leases.stream().allMatch(Leased::ended)
        || leases.stream().anyMatch(lease -> listed.contains(lease.shardId()))) {
      return Optional.empty();
    }
    Leased last =
        leases.stream().max((one, other) -> one.shardId().compareTo(other.shardId())).orElseThrow();
    Optional<Instant> from = Retention.created(last.shardId());
    if (from.isPresent() && !Retention.isOver(from.get(), now)) {
      return Optional.empty();
    }
    String subject = "the child of " + last.shardId();
    return Optional.of(new Gap(Gap.Kind.VANISHED_SHARD, table, subject, from, now));
  }

  /** Those of one of a table's streams. */
  static List<Tip> ofStream(List<Tip> tips, String arn) {
    return tips.stream().filter(tip -> tip.shard().streamArn().equals(arn)).toList();
  }
}
