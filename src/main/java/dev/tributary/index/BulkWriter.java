package dev.tributary.index;

import java.time.Duration;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Writes documents by bulk. Any thread may submit; one thread owns the queue and tells every
 * outcome. While bulks are under way the next one fills by itself, so a single change leaves at
 * once and a flood leaves in large bulks.
 */
public final class BulkWriter implements WriteSink, AutoCloseable {

  /** While nothing could leave, what comes is taken in so often: to wake for each would be dear. */
  private static final long NAP_NANOS = Duration.ofMillis(10).toNanos();

  private final OpenSearchHttp http;
  private final Destinations destinations;
  private final LongSupplier nanoTime;
  private final WriteQueue queue;

  /** Writes, and whatever else is to be done on the thread. */
  private final Queue<Object> inbox = new ConcurrentLinkedQueue<>();

  private final Thread thread;

  /** Of the bulk that is being sent. */
  private final Lines lines = new Lines(0);

  /** Whether a write has to wake the thread; anything else always does. */
  private volatile boolean writesWake = true;

  private volatile boolean closed;
  private volatile long turnedAt;

  /**
   * One whose thread does not run yet.
   *
   * @param name of the thread
   */
  public BulkWriter(
      String name,
      OpenSearchHttp http,
      Destinations destinations,
      Conflicts conflicts,
      WriterSettings settings,
      LongSupplier nanoTime,
      RandomGenerator random,
      WriteEvents events) {
    this.http = http;
    this.destinations = destinations;
    this.nanoTime = nanoTime;
    this.queue =
        new WriteQueue(
            settings.shared(),
            this::send,
            writes -> conflicts.resolve(writes, this::resolved),
            new Pace(settings.limits(), settings.requestTimeout(), events),
            Backoff.standard(random),
            new Gathering(),
            new Trouble(nanoTime),
            events);
    this.thread = new Thread(this::run, name);
    this.turnedAt = nanoTime.getAsLong();
    thread.setDaemon(true);
  }

  public static BulkWriter start(
      OpenSearchHttp http,
      Destinations destinations,
      Conflicts conflicts,
      WriterSettings settings,
      WriteEvents events) {
    return new BulkWriter(
            "bulk-writer",
            http,
            destinations,
            conflicts,
            settings,
            System::nanoTime,
            new Random(),
            events)
        .start();
  }

  /** To be called once; or never, where somebody else calls {@link #turn}. */
  public BulkWriter start() {
    thread.start();
    return this;
  }

  /** Unless the writer is closed first, the outcome is told later, on its thread. */
  @Override
  public void submit(Write write) {
    inbox.add(write);
    if (writesWake) {
      LockSupport.unpark(thread);
    }
  }

  private void resolved(Write write, Outcome outcome) {
    tell(() -> queue.resolved(write, outcome));
  }

  private void tell(Runnable event) {
    inbox.add(event);
    LockSupport.unpark(thread);
  }

  private void send(Bulk bulk) {
    BulkBody body = new BulkBody(lines, (int) Math.min(bulk.bytes(), Integer.MAX_VALUE - 8));
    bulk.slots()
        .forEach(slot -> body.add(slot.write(), destinations.instead(slot.write().generation())));
    Payload request = body.whole();
    int guards = body.guards();
    var unused =
        http.bulk(request, BulkAnswer.QUERY, bulk.patient() ? Patience.LONG : Patience.USUAL)
            .handle(
                (answer, failure) ->
                    failure == null
                        ? BulkResult.of(answer, bulk.size(), guards)
                        : BulkResult.of(failure))
            .thenAccept(result -> tell(() -> queue.answered(bulk, result, nanoTime.getAsLong())))
            .exceptionally(
                failure -> {
                  tell(() -> failed(failure));
                  return null;
                });
  }

  /** A bulk whose answer is never told would stand still for ever. */
  private static void failed(Throwable failure) {
    throw new AssertionError("What a bulk was answered could not be taken", failure);
  }

  private void run() {
    while (!closed && !thread.isInterrupted()) {
      try {
        rest(turn());
      } catch (RuntimeException e) {
        // A fault of ours: what was in hand is neither written nor forgotten, and would stand still
        // for ever. As an error it ends the process, and a restart reads it again.
        throw new AssertionError("The bulk writer failed", e);
      }
    }
  }

  /** Who adds something looks whether that wakes, so this is said before the last look at it. */
  private void rest(long nanos) {
    boolean open = queue.open(turnedAt);
    writesWake = open;
    if (!open) {
      LockSupport.parkNanos(this, Math.min(nanos, NAP_NANOS));
    } else if (inbox.isEmpty()) {
      LockSupport.parkNanos(this, nanos);
    }
  }

  /**
   * Takes in what came, and sends what may be sent. Only the writer's thread calls it, or whoever
   * stands in for that.
   *
   * @return how long nothing is to be done if nothing comes, in nanoseconds
   */
  public long turn() {
    for (Object came = inbox.poll(); came != null; came = inbox.poll()) {
      if (came instanceof Write write) {
        queue.submit(write);
      } else {
        ((Runnable) came).run();
      }
    }
    long now = nanoTime.getAsLong();
    turnedAt = now;
    return queue.pump(now);
  }

  /** Whether its thread runs. */
  public boolean alive() {
    return thread.isAlive();
  }

  /** How long something waits that its thread should have taken in; nothing while all is taken. */
  public Duration stalled() {
    return inbox.isEmpty() ? Duration.ZERO : Duration.ofNanos(nanoTime.getAsLong() - turnedAt);
  }

  /** For people. */
  public String name() {
    return thread.getName();
  }

  /** Stops at once. What is unfinished stays so: nothing is told of it. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
