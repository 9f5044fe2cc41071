package dev.tributary.index;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The indexes that take no writes for now: blocked, missing, or not ours to write to. One document
 * of each goes on trying, the others wait here for its luck, so that they neither fill the bulks of
 * other indexes nor are sent in vain every few seconds. Owned by {@link WriteQueue}.
 */
final class HaltedIndexes {

  private static final class Halt {
    private final Deque<Slot> waiting = new ArrayDeque<>();
    private Slot trying;

    private Halt(Slot trying) {
      this.trying = trying;
    }
  }

  private final Map<Generation, Halt> halts = new HashMap<>();

  /**
   * A document's index took no write.
   *
   * @return whether it is the one that goes on trying; else it waits here
   */
  boolean halt(Slot slot) {
    Halt halt = halts.computeIfAbsent(index(slot), index -> new Halt(slot));
    if (halt.trying != slot) {
      halt.waiting.add(slot);
    }
    return halt.trying == slot;
  }

  /** Whether this one goes on trying for others. */
  boolean tries(Slot slot) {
    Halt halt = halts.get(index(slot));
    return halt != null && halt.trying == slot;
  }

  /** Takes a document that would be sent in vain. */
  boolean keep(Slot slot) {
    Halt halt = halts.get(index(slot));
    boolean kept = halt != null && halt.trying != slot;
    if (kept) {
      halt.waiting.add(slot);
    }
    return kept;
  }

  /** Whether all indexes take writes, as far as is known. */
  boolean isEmpty() {
    return halts.isEmpty();
  }

  /** The index takes writes: gives all that waited for it. */
  List<Slot> release(Generation index) {
    Halt halt = halts.remove(index);
    return halt == null ? List.of() : List.copyOf(halt.waiting);
  }

  /** This one is not sent any more: where it tried for others, the next of them has to. */
  Optional<Slot> gone(Slot slot) {
    if (!tries(slot)) {
      return Optional.empty();
    }
    Halt halt = halts.get(index(slot));
    halt.trying = halt.waiting.poll();
    if (halt.trying == null) {
      halts.remove(index(slot));
    }
    return Optional.ofNullable(halt.trying);
  }

  /** Looks through those that wait for the index of this one, and drops what need not wait. */
  void keepIf(Slot trying, Predicate<Slot> needed) {
    Halt halt = halts.get(index(trying));
    if (halt != null) {
      List<Slot> kept = new ArrayList<>(halt.waiting.size());
      halt.waiting.stream().filter(needed).forEach(kept::add);
      halt.waiting.clear();
      halt.waiting.addAll(kept);
    }
  }

  private static Generation index(Slot slot) {
    return slot.generation();
  }
}
