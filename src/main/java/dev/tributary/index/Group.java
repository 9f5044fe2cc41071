package dev.tributary.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Some writes of a document, of which only the newest is sent. Those of its shard can go with it:
 * they are held as long as it is, so nothing but their ends is kept. Those of other shards are kept
 * whole, since the newest may be lost before it is sent. Owned by a {@link Slot}.
 */
final class Group {

  private Write newest;

  /** Of the newest's shard. Few documents have any. */
  private final List<Write.End> replaced;

  /** Of other shards, of which none have others. Hardly any document has one. */
  private final List<Group> others = new ArrayList<>(0);

  Group(Write only) {
    this(only, new ArrayList<>(0));
  }

  private Group(Write newest, List<Write.End> replaced) {
    this.newest = newest;
    this.replaced = replaced;
  }

  Write newest() {
    return newest;
  }

  int size() {
    int size = 1 + replaced.size();
    for (Group other : others) {
      size += other.size();
    }
    return size;
  }

  /** All of both; this group is of no use any more. */
  Group with(Write write) {
    if (write.fence() != newest.fence()) {
      return with(new Group(write));
    }
    boolean newer = write.replaces(newest);
    replace(newer ? newest : write);
    newest = newer ? write : newest;
    return this;
  }

  /** All of both, neither of which is of use any more. */
  Group with(Group more) {
    if (!more.newest.replaces(newest)) {
      take(more);
      return this;
    }
    more.take(this);
    return more;
  }

  private void take(Group older) {
    if (older.newest.fence() == newest.fence()) {
      replaced.addAll(older.replaced);
      replace(older.newest);
    } else {
      others.add(older.alone());
    }
    others.addAll(older.others);
  }

  private void replace(Write older) {
    replaced.add(older.end());
    older.end().replaced();
  }

  /** What is of the newest's shard. */
  private Group alone() {
    return others.isEmpty() ? this : new Group(newest, replaced);
  }

  /** Only the newest is to blame if it was rejected: the others were never looked at. */
  void finish(Outcome outcome) {
    newest.finish(outcome);
    Outcome rest = outcome instanceof Outcome.Rejected ? Outcome.REPLACED : outcome;
    replaced.forEach(end -> end.ended(rest));
    others.forEach(other -> other.finish(rest));
  }

  /** Drops the writes whose shard is no longer ours: what is left, if anything is. */
  Optional<Group> held(Fences fences) {
    if (others.isEmpty() && fences.held(newest)) {
      return Optional.of(this);
    }
    List<Group> all = new ArrayList<>(others);
    all.add(new Group(newest, replaced));
    Group left = null;
    for (Group group : all) {
      if (!fences.held(group.newest)) {
        fences.drop(group.newest.end());
        group.replaced.forEach(fences::drop);
      } else {
        left = left == null ? group : left.with(group);
      }
    }
    return Optional.ofNullable(left);
  }
}
