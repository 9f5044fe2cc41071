package dev.tributary.index;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

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
 *                       ├──────── delayed ◄────────┤   conflict ────────┘
 *                       └──────── halted ◄─────────┘ (Conflicts decides; documents that another
 *                      one of its index succeeded    program writes too, and those that lack an
 *                                                    object, go there at once)
 * </pre>
 */
final class WriteQueue {

  /** Sends a bulk and later, on the queue's thread, calls {@link #answered} with what came. */
  interface Sender {
    void send(Bulk bulk);
  }

  private static final int RESOLVED_AT_ONCE = 50;

  private final Set<String> shared;
  private final Sender sender;
  private final Consumer<List<Write>> conflicts;
  private final Pace pace;
  private final Delays delays;
  private final Gathering gathering;
  private final Trouble trouble;
  private final WriteEvents events;

  private final Map<Write.Place, Slot> slots = new HashMap<>();
  private final Deque<Slot> ready = new ArrayDeque<>();
  private final Deque<Slot> apart = new ArrayDeque<>();
  private final Deque<Slot> slow = new ArrayDeque<>();
  private final Deque<List<Slot>> halves = new ArrayDeque<>();
  private final HaltedIndexes halted = new HaltedIndexes();
  private int inFlight;
  private boolean slowInFlight;
  private int putOff;

  /** As the last pump left it: to look costs as much as there is ready. */
  private long stillGathers;

  /**
   * @param shared indexes whose documents another program writes too, so that a bulk could undo its
   *     work
   * @param conflicts takes writes that no bulk can settle; each is answered by {@link #resolved}
   */
  WriteQueue(
      Set<String> shared,
      Sender sender,
      Consumer<List<Write>> conflicts,
      Pace pace,
      Backoff backoff,
      Gathering gathering,
      Trouble trouble,
      WriteEvents events) {
    this.shared = shared;
    this.sender = sender;
    this.conflicts = conflicts;
    this.pace = pace;
    this.delays = new Delays(backoff);
    this.gathering = gathering;
    this.trouble = trouble;
    this.events = events;
  }

  void submit(Write write) {
    Write.Place place = write.place();
    Slot slot = slots.get(place);
    gathering.came(slot != null);
    if (slot == null) {
      slot = new Slot(place, write);
      slots.put(place, slot);
      makeReady(slot);
    } else {
      slot.add(write);
    }
  }

  /**
   * Sends what may be sent.
   *
   * @return when to come again for what is delayed or gathers, in nanoseconds from now; or {@link
   *     Long#MAX_VALUE}
   */
  long pump(long now) {
    gathering.look(now);
    Fences fences = new Fences(events);
    while (delays.anyDue(now)) {
      Slot slot = delays.next();
      if (halted.tries(slot)) {
        // Those of lost shards would else wait, and take up room, as long as the index is halted.
        halted.keepIf(slot, waiting -> mayBeSent(waiting, fences));
      }
      makeReady(slot);
    }
    do {
      resolve(takeApart(fences));
      if (!delays.quiet(now)) {
        sendBulks(fences, now);
      }
      // What came after a slot was made ready may have changed where it goes.
    } while (!apart.isEmpty());
    long left = delays.left(now, !ready.isEmpty() || !slow.isEmpty() || !halves.isEmpty());
    stillGathers = takesBulks() ? gathers(now) : 0;
    return stillGathers > 0 ? Math.min(left, stillGathers) : left;
  }

  /** Whether what comes behind the last pump could leave at once. */
  boolean open(long now) {
    return takesBulks() && !delays.quiet(now) && stillGathers == 0;
  }

  private boolean takesBulks() {
    return inFlight < pace.bulks();
  }

  /** How long what is ready is still to gather. */
  private long gathers(long now) {
    boolean atOnce = ready.isEmpty() || !halves.isEmpty() || pace.probing();
    return atOnce ? 0 : gathering.wait(ready, pace, now);
  }

