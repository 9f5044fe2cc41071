package dev.tributary.index;

import dev.tributary.config.Settings;
import java.time.Duration;

/**
 * How much may be on its way to OpenSearch: how many bulks at once, and how large one may be. It
 * grows by small steps while more waits and OpenSearch answers fast, halves when OpenSearch pushes
 * back, and keeps between one document and the configured limits.
 *
 * <pre>
 *           more waits, fast answer: + 1/16 of it     share full: + 1/8 of a bulk
 *   start ────► share of a bulk's limits ───────────► bulks at once ───────────► the limits
 *                        ▲   queue full: bulks / 2, and when there is one, share / 2
 *                        │   too slow, or no memory for it: both
 *                        │
 *                probing: one small bulk at a time, until one is answered
 *                        ▲
 *                        └── turned away as a whole, or not reached
 * </pre>
 *
 * <p>Once OpenSearch pushed back, the steps become smaller: it takes some twenty bulks, not three,
 * to come back to where it did so, and be pushed back again. What was on its way when the pace was
 * cut is late news: a cut begins a new round, and only bulks of the current round can cut again.
 * Owned by {@link WriteQueue}.
 */
final class Pace {

  private static final double FIRST_SHARE = 1.0 / 8;
  private static final double SHARE_STEP = 1.0 / 16;
  private static final double BULK_STEP = 1.0 / 8;

  /** Of what it is, or of a bulk. */
  private static final double CAREFUL_STEP = 1.0 / 32;

  /** A cost twice the usual one means that OpenSearch is getting busy: no time to ask for more. */
  private static final double MUCH_SLOWER = 2;

  /** So that the time of a small bulk, most of which is for the request, compares with others. */
  private static final long BYTES_OF_A_REQUEST = 32 << 10;

  /** How many full bulks it takes to come back to a size that was refused, from half of it. */
  private static final int BULKS_TO_THE_REFUSED_SIZE = 128;

  private final Settings.Limits limits;
  private final long slowNanos;
  private final WriteEvents events;

  private double bulks;
  private double share = FIRST_SHARE;
  private boolean careful;
  private boolean probing;
  private int round;
  private long sizeBound = Long.MAX_VALUE;
  private long sizeStep;
  private double recentCost;
  private double usualCost;

  /**
   * @param requestTimeout an answer that takes half of it is too slow
   */
  Pace(Settings.Limits limits, Duration requestTimeout, WriteEvents events) {
    this.limits = limits;
    this.slowNanos = requestTimeout.toNanos() / 2;
    this.events = events;
    // Two, so that a single change need not wait for the answer to another.
    this.bulks = Math.min(2, limits.bulksInFlight());
    tell();
  }

  /** How many bulks may be under way. */
  int bulks() {
    return probing ? 1 : (int) bulks;
  }

  /** How many documents a bulk may have. */
  int actions() {
    return Math.max(1, (int) (limits.bulkActions() * share));
  }

  /** How many bytes a bulk may have; a larger document passes alone. */
  long bytes() {
    return Math.min(sizeBound, Math.max(1, (long) (limits.bulkBytes() * share)));
  }

  /** Whether the last that was heard of OpenSearch is that it takes nothing. */
  boolean probing() {
    return probing;
  }

  /** To be kept with each bulk that leaves. */
  int round() {
    return round;
  }

  /**
   * A bulk was taken.
   *
   * @param wanted whether more waits to be sent
   */
  void taken(int sentIn, long bytes, long nanos, boolean wanted) {
    answered();
    if (nanos > slowNanos) {
      tooSlow(sentIn);
      return;
    }
    double cost = (double) nanos / (bytes + BYTES_OF_A_REQUEST);
    recentCost += (cost - recentCost) / (recentCost == 0 ? 1 : 4);
    usualCost += (cost - usualCost) / (usualCost == 0 ? 1 : 32);
    relax(bytes);
    boolean fast = nanos <= slowNanos / 2 && recentCost <= MUCH_SLOWER * usualCost;
    if (wanted && fast && sentIn == round) {
      grow();
    }
  }

  /** OpenSearch answered, whatever it said: it is there. */
  void answered() {
    probing = false;
  }

  private void grow() {
    if (share < 1) {
      double oneMore = 1.0 / limits.bulkActions();
      double step = careful ? Math.max(oneMore, share * CAREFUL_STEP) : SHARE_STEP;
      share = Math.min(1, share + step);
    } else {
      bulks = Math.min(limits.bulksInFlight(), bulks + (careful ? CAREFUL_STEP : BULK_STEP));
    }
    tell();
  }

  /** A queue was full for some of it. Queues count requests, so many tiny ones would not help. */
  void tooMuch(int sentIn) {
    if (sentIn == round) {
      if (bulks > 1) {
        bulks = Math.max(1, bulks / 2);
      } else if (share > FIRST_SHARE) {
        halveShare();
      }
      careful = true;
      cut();
    }
  }

  /** It took too long, or there was no answer in time. */
  void tooSlow(int sentIn) {
    if (sentIn == round) {
      bulks = Math.max(1, bulks / 2);
      halveShare();
      careful = true;
      cut();
    }
  }

  /**
   * It was turned away as a whole, or could not even be sent.
   *
   * @return whether that is news: a bulk of an earlier round says nothing that is not known
   */
  boolean turnedAway(int sentIn, Setback why) {
    if (sentIn != round) {
      return false;
    }
    probing = true;
    bulks = Math.max(1, bulks / 2);
    careful = why == Setback.OVERLOADED;
    if (!careful) {
      // Whoever comes back from an outage has much to do, and it is not ours alone.
      bulks = 1;
      share = Math.min(share, 2 * FIRST_SHARE);
    }
    halveShare();
    cut();
    return true;
  }

  /** OpenSearch does not take a request of this size; what is larger need not be tried. */
  void tooLarge(long bytes) {
    answered();
    sizeBound = Math.min(sizeBound, Math.max(1, bytes / 2));
    sizeStep = Math.max(1, sizeBound / BULKS_TO_THE_REFUSED_SIZE);
    tell();
  }

  /** The bound of a proxy or a node may be gone after a while: bulks that fill it lift it. */
  private void relax(long bytes) {
    if (sizeBound < Long.MAX_VALUE && bytes > sizeBound - sizeBound / 4) {
      // What was taken disproves a lower bound: a single document may be beyond it.
      sizeBound = Math.max(sizeBound + sizeStep, bytes);
      sizeStep = Math.max(sizeStep, sizeBound / BULKS_TO_THE_REFUSED_SIZE);
      if (sizeBound >= limits.bulkBytes()) {
        sizeBound = Long.MAX_VALUE;
      }
    }
  }

  private void halveShare() {
    share = Math.max(1.0 / limits.bulkActions(), share / 2);
  }

  private void cut() {
    round++;
    tell();
  }

  private void tell() {
    events.paced(bulks(), actions(), bytes());
  }
}
