package dev.tributary.index;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Decides which write is sent when. For each document at most one is under way, and what comes
 * meanwhile waits behind it and shrinks to its newest. It has no thread and no clock of its own:
 * {@link BulkWriter} owns it and calls it from one thread.
 *
 * <pre>
 *            submit                  pump
 *   (none) ─────────► ready ─────────────────────► under way ──► finished; what waited is ready
 *                       ▲                          │       │ 409        ▲
 *                       │ its time came       retry│       ▼            │
 *                       └──────── delayed ◄────────┘   conflict ────────┘
 *                                                    (Conflicts decides; documents that another
 *                                                    program writes too, and those that lack an
 *                                                    object, go there at once)
 * </pre>
 */
final class WriteQueue {

  /** Sends a bulk and later, on the queue's thread, calls {@link #answered} with what came. */
  interface Sender {
    void send(List<Slot> bulk);
  }

  /** What came of a bulk as a whole. */
  sealed interface Result {
    /** Every action was answered. */
    record Answered(List<ItemAnswer> items) implements Result {}

    /** OpenSearch could not read the request, or would not take so large a one. */
    record Refused(String reason) implements Result {}

    /** It did not answer in time: perhaps it was too much at once. */
    record TimedOut(String reason) implements Result {}

    /** No answer, or none that says anything about the documents. */
    record Unavailable(String reason) implements Result {}
  }

  private static final int RESOLVED_AT_ONCE = 50;

  private record Delayed(Slot slot, long due) {}

  private final int bulkActions;
  private final long bulkBytes;
  private final int bulksInFlight;
  private final Set<String> shared;
  private final Sender sender;
  private final Conflicts conflicts;
  private final BiConsumer<Write, Outcome> resolvedLater;
  private final Backoff backoff;
  private final Trouble trouble;

  private final Map<DocumentKey, Slot> slots = new HashMap<>();
  private final Deque<Slot> ready = new ArrayDeque<>();
  private final Deque<Slot> apart = new ArrayDeque<>();
  private final Deque<List<Slot>> halves = new ArrayDeque<>();
  private final PriorityQueue<Delayed> delayed =
      new PriorityQueue<>(Comparator.comparingLong(Delayed::due));
  private int inFlight;

  WriteQueue(
      Limits limits,
      Sender sender,
      Conflicts conflicts,
      BiConsumer<Write, Outcome> resolvedLater,
      Backoff backoff,
      Trouble trouble) {
    this.bulkActions = limits.actions();
    this.bulkBytes = limits.bytes();
    this.bulksInFlight = limits.bulks();
    this.shared = limits.shared();
    this.sender = sender;
    this.conflicts = conflicts;
    this.resolvedLater = resolvedLater;
    this.backoff = backoff;
    this.trouble = trouble;
  }

  /**
   * @param shared indexes whose documents another program writes too, so that a bulk could undo its
   *     work
   */
  record Limits(int actions, long bytes, int bulks, Set<String> shared) {}

  void submit(Write write) {
    Slot slot = slots.get(write.document());
    if (slot == null) {
      slot = new Slot(write);
      slots.put(write.document(), slot);
      makeReady(slot);
    } else {
      slot.add(write);
    }
  }

  /**
   * Sends what may be sent.
   *
   * @return when to come again for what is delayed, in nanoseconds from now; or {@link
   *     Long#MAX_VALUE}
   */
  long pump(long now) {
    while (!delayed.isEmpty() && delayed.peek().due() - now <= 0) {
      makeReady(delayed.poll().slot());
    }
    Fences fences = new Fences();
    do {
      resolve(takeApart(fences));
      sendBulks(fences);
      // What came after a slot was made ready may have changed where it goes.
    } while (!apart.isEmpty());
    return delayed.isEmpty() ? Long.MAX_VALUE : Math.max(0, delayed.peek().due() - now);
  }

  private void sendBulks(Fences fences) {
    while (inFlight < bulksInFlight) {
      List<Slot> bulk = nextBulk(fences);
      if (bulk.isEmpty()) {
        break;
      }
      inFlight++;
      bulk.forEach(Slot::sent);
      sender.send(bulk);
    }
  }

  void answered(List<Slot> bulk, Result result, long now) {
    inFlight--;
    if (result instanceof Result.Answered answered) {
      settle(bulk, answered.items(), now);
    } else if (result instanceof Result.Refused refused) {
      if (bulk.size() == 1) {
        finish(bulk.get(0), new Outcome.Rejected(refused.reason()));
      } else {
        halve(bulk);
      }
    } else if (result instanceof Result.TimedOut timedOut) {
      trouble.unavailable(timedOut.reason(), bulk.size());
      if (bulk.size() == 1) {
        delay(bulk, now);
      } else {
        halve(bulk);
      }
    } else if (result instanceof Result.Unavailable unavailable) {
      trouble.unavailable(unavailable.reason(), bulk.size());
      delay(bulk, now);
    }
  }