  private void sendBulks(Fences fences, long now) {
    if (pace.probing() && inFlight == 0) {
      // An outage may last: what is not ours any more need not wait for its end.
      List<Slot> waiting = List.copyOf(ready);
      ready.clear();
      waiting.stream().filter(slot -> mayBeSent(slot, fences)).forEach(ready::add);
    }
    do {
      sendReady(fences, now);
      sendSlow(fences, now);
      // One that is slow and no longer ours may have left its turn to one that is ready.
    } while (!ready.isEmpty() && takesBulks() && gathers(now) == 0);
  }

  private void sendReady(Fences fences, long now) {
    while (takesBulks() && gathers(now) == 0) {
      List<Slot> bulk = nextBulk(fences);
      if (bulk.isEmpty()) {
        break;
      }
      inFlight++;
      gathering.left(now);
      send(Bulk.of(bulk, false, pace.round(), now));
    }
  }

  /** Beside the others, which would else wait for it; but not where one at a time is to try. */
  private void sendSlow(Fences fences, long now) {
    while (!slow.isEmpty() && !slowInFlight && (!pace.probing() || inFlight == 0)) {
      Slot slot = slow.poll();
      if (mayBeBulked(slot, fences)) {
        slowInFlight = true;
        send(Bulk.of(List.of(slot), true, pace.round(), now));
      }
    }
  }

  private void send(Bulk bulk) {
    bulk.slots().forEach(Slot::sent);
    sender.send(bulk);
  }

  void answered(Bulk bulk, BulkResult result, long now) {
    if (bulk.patient()) {
      slowInFlight = false;
    } else {
      inFlight--;
    }
    long nanos = now - bulk.sentAt();
    events.bulk(bulk.size(), bulk.bytes(), nanos);
    if (result instanceof BulkResult.Unavailable unavailable) {
      turnedAway(bulk, unavailable, now);
      return;
    }
    if (result instanceof BulkResult.TimedOut timedOut) {
      timedOut(bulk, timedOut.reason(), now);
      return;
    }
    delays.answered();
    pace.answered();
    if (result instanceof BulkResult.Answered answered) {
      settle(bulk, answered.items(), now);
    } else if (result instanceof BulkResult.Unreadable unreadable) {
      rejectOrHalve(bulk, unreadable.reason());
    } else if (result instanceof BulkResult.TooLarge tooLarge) {
      if (!bulk.isSingle()) {
        pace.tooLarge(bulk.bytes());
      }
      rejectOrHalve(bulk, tooLarge.reason());
    }
  }

  /** Nothing leaves for a while, and then one bulk at a time, until one is answered. */
  private void turnedAway(Bulk bulk, BulkResult.Unavailable unavailable, long now) {
    trouble.met(unavailable.why(), unavailable.reason(), bulk.size());
    events.putOff(unavailable.why(), bulk.size());
    if (pace.turnedAway(bulk.round(), unavailable.why())) {
      delays.turnedAway(now);
    }
    delay(bulk.slots(), now);
  }

  private void timedOut(Bulk bulk, String reason, long now) {
    trouble.met(Setback.TIMEOUT, reason, bulk.size());
    events.putOff(Setback.TIMEOUT, bulk.size());
    if (!bulk.patient()) {
      pace.tooSlow(bulk.round());
    }
    if (bulk.isSingle()) {
      bulk.slots().get(0).tookTooLong();
      delay(bulk.slots(), now);
    } else {
      halve(bulk.slots());
    }
  }

  private void rejectOrHalve(Bulk bulk, String reason) {
    if (bulk.isSingle()) {
      finish(bulk.slots().get(0), new Outcome.Rejected(reason));
    } else {
      halve(bulk.slots());
    }
  }

  /** What {@link Conflicts} decided. */
  void resolved(Write write, Outcome outcome) {
    finish(slots.get(write.place()), outcome);
  }

  /** How many documents have something to be written. */
  int size() {
    return slots.size();
  }

