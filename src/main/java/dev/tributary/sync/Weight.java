package dev.tributary.sync;

import dev.tributary.change.Value;
import dev.tributary.document.Action;
import dev.tributary.table.DeadLetters.Letter;
import java.util.Collection;
import java.util.List;

/** How many bytes an action keeps in memory while it is under way. */
final class Weight {

  /** The objects around a body: the write, its key, its place. */
  private static final long OVERHEAD = 400;

  /** The objects around a value. */
  private static final long VALUE = 40;

  private Weight() {}

  static long of(Completed completed) {
    return OVERHEAD + ofBody(completed) + ofNeeds(completed) + ofReason(completed);
  }

  static long of(Letter letter) {
    return OVERHEAD + letter.reason().length() + letter.trace().map(String::length).orElse(0);
  }

  static long of(List<Completed> actions) {
    long bytes = 0;
    for (Completed action : actions) {
      bytes += of(action);
    }
    return bytes;
  }

  static long ofBody(Completed completed) {
    return completed.action() instanceof Action.Index index ? index.body().size() : 0;
  }

  private static long ofReason(Completed completed) {
    return completed.action() instanceof Action.Reject reject
        ? reject.reason().length() + reject.trace().map(String::length).orElse(0)
        : 0;
  }

  /** An item may hold a shape beside the name of an object, and that is in no body yet. */
  private static long ofNeeds(Completed completed) {
    return completed.action() instanceof Action.Index index && !index.needs().isEmpty()
        ? index.needs().stream().mapToLong(need -> of(need.value())).sum()
        : 0;
  }

  private static long of(Value value) {
    if (value instanceof Value.Text text) {
      return VALUE + text.text().length();
    } else if (value instanceof Value.Numeric number) {
      return VALUE + number.digits().length();
    } else if (value instanceof Value.Binary binary) {
      return VALUE + binary.bytes().remaining();
    } else if (value instanceof Value.ListOf list) {
      return VALUE + of(list.elements());
    } else if (value instanceof Value.MapOf map) {
      long names = map.entries().keySet().stream().mapToLong(name -> VALUE + name.length()).sum();
      return VALUE + names + of(map.entries().values());
    }
    return VALUE;
  }

  private static long of(Collection<Value> values) {
    return values.stream().mapToLong(Weight::of).sum();
  }
}
