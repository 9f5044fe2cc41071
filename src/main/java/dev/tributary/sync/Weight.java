package dev.tributary.sync;

import dev.tributary.change.Item;
import dev.tributary.change.Value;
import dev.tributary.document.Action;
import dev.tributary.table.DeadLetters.Letter;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** How many bytes an action, or an item, keeps in memory while it is under way. */
public final class Weight {

  /** The objects around a body: the write, its key, its place. */
  private static final long OVERHEAD = 400;

  /** What is kept of an action of which there is nothing any more but its end. */
  static final long END = 200;

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

  public static long of(Item item) {
    return ofEntries(item.attributes());
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
      return VALUE + ofAll(list.elements(), Weight::of);
    } else if (value instanceof Value.MapOf map) {
      return VALUE + ofEntries(map.entries());
    } else if (value instanceof Value.TextSet set) {
      return VALUE + ofAll(set.elements(), text -> VALUE + text.length());
    } else if (value instanceof Value.NumericSet set) {
      return VALUE + ofAll(set.elements(), digits -> VALUE + digits.length());
    } else if (value instanceof Value.BinarySet set) {
      return VALUE + ofAll(set.elements(), bytes -> VALUE + bytes.remaining());
    }
    return VALUE;
  }

  private static long ofEntries(Map<String, Value> entries) {
    long bytes = 0;
    for (Map.Entry<String, Value> entry : entries.entrySet()) {
      bytes += VALUE + entry.getKey().length() + of(entry.getValue());
    }
    return bytes;
  }

  private static <T> long ofAll(List<T> elements, ToLongFunction<T> weight) {
    long bytes = 0;
    for (T element : elements) {
      bytes += weight.applyAsLong(element);
    }
    return bytes;
  }
}