  private void settle(Bulk bulk, List<ItemAnswer> answers, long now) {
    List<Write> refused = new ArrayList<>(0);
    List<Slot> again = new ArrayList<>(0);
    int retried = 0;
    int tooMuch = 0;
    for (int i = 0; i < bulk.size(); i++) {
      Slot slot = bulk.slots().get(i);
      ItemAnswer answer = answers.get(i);
      switch (Verdict.of(answer)) {
        case APPLIED -> finish(slot, Outcome.APPLIED);
        case REJECTED ->
            finish(slot, new Outcome.Rejected(answer.errorType() + ": " + answer.reason()));
        case CONFLICT -> refused.add(slot.write());
        case RETRY -> {
          Setback why = Setback.of(answer.status(), answer.errorType(), answer.reason());
          trouble.met(why, answer.described(), 1);
          events.putOff(why, 1);
          failed(slot);
          retried++;
          tooMuch += why == Setback.OVERLOADED ? 1 : 0;
          if (!why.ofTheIndex() || halted.halt(slot)) {
            again.add(slot);
          }
          continue;
        }
      }
      if (!halted.isEmpty()) {
        halted.release(slot.generation()).forEach(this::makeReady);
      }
    }
    tellPace(bulk, tooMuch, retried, now - bulk.sentAt());
    delays.delay(again, now);
    if (putOff == 0) {
      trouble.over();
    }
    resolve(refused);
  }

  /** A block or a missing index says nothing of how much OpenSearch can take; a full queue does. */
  private void tellPace(Bulk bulk, int tooMuch, int again, long nanos) {
    if (bulk.patient()) {
      return;
    }
    if (tooMuch * 10 >= bulk.size()) {
      pace.tooMuch(bulk.round());
    } else if (again * 2 <= bulk.size()) {
      boolean more = !ready.isEmpty() || !halves.isEmpty();
      pace.taken(bulk.round(), bulk.bytes(), nanos, more && tooMuch == 0);
    }
  }

  private void makeReady(Slot slot) {
    if (goesApart(slot)) {
      apart.add(slot);
    } else if (!halted.keep(slot)) {
      (slot.slow() ? slow : ready).add(slot);
    }
  }

  private boolean goesApart(Slot slot) {
    return slot.write().apart() || shared.contains(slot.generation().index());
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
      conflicts.accept(List.copyOf(writes.subList(at, end)));
    }
  }

  private void finish(Slot slot, Outcome outcome) {
    if (outcome instanceof Outcome.Fenced) {
      // It may have replaced writes of shards that are still ours: the next pump tells them apart.
      slot.unsent();
      makeReady(slot);
      return;
    }
    forgetFailures(slot);
    events.ended(outcome);
    events.coalesced(slot.replaced());
    if (slot.finish(outcome)) {
      makeReady(slot);
    } else {
      remove(slot);
    }
  }

  private void remove(Slot slot) {
    slots.remove(slot.place());
    halted.gone(slot).ifPresent(this::makeReady);
  }

  private void forgetFailures(Slot slot) {
    if (slot.failures() > 0) {
      putOff--;
    }
  }

  private void delay(List<Slot> again, long now) {
    again.forEach(this::failed);
    delays.delay(again, now);
  }

  private void failed(Slot slot) {
    putOff += slot.failures() == 0 ? 1 : 0;
    slot.failed();
  }

  private void halve(List<Slot> bulk) {
    events.halved();
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
    while (!ready.isEmpty() && bulk.size() < pace.actions()) {
      Slot slot = ready.peek();
      int weight = slot.write().weight();
      if (!bulk.isEmpty() && bytes + weight > pace.bytes()) {
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
    if (goesApart(slot)) {
      halted.gone(slot).ifPresent(this::makeReady);
      apart.add(slot);
      return false;
    }
    return !halted.keep(slot);
  }

  private boolean mayBeSent(Slot slot, Fences fences) {
    boolean anything = slot.keepHeld(fences);
    if (!anything) {
      forgetFailures(slot);
      remove(slot);
    }
    return anything;
  }
}