  /** What {@link Conflicts} decided. */
  void resolved(Write write, Outcome outcome) {
    finish(slots.get(write.document()), outcome);
  }

  /** How many documents have something to be written. */
  int size() {
    return slots.size();
  }

  private void settle(List<Slot> bulk, List<ItemAnswer> answers, long now) {
    List<Write> refused = new ArrayList<>(0);
    List<Slot> again = new ArrayList<>(0);
    for (int i = 0; i < bulk.size(); i++) {
      Slot slot = bulk.get(i);
      ItemAnswer answer = answers.get(i);
      switch (Verdict.of(answer)) {
        case APPLIED -> finish(slot, Outcome.APPLIED);
        case REJECTED ->
            finish(slot, new Outcome.Rejected(answer.errorType() + ": " + answer.reason()));
        case CONFLICT -> refused.add(slot.write());
        case RETRY -> {
          again.add(slot);
          trouble.unavailable(
              "status " + answer.status() + " " + answer.errorType() + ": " + answer.reason(), 1);
        }
      }
    }
    if (again.isEmpty()) {
      trouble.over();
    }
    delay(again, now);
    resolve(refused);
  }

  private void makeReady(Slot slot) {
    (goesApart(slot) ? apart : ready).add(slot);
  }

  private boolean goesApart(Slot slot) {
    return slot.write().apart() || shared.contains(slot.document().index());
  }

  private List<Write> takeApart(Fences fences) {
    List<Write> taken = new ArrayList<>(apart.size());
    for (Slot slot = apart.poll(); slot != null; slot = apart.poll()) {
      if (!mayBeSent(slot, fences)) {
        continue;
      }
      if (goesApart(slot)) {
        slot.sent();
        taken.add(slot.write());
      } else {
        ready.add(slot);
      }
    }
    return taken;
  }

  /** In small lots, so that all of the resolver's threads have some. */
  private void resolve(List<Write> writes) {
    for (int at = 0; at < writes.size(); at += RESOLVED_AT_ONCE) {
      int end = Math.min(at + RESOLVED_AT_ONCE, writes.size());
      conflicts.resolve(List.copyOf(writes.subList(at, end)), resolvedLater);
    }
  }

  private void finish(Slot slot, Outcome outcome) {
    if (outcome instanceof Outcome.Fenced) {
      // It may have replaced writes of shards that are still ours: the next pump tells them apart.
      slot.unsent();
      makeReady(slot);
    } else if (slot.finish(outcome)) {
      makeReady(slot);
    } else {
      slots.remove(slot.document());
    }
  }

  /** All of them at the same moment, so that they leave as one bulk again. */
  private void delay(List<Slot> again, long now) {
    if (again.isEmpty()) {
      return;
    }
    again.forEach(Slot::failed);
    int failures = again.stream().mapToInt(Slot::failures).max().orElse(1);
    long due = now + backoff.after(failures).toNanos();
    again.forEach(slot -> delayed.add(new Delayed(slot, due)));
  }

  private void halve(List<Slot> bulk) {
    bulk.forEach(Slot::unsent);
    halves.add(List.copyOf(bulk.subList(0, bulk.size() / 2)));
    halves.add(List.copyOf(bulk.subList(bulk.size() / 2, bulk.size())));
  }

  private List<Slot> nextBulk(Fences fences) {
    List<Slot> bulk = new ArrayList<>();
    while (bulk.isEmpty() && !halves.isEmpty()) {
      halves.poll().stream().filter(slot -> mayBeBulked(slot, fences)).forEach(bulk::add);
    }
    if (!bulk.isEmpty()) {
      return bulk;
    }
    long bytes = 0;
    while (!ready.isEmpty() && bulk.size() < bulkActions) {
      Slot slot = ready.peek();
      int weight = slot.write().weight();
      if (!bulk.isEmpty() && bytes + weight > bulkBytes) {
        break;
      }
      ready.poll();
      if (mayBeBulked(slot, fences)) {
        bulk.add(slot);
        bytes += weight;
      }
    }
    return bulk;
  }

  private boolean mayBeBulked(Slot slot, Fences fences) {
    if (!mayBeSent(slot, fences)) {
      return false;
    }
    boolean goesApart = goesApart(slot);
    if (goesApart) {
      apart.add(slot);
    }
    return !goesApart;
  }

  private boolean mayBeSent(Slot slot, Fences fences) {
    boolean anything = slot.keepHeld(fences);
    if (!anything) {
      slots.remove(slot.document());
    }
    return anything;
  }
}
