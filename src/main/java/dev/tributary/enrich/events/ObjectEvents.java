package dev.tributary.enrich.events;

import dev.tributary.config.Enrichment;
import dev.tributary.enrich.objects.ObjectReference;
import dev.tributary.enrich.objects.References;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;

/**
 * Has the documents of an object looked at when S3 says that it came, changed or went. No event is
 * lost: it leaves the queue after two good looks with a pause between them, and whatever fails is
 * tried again without end. All of it happens on one thread, {@code object-events}.
 */
public final class ObjectEvents implements AutoCloseable {

  /** Brings the documents that name an object up to date. */
  public interface Look {

    /**
     * Called on the thread {@code object-events}, for objects that may be read. An interrupt asks
     * it to end.
     *
     * @throws Exception where not all of these documents could be looked at: it is called again
     *     later
     */
    void at(ObjectReference object) throws Exception;
  }

  /** Waiting that a test can hold. */
  interface Pause {
    void last(Duration time) throws InterruptedException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(ObjectEvents.class);

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  /** A look that is under way may take longer; it is then left to itself. */
  private static final Duration END_WITHIN = Duration.ofSeconds(2);

  private final MessageQueue queue;
  private final Pause pause;
  private final Rounds rounds;
  private final Thread thread;
  private volatile boolean closed;

  private ObjectEvents(
      MessageQueue queue,
      References references,
      Look look,
      Duration again,
      Pause pause,
      LongSupplier nanoTime) {
    this.queue = queue;
    this.pause = pause;
    this.rounds =
        new Rounds(queue, references, object -> unlessClosed(look, object), again, nanoTime);
    this.thread = new Thread(this::run, "object-events");
  }

  /**
   * @param references decides which objects may be read; the others are not looked at
   * @param region of the queue, where the settings name none
   */
  public static ObjectEvents start(
      Enrichment.Events settings, String region, References references, Look look) {
    return start(settings, region, DefaultCredentialsProvider.builder().build(), references, look);
  }

  static ObjectEvents start(
      Enrichment.Events settings,
      String region,
      AwsCredentialsProvider credentials,
      References references,
      Look look) {
    LOG.info("Objects that change are told by {}", settings.queue());
    return start(
        SqsQueue.open(settings, region, credentials),
        references,
        look,
        settings.again(),
        time -> Thread.sleep(time.toMillis()),
        System::nanoTime);
  }

  static ObjectEvents start(
      MessageQueue queue,
      References references,
      Look look,
      Duration again,
      Pause pause,
      LongSupplier nanoTime) {
    ObjectEvents events = new ObjectEvents(queue, references, look, again, pause, nanoTime);
    events.thread.setDaemon(true);
    events.thread.start();
    return events;
  }

  private void run() {
    int failures = 0;
    try {
      while (!closed) {
        failures = wentWell() ? 0 : failures + 1;
        if (failures > 0) {
          pause.last(pauseAfter(failures));
        }
      }
    } catch (InterruptedException e) {
      // Only close interrupts this thread, and all is done.
    }
  }

  private boolean wentWell() throws InterruptedException {
    try {
      return rounds.next();
    } catch (RuntimeException e) {
      // A fault of ours. What was in hand comes again, and the worker has other work to do.
      LOG.error("Events of objects cannot be handled, trying again", e);
      return false;
    }
  }

  private void unlessClosed(Look look, ObjectReference object) throws Exception {
    if (closed) {
      throw new InterruptedException("closed");
    }
    look.at(object);
  }

  private static Duration pauseAfter(int failures) {
    Duration doubled = FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, 10));
    return doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
  }

  /** Gives back what is in hand; nothing is looked at any more. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join(END_WITHIN.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    queue.close();
  }
}
