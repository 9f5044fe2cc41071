package dev.tributary.enrich.events;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A queue whose time passes when the test says so. It never waits. */
final class FakeQueue implements MessageQueue {

  enum Call {
    RECEIVE,
    HIDE,
    DELETE
  }

  private static final class Entry {
    final String body;
    long visibleAt;
    int receives;

    Entry(String body, long visibleAt) {
      this.body = body;
      this.visibleAt = visibleAt;
    }
  }

  private final Map<String, Entry> entries = new LinkedHashMap<>();
  final Set<Call> failing = EnumSet.noneOf(Call.class);
  private long nanos = Long.MAX_VALUE - 1_000_000; // overflows soon, as System.nanoTime may
  private int sent;
  boolean closed;

  synchronized long nanos() {
    return nanos;
  }

  synchronized void pass(Duration time) {
    nanos += time.toNanos();
  }

  synchronized String send(String body) {
    String id = "m" + ++sent;
    entries.put(id, new Entry(body, nanos));
    return id;
  }

  /** Of a bucket that the tests may read. */
  String sendPut(String key) {
    return send(put("parks", key));
  }

  static String put(String bucket, String key) {
    return """
        {"Records":[{"eventName":"ObjectCreated:Put",
        "s3":{"bucket":{"name":"%s"},"object":{"key":"%s"}}}]}
        """
        .formatted(bucket, key);
  }

  synchronized boolean holds(String id) {
    return entries.containsKey(id);
  }

  synchronized boolean isEmpty() {
    return entries.isEmpty();
  }

  /** How long the message will not come. */
  synchronized Duration hidden(String id) {
    return Duration.ofNanos(entries.get(id).visibleAt - nanos);
  }

  /** SQS may do this at any time. */
  synchronized void showNow(String id) {
    entries.get(id).visibleAt = nanos;
  }

  @Override
  public synchronized List<Message> receive() throws QueueException {
    fail(Call.RECEIVE);
    List<Message> received = new ArrayList<>();
    entries.forEach(
        (id, entry) -> {
          if (received.size() < 10 && entry.visibleAt - nanos <= 0) {
            entry.receives++;
            entry.visibleAt = nanos + HELD.toNanos();
            received.add(new Message(id, id, entry.receives, entry.body));
          }
        });
    return received;
  }

  @Override
  public synchronized void hide(Message message, Duration time) throws QueueException {
    fail(Call.HIDE);
    entries.get(message.id()).visibleAt = nanos + time.toNanos();
  }

  @Override
  public synchronized void delete(Message message) throws QueueException {
    fail(Call.DELETE);
    entries.remove(message.id());
  }

  private void fail(Call call) throws QueueException {
    if (failing.contains(call)) {
      throw new QueueException(call + " does not work", null);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
