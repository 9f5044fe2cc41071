package dev.tributary.sync;

import dev.tributary.change.Change;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.change.Value;
import dev.tributary.index.PlayedIndex;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A table of a few hot keys, its stream in two lines of shards, and the leases of these. */
final class PlayedTable {

  static final String NAME = "Places";
  static final int KEYS = 4;

  /** A shape that {@link PlayedIndex} refuses as it is. */
  private static final String OUTLINE = "POLYGON ((0 0, 1 0, 1 1, 0.5 1.2, 0 1, 0 0))";

  private static final String STREAM = "stream-1";
  private static final int LINES = 2;

  /** One shard and its lease. */
  static final class Shard {
    final String name;
    final Optional<Shard> parent;
    final List<Change> records = new ArrayList<>();
    boolean closed;

    Object owner;
    long token;
    long renewedAt;
    boolean ended;
    Optional<SequenceNumber> checkpoint = Optional.empty();

    private Shard(String name, Optional<Shard> parent) {
      this.name = name;
      this.parent = parent;
    }

    /** How many records the checkpoint covers. */
    int finished() {
      int count = 0;
      while (checkpoint.isPresent()
          && count < records.size()
          && number(records.get(count)).compareTo(checkpoint.get()) <= 0) {
        count++;
      }
      return count;
    }
  }

  private final Traits traits;
  private final List<Shard> shards = new ArrayList<>();
  private final Shard[] open = new Shard[LINES];
  private final Map<ItemKey, Item> items = new HashMap<>();
  private final Map<ItemKey, Change> newest = new HashMap<>();
  private long count;

  PlayedTable(Traits traits) {
    this.traits = traits;
    for (int line = 0; line < LINES; line++) {
      open(line, Optional.empty());
    }
  }

  private void open(int line, Optional<Shard> parent) {
    open[line] = new Shard("shard-" + shards.size(), parent);
    shards.add(open[line]);
  }

  List<Shard> shards() {
    return shards;
  }

  static ItemKey key(int number) {
    return ItemKey.of(new Value.Text("k" + number));
  }

  Optional<Item> read(ItemKey key) {
    return Optional.ofNullable(items.get(key));
  }

  /** The last change of an item, if it ever had one. */
  Optional<Change> newest(ItemKey key) {
    return Optional.ofNullable(newest.get(key));
  }

  /** Puts an item that nobody put before, whose attributes come and go. */
  Change put(int number, boolean poison, Instant now) {
    ItemKey key = key(number);
    Map<String, Value> attributes = new HashMap<>();
    attributes.put("PK", key.pk());
    attributes.put("n", new Value.Numeric(Long.toString(count)));
    attributes.put("sometimes" + count % 3, new Value.Bool(true));
    if (poison) {
      attributes.put("poison", new Value.Bool(true));
    }
    if (count % 3 != 0) {
      attributes.put("outline", new Value.Text(OUTLINE));
    }
    Item item = new Item(attributes);
    Optional<Item> before = Optional.ofNullable(items.put(key, item));
    return add(number, new Change.Put(NAME, key, origin(now), item, before));
  }

  /** Removes an item, if it is there. */
  Optional<Change> remove(int number, Instant now) {
    ItemKey key = key(number);
    Item before = items.remove(key);
    return before == null
        ? Optional.empty()
        : Optional.of(
            add(number, new Change.Remove(NAME, key, origin(now), Optional.of(before), false)));
  }

  private Change add(int number, Change change) {
    open[number % LINES].records.add(change);
    newest.put(change.key(), change);
    return change;
  }

  private Origin.Streamed origin(Instant now) {
    count++;
    return new Origin.Streamed(
        STREAM,
        SequenceNumber.of(traits.numbers().text(count)),
        now.truncatedTo(traits.minutes() ? ChronoUnit.MINUTES : ChronoUnit.SECONDS));
  }

  /** Ends a shard; its line goes on in a child. */
  Shard roll(int line) {
    Shard old = open[line % LINES];
    old.closed = true;
    open(line % LINES, Optional.of(old));
    return old;
  }

  static SequenceNumber number(Change change) {
    return ((Origin.Streamed) change.origin()).sequenceNumber();
  }
}
