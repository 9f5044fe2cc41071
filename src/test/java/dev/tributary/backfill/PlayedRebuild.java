package dev.tributary.backfill;

import dev.tributary.table.Rebuilds.Rebuild;
import dev.tributary.table.Rebuilds.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All that a rebuild works on, in memory: two generations with the fields that another program
 * writes there, a stream and workers that come along as time passes. It may die before or after
 * anything that it does.
 */
final class PlayedRebuild implements Rebuilding.Means {

  static final class Died extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** What was done, in its order; what only looks is not in it. */
  final List<String> story = new ArrayList<>();

  final List<String> lines = new ArrayList<>();

  /** What the other program wrote, as each generation has it. */
  final Map<String, String> oldFields = new HashMap<>(Map.of("a", "1"));

  final Map<String, String> newFields = new HashMap<>();
  Rebuild stored;
  long differences;
  NewlyListed listed = NewlyListed.NONE;
  long lost;
  boolean workersFollow = true;
  private boolean live;
  private boolean begun;
  private int looks;
  private int dieAt = -1;
  private int acts;

  PlayedRebuild() {
    stored =
        new Rebuild(
            "places", "places-000001", "places-000002", "rules", Step.LOADING, now(), "somebody");
  }

  /**
   * Dies at a place of its way.
   *
   * @param place twice as many as things are done: before and after each
   */
  void dieAt(int place) {
    dieAt = place;
    acts = 0;
  }

  /** How many places there are to die at, once it came to its end. */
  int places() {
    return acts;
  }

  private void mayDie() {
    if (acts++ == dieAt) {
      begun = false;
      throw new Died();
    }
  }

  private void act(String what, Runnable effect) {
    mayDie();
    story.add(what);
    effect.run();
    mayDie();
  }

  void store(Rebuild rebuild) {
    act("store " + rebuild.step(), () -> stored = rebuild);
  }

  boolean run(boolean acceptListed) throws Exception {
    return new Rebuilding(this, this::store, () -> true, lines::add, new HeldTime())
        .run(stored, acceptListed, () -> looks > 100);
  }

  /** The other program writes where searches go to. */
  void embed(String document, String value) {
    (live ? newFields : oldFields).put(document, value);
  }

  @Override
  public boolean isLive() {
    return live;
  }

  @Override
  public void load() {
    act("load", () -> begun = true);
  }

  @Override
  public String loading() {
    if (!begun) {
      throw new AssertionError("nobody loads");
    }
    return looks++ < 3 ? "loading" : "";
  }

  @Override
  public boolean hasPassed(Instant moment) {
    return true;
  }

  @Override
  public long differences() {
    act("verify", () -> {});
    return differences;
  }

  @Override
  public NewlyListed newlyListed() {
    return listed;
  }

  @Override
  public void copyPreserved() {
    act(
        "copy",
        () -> {
          newFields.putAll(oldFields);
          // Between the copy and the swap.
          embed("late", "1");
        });
  }

  @Override
  public void swap() {
    act(
        "swap",
        () -> {
          live = true;
          embed("a", "2");
        });
  }

  @Override
  public void copyPreservedSince() {
    act("copy since", () -> oldFields.forEach(newFields::putIfAbsent));
  }

  @Override
  public void settle() {
    act("settle", () -> {});
  }

  @Override
  public List<String> workersElsewhere() {
    looks++;
    return workersFollow ? List.of() : List.of("old-worker");
  }

  @Override
  public long lost() {
    return lost;
  }

  @Override
  public void madeGood(long times) {
    act("made good", () -> lost -= times);
  }

  @Override
  public Instant now() {
    return Instant.parse("2026-03-01T12:00:00Z").plusSeconds(looks);
  }
}
