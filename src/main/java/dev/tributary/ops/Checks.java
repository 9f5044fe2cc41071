package dev.tributary.ops;

import dev.tributary.index.Setback;
import dev.tributary.ops.Health.Check;
import dev.tributary.ops.Health.Finding;
import dev.tributary.ops.Health.Scope;
import dev.tributary.sync.Contact;
import dev.tributary.table.Holds.Cause;
import dev.tributary.table.Holds.Hold;
import dev.tributary.table.ShardLag;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The parts of a worker's health, and when each of them fails. */
public final class Checks {

  /** Calls have their own time limits, all far below this: who takes longer hangs. */
  static final Duration HANGS = Duration.ofMinutes(5);

  /** Whoever asks does so every few seconds, unless it waits. */
  static final Duration UNHEARD_OF = Duration.ofMinutes(1);

  /** One answer that does not come is not an outage. */
  static final Duration SILENT = Duration.ofSeconds(10);

  private Checks() {}

  /**
   * The only part that there is before the worker reads.
   *
   * @param stage what keeps it from that; absent while it reads
   */
  public static Check start(Supplier<Optional<String>> stage) {
    return ready("start", "#starting", () -> stage.get().map(Finding::down).orElse(Finding.UP));
  }

  public static List<Check> of(Signs signs) {
    return List.of(
        live("reader", "#exit-codes", () -> reader(signs)),
        live("loops", "#health", () -> loops(signs)),
        ready("opensearch", "#when-opensearch-does-not-take-writes", () -> openSearch(signs)),
        ready("writes", "#when-opensearch-does-not-take-writes", () -> writes(signs)),
        ready("state-table", "#health", () -> silence(signs.stateTable(), "the state table")),
        ready("shards", "#status", () -> shards(signs)),
        ready("fleet", "#status", () -> fleet(signs)),
        ready("indexes", "#holding-back", () -> indexes(signs)),
        ready("gaps", "#gaps", () -> gaps(signs)),
        ready("dead-letters", "#dead-letters", () -> letters(signs)),
        new Check(
            "objects",
            Scope.READY,
            "docs/geometry.md#objects-that-are-not-there",
            () -> objects(signs)));
  }

  private static Check live(String name, String anchor, Supplier<Finding> look) {
    return new Check(name, Scope.LIVE, "docs/operations.md" + anchor, look);
  }

  private static Check ready(String name, String anchor, Supplier<Finding> look) {
    return new Check(name, Scope.READY, "docs/operations.md" + anchor, look);
  }

  private static Finding reader(Signs signs) {
    return signs.readerAlive()
        ? Finding.UP
        : Finding.down("KCL's scheduler has ended: no stream is read");
  }

  private static Finding loops(Signs signs) {
    for (Signs.Motion motion : signs.motions()) {
      if (!motion.alive()) {
        return Finding.down("the thread %s has ended".formatted(motion.name()));
      }
      if (motion.overdue().compareTo(HANGS) > 0) {
        return Finding.down(
            "the thread %s has not moved for %s"
                .formatted(motion.name(), Spans.text(motion.overdue())));
      }
    }
    return Finding.UP;
  }

  private static Finding openSearch(Signs signs) {
    return silence(signs.openSearch(), "OpenSearch");
  }

  private static Finding silence(Contact.State contact, String who) {
    if (contact.failure().isPresent() && contact.silence().compareTo(SILENT) > 0) {
      return Finding.down(
          "%s has not answered for %s: %s"
              .formatted(who, Spans.text(contact.silence()), contact.failure().get()));
    }
    return contact.silence().compareTo(UNHEARD_OF) > 0
        ? Finding.down("%s has not answered for %s".formatted(who, Spans.text(contact.silence())))
        : Finding.UP;
  }

  /** Pushback passes; what is left needs a person, and until then nothing is indexed. */
  private static Finding writes(Signs signs) {
    Optional<Setback> setback = signs.setback();
    if (setback.isEmpty()) {
      return Finding.UP;
    }
    String reason =
        "OpenSearch does not take writes: %s. To do: %s"
            .formatted(setback.get().title(), setback.get().advice());
    return switch (setback.get()) {
      case FLOOD_STAGE, BLOCKED, UNAUTHORISED, NO_INDEX -> Finding.down(reason);
      // If it is away for longer, another part says so.
      case OVERLOADED, TIMEOUT, NO_CONNECTION, SERVER_ERROR, UNKNOWN -> Finding.degraded(reason);
    };
  }

