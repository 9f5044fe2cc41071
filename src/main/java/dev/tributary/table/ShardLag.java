package dev.tributary.table;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How far behind a shard is, as the worker that holds it sees it at one moment. Status, metrics and
 * heartbeats all take it from here.
 *
 * @param name {@code <table>/<shard id>}
 * @param lag now less the creation time of the oldest change that is not finished; with none, zero
 *     if the shard was just read at its tip, else the time since then. Absent while nothing was
 *     read yet; since it was opened, if that takes too long
 * @param why what it waits for, in a person's words; empty where it waits for nothing
 * @param depth changes that are taken and not yet passed by the checkpoint
 * @param aside actions that were put aside until somebody releases their index
 */
public record ShardLag(
    String name, Optional<Duration> lag, State state, String why, int depth, int aside) {

  /** What a shard is doing. */
  public enum State {
    /** It was opened and not read yet. */
    OPENING("opening"),
    /** What is written now is indexed within seconds. */
    AT_THE_TIP("at the tip"),
    /** It moves, and is not there yet. */
    BEHIND("behind"),
    /** An operator, or too many refusals, keep it from moving. */
    HELD_BACK("held back"),
    /** It should move and does not. */
    STUCK("stuck");

    private final String title;

    State(String title) {
      this.title = title;
    }

    @Override
    public String toString() {
      return title;
    }
  }

  public ShardLag {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(lag, "lag");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(why, "why");
  }
}
