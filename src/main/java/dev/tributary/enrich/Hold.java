package dev.tributary.enrich;

import dev.tributary.enrich.objects.Gate;

/**
 * The room that one document takes with what was made of objects, until it is written. It waits for
 * room once, with the first object that is there: who already has some and waits for more could
 * wait for ever.
 */
public final class Hold {

  /**
   * What a document takes for each byte of its objects: the bytes that are sent, and a shape that
   * may yet have to be made simpler.
   */
  private static final int FACTOR = 4;

  private final Gate gate;
  private final Gate overdrafts;
  private long taken;
  private boolean entered;
  private boolean overdrawn;

  /**
   * @param overdrafts how many documents may take more than they waited for
   */
  Hold(Gate gate, Gate overdrafts) {
    this.gate = gate;
    this.overdrafts = overdrafts;
  }

  /**
   * @param bytes of the object
   * @param then called with the room taken, by any thread: must be quick
   */
  void enter(long bytes, Runnable then) {
    long share = gate.share(FACTOR * bytes);
    gate.enter(
        share,
        () -> {
          taken = share;
          entered = true;
          then.run();
        });
  }

  /** Whether it has waited. */
  boolean entered() {
    return entered;
  }

  /**
   * For a further object, of which nobody knows how large it is. What it takes is counted when it
   * is there; so only some documents may do so at a time. They wait for nothing but S3 and
   * OpenSearch.
   *
   * @param then called by any thread: must be quick
   */
  void overdraw(Runnable then) {
    if (overdrawn) {
      then.run();
      return;
    }
    overdrafts.enter(
        1,
        () -> {
          overdrawn = true;
          then.run();
        });
  }

  /** What it turned out to take: more than it seemed, or less, as of an object hardly used. */
  public void correct(long bytes) {
    long share = gate.share(FACTOR * Math.max(bytes, 0));
    long before = taken;
    if (!entered || share == before) {
      return;
    }
    taken = share;
    if (share > before) {
      gate.force(share - before);
    } else {
      gate.leave(before - share);
    }
  }

  public void release() {
    if (entered) {
      entered = false;
      gate.leave(taken);
    }
    if (overdrawn) {
      overdrawn = false;
      overdrafts.leave(1);
    }
  }
}
