package dev.tributary.ops;

import java.time.Duration;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;

/**
 * A shard as the whole fleet has it.
 *
 * @param name {@code <table>/<shard id>}
 * @param owner the worker that holds it, dead or alive
 * @param lag absent where nobody can say
 * @param why empty where there is nothing to explain
 * @param depth changes that are taken and not yet passed by the checkpoint
 */
public record ShardStatus(
    String name,
    Optional<String> owner,
    Optional<Duration> lag,
    State state,
    String why,
    int depth) {

  /** From the worst to the best. */
  public enum State {
    NOBODYS("nobody's"),
    STUCK("stuck"),
    HELD_BACK("held back"),
    BEHIND("behind"),
    OPENING("opening"),
    /** Its parent is not finished: only then are its records next. */
    AFTER_ITS_PARENT("after its parent"),
    AT_THE_TIP("at the tip");

    private final String title;

    State(String title) {
      this.title = title;
    }

    @Override
    public String toString() {
      return title;
    }
  }

  /** What lags most comes first, and of these the worst. */
  static final Comparator<ShardStatus> MOST_BEHIND_FIRST =
      Comparator.comparing((ShardStatus shard) -> shard.lag().orElse(Duration.ZERO))
          .reversed()
          .thenComparing(ShardStatus::state)
          .thenComparing(ShardStatus::name);

  /**
   * A worker that has not read its shard knows only since when it has it, and what is not finished
   * may be much older.
   *
   * @param known how long nothing of it was finished, as the state table has it
   */
  ShardStatus notReadFor(Optional<Duration> known) {
    boolean notRead = depth == 0 && (state == State.OPENING || state == State.STUCK);
    Duration told = lag.orElse(Duration.ZERO);
    // What is stored is a little old, so a small difference says nothing.
    return notRead
            && known.filter(time -> time.minus(told).compareTo(Verdict.HANDOVER) > 0).isPresent()
        ? new ShardStatus(name, owner, known, state, why, depth)
        : this;
  }

  public ShardStatus {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(lag, "lag");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(why, "why");
  }
}