  /** Those of this worker. */
  private static Finding shards(Signs signs) {
    Optional<ShardLag> stuck = first(signs, ShardLag.State.STUCK);
    if (stuck.isPresent()) {
      return Finding.down(
          "%s is stuck%s: %s".formatted(stuck.get().name(), by(stuck.get()), stuck.get().why()));
    }
    return first(signs, ShardLag.State.HELD_BACK)
        .map(held -> Finding.degraded("%s waits: %s".formatted(held.name(), held.why())))
        .orElse(Finding.UP);
  }

  private static Optional<ShardLag> first(Signs signs, ShardLag.State state) {
    return signs.lags().stream().filter(lag -> lag.state() == state).findFirst();
  }

  private static String by(ShardLag lag) {
    return lag.lag().map(time -> " by " + Spans.text(time)).orElse("");
  }

  /** Those that nobody reads, whoever should. */
  private static Finding fleet(Signs signs) {
    FleetWatch.Sight sight = signs.fleet();
    if (sight.status().isEmpty()) {
      return Finding.down(
          "the fleet was not looked at yet" + sight.failure().map(why -> ": " + why).orElse(""));
    }
    FleetStatus status = sight.status().get();
    Optional<ShardStatus> nobodys =
        status.shards().stream()
            .filter(shard -> shard.state() == ShardStatus.State.NOBODYS)
            .filter(
                shard -> shard.lag().filter(lag -> lag.compareTo(Verdict.HANDOVER) > 0).isPresent())
            .findFirst();
    if (nobodys.isPresent()) {
      return Finding.down(
          "nobody reads %s: %s".formatted(nobodys.get().name(), nobodys.get().why()));
    }
    if (!status.unknown().isEmpty()) {
      return Finding.degraded("not known: " + status.unknown().get(0));
    }
    return sight.old()
        ? Finding.degraded(
            "the fleet was last seen %s ago%s"
                .formatted(
                    Spans.text(sight.age()), sight.failure().map(why -> ": " + why).orElse("")))
        : Finding.UP;
  }

  private static Finding indexes(Signs signs) {
    Optional<Map.Entry<String, String>> waiting =
        signs.waitingIndexes().entrySet().stream().findFirst();
    if (waiting.isPresent()) {
      return Finding.down(
          "the index %s waits: %s".formatted(waiting.get().getKey(), waiting.get().getValue()));
    }
    Optional<Hold> refused = hold(signs, Cause.REFUSALS);
    if (refused.isPresent()) {
      return Finding.down(
          "most documents of the index %s are refused: %s"
              .formatted(refused.get().name(), refused.get().reason()));
    }
    return hold(signs, Cause.OPERATOR)
        .map(
            hold ->
                Finding.degraded(
                    "the %s %s is held back by %s: %s"
                        .formatted(hold.what(), hold.name(), hold.by(), hold.reason())))
        .orElse(Finding.UP);
  }

  private static Optional<Hold> hold(Signs signs, Cause cause) {
    return signs.holds().stream().filter(hold -> hold.cause() == cause).findFirst();
  }

  private static Finding gaps(Signs signs) {
    return signs
        .fleet()
        .status()
        .filter(status -> !status.gaps().isEmpty())
        .map(
            status ->
                Finding.degraded(
                    "changes may be missing: %s (%d open in all)"
                        .formatted(status.gaps().get(0).gap(), status.gaps().size())))
        .orElse(Finding.UP);
  }

  private static Finding letters(Signs signs) {
    return signs
        .fleet()
        .status()
        .filter(status -> status.letters().count() > 0)
        .map(
            status ->
                Finding.degraded(
                    counted(status.letters(), "could not be indexed", "could not be indexed")))
        .orElse(Finding.UP);
  }

  private static Finding objects(Signs signs) {
    return signs
        .fleet()
        .status()
        .filter(status -> status.pending().count() > 0)
        .map(
            status ->
                Finding.degraded(
                    counted(status.pending(), "waits for objects", "wait for objects")))
        .orElse(Finding.UP);
  }

  private static String counted(Reasons reasons, String one, String several) {
    String most = reasons.groups().get(0).reason();
    return reasons.count() == 1
        ? "1 document %s: %s".formatted(one, most)
        : "%d documents %s, most of them: %s".formatted(reasons.count(), several, most);
  }
}
