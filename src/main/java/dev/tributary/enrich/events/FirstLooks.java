package dev.tributary.enrich.events;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * When messages were looked at for the first time with success. Only this worker knows it, and only
 * while it runs: what it forgets is looked at once more than needed.
 */
final class FirstLooks {

  /** SQS has no more messages of one queue hidden at a time. */
  static final int MOST = 120_000;

  private final Map<String, Long> times =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MOST;
        }
      };

  Optional<Long> of(Message message) {
    return Optional.ofNullable(times.get(message.id()));
  }

  void remember(Message message, long nanos) {
    times.put(message.id(), nanos);
  }

  void forget(Message message) {
    times.remove(message.id());
  }
}
