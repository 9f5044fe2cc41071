package dev.tributary.enrich.events;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The calls to the queue, each with a word in the log where it fails. Nothing more has to happen
 * then: what is neither hidden nor deleted comes again by itself.
 */
final class Calls {
  private final MessageQueue queue;
  private final Trouble receiving;
  private final Trouble hiding;
  private final Trouble deleting;

  Calls(MessageQueue queue, LongSupplier nanoTime) {
    this.queue = queue;
    this.receiving = new Trouble("Events of objects cannot be received", nanoTime);
    this.hiding = new Trouble("Events of objects cannot be put off", nanoTime);
    this.deleting = new Trouble("Events of objects cannot be deleted", nanoTime);
  }

  /** Nothing where the queue could not be asked. */
  Optional<List<Message>> receive() throws InterruptedException {
    try {
      List<Message> messages = queue.receive();
      receiving.over();
      return Optional.of(messages);
    } catch (QueueException e) {
      receiving.because(e.getMessage());
      return Optional.empty();
    }
  }

  boolean hide(Message message, Duration time) throws InterruptedException {
    try {
      queue.hide(message, time);
      hiding.over();
      return true;
    } catch (QueueException e) {
      hiding.because(e.getMessage());
      return false;
    }
  }

  boolean delete(Message message) throws InterruptedException {
    try {
      queue.delete(message);
      deleting.over();
      return true;
    } catch (QueueException e) {
      deleting.because(e.getMessage());
      return false;
    }
  }
}
