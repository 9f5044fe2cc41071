package dev.tributary.enrich.events;

import dev.tributary.enrich.objects.ObjectReference;
import dev.tributary.enrich.objects.Reference;
import dev.tributary.enrich.objects.References;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the queue for messages and decides what becomes of each. One thread owns it.
 *
 * <pre>
 *   comes ─┬─ names nothing that may be read ────────────────────────────▶ deleted
 *          ├─ cannot be read ────▶ hidden, longer each time: the queue's redrive policy removes it
 *          ├─ the look fails ────▶ hidden, longer each time, and starts anew when it comes again
 *          ├─ the first good look ───────────────────▶ hidden for {@code again}
 *          └─ a good look, {@code again} or more after the first ────────▶ deleted
 * </pre>
 *
 * <p>SQS counts how often a message came, but not how often a look at it went well. So the first
 * looks are remembered here. A message that comes to another worker, or after a restart, starts
 * anew: n workers look n + 1 times at most, and never less than twice.
 */
final class Rounds {
  private static final Logger LOG = LoggerFactory.getLogger(ObjectEvents.class);

  private static final Duration FIRST_DELAY = Duration.ofSeconds(1);
  private static final Duration MOST_DELAY = Duration.ofMinutes(15);

  private final Calls queue;
  private final References references;
  private final ObjectEvents.Look look;
  private final Duration again;
  private final LongSupplier nanoTime;
  private final FirstLooks firstLooks = new FirstLooks();
  private final Trouble looking;
  private long ignored;

  Rounds(
      MessageQueue queue,
      References references,
      ObjectEvents.Look look,
      Duration again,
      LongSupplier nanoTime) {
    this.queue = new Calls(queue, nanoTime);
    this.references = references;
    this.look = look;
    this.again = again;
    this.nanoTime = nanoTime;
    this.looking = new Trouble("Documents of changed objects cannot be looked at", nanoTime);
  }

  /**
   * Waits for messages and looks at what they name.
   *
   * @return whether the next round may follow at once: not where all that was tried failed
   * @throws InterruptedException after the messages in hand were given back
   */
  boolean next() throws InterruptedException {
    Optional<List<Message>> received = queue.receive();
    if (received.isEmpty()) {
      return false;
    }
    long since = nanoTime.getAsLong();
    Map<ObjectReference, Boolean> looked = new HashMap<>();
    Deque<Message> inHand = new ArrayDeque<>(received.get());
    try {
      while (!inHand.isEmpty()) {
        if (nanoTime.getAsLong() - since > MessageQueue.HELD.dividedBy(2).toNanos()) {
          // Slow looks. Before SQS gives these to somebody else by itself, they go back in order.
          break;
        }
        attend(inHand.peek(), looked);
        inHand.remove();
      }
    } finally {
      giveBack(inHand);
    }
    return looked.isEmpty() || looked.containsValue(true);
  }

  private void attend(Message message, Map<ObjectReference, Boolean> looked)
      throws InterruptedException {
    Told told = EventReader.read(message.body());
    if (told instanceof Told.Unreadable unreadable) {
      tellOf(message, unreadable);
      queue.hide(message, delay(message));
      return;
    }
    List<ObjectReference> objects = allowed(((Told.Touched) told).objects());
    if (objects.isEmpty()) {
      queue.delete(message);
      return;
    }
    Optional<Long> first = firstLooks.of(message);
    Duration early = first.map(this::untilAgain).orElse(Duration.ZERO);
    if (early.compareTo(Duration.ZERO) > 0) {
      queue.hide(message, early);
    } else if (!lookAt(objects, looked)) {
      firstLooks.forget(message);
      queue.hide(message, delay(message));
    } else if (first.isEmpty()) {
      firstLooks.remember(message, nanoTime.getAsLong());
      queue.hide(message, again);
    } else if (queue.delete(message)) {
      firstLooks.forget(message);
    }
  }

  private Duration untilAgain(long first) {
    return again.minusNanos(nanoTime.getAsLong() - first);
  }

  private List<ObjectReference> allowed(List<Told.Named> objects) {
    List<ObjectReference> allowed = new ArrayList<>(objects.size());
    for (Told.Named object : objects) {
      Reference reference = references.resolve(object.bucket(), object.key());
      if (reference instanceof Reference.Allowed readable) {
        allowed.add(readable.object());
      } else {
        ignored++;
        LOG.debug(
            "An event is ignored ({} so far): {}",
            ignored,
            ((Reference.Refused) reference).reason());
      }
    }
    return allowed;
  }

  /**
   * @param looked what became of the looks of this round. They began after all its messages had
   *     come, so one look does for all events of an object.
   */
  private boolean lookAt(List<ObjectReference> objects, Map<ObjectReference, Boolean> looked)
      throws InterruptedException {
    boolean well = true;
    for (ObjectReference object : objects) {
      Boolean known = looked.get(object);
      if (known == null) {
        known = lookAt(object);
        looked.put(object, known);
      }
      well &= known;
    }
    return well;
  }

  private boolean lookAt(ObjectReference object) throws InterruptedException {
    try {
      look.at(object);
      looking.over();
      return true;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      // Look.at may throw anything; the event stays in the queue, and is looked at again.
      looking.because(object + ": " + e);
      LOG.debug("The look at {} failed", object, e);
      return false;
    }
  }

  /** Each doubling of its visits: it may stay for days. */
  private static void tellOf(Message message, Told.Unreadable unreadable) {
    if (Integer.bitCount(message.receives()) == 1) {
      LOG.warn(
          "Message {} of the queue of events cannot be read, and came {} times: {}. The queue's"
              + " redrive policy can put it aside",
          message.id(),
          message.receives(),
          unreadable.reason());
    }
  }

  private static Duration delay(Message message) {
    int doublings = Math.min(Math.max(message.receives() - 1, 0), 20);
    Duration delay = FIRST_DELAY.multipliedBy(1L << doublings);
    return delay.compareTo(MOST_DELAY) < 0 ? delay : MOST_DELAY;
  }

  /** So that others need not wait for them. */
  private void giveBack(Iterable<Message> messages) throws InterruptedException {
    for (Message message : messages) {
      if (!queue.hide(message, Duration.ZERO)) {
        return;
      }
    }
  }
}
