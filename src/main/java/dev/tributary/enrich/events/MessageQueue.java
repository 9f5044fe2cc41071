package dev.tributary.enrich.events;

import java.time.Duration;
import java.util.List;

/** A queue as SQS has them. One call is one attempt. */
interface MessageQueue extends AutoCloseable {

  /** For so long nobody else gets what was received, unless it is hidden for another time. */
  Duration HELD = Duration.ofMinutes(5);

  /** Waits a while for messages. None may have come. */
  List<Message> receive() throws QueueException, InterruptedException;

  /** The message comes again after this time, counted from now. */
  void hide(Message message, Duration time) throws QueueException, InterruptedException;

  void delete(Message message) throws QueueException, InterruptedException;

  /** Calls that are under way fail. */
  @Override
  void close();
}
