package dev.tributary.stream;

import dev.tributary.change.Change;
import dev.tributary.change.Fault;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.config.Settings;
import dev.tributary.table.Attributes;
import dev.tributary.table.Tips;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Turns the stream records of one table into changes. */
final class RecordDecoder {

  private static final Set<String> VIEWS_WITH_NEW_IMAGES =
      Set.of("NEW_IMAGE", "NEW_AND_OLD_IMAGES");

  private final Settings.Table table;
  private final String streamArn;

  RecordDecoder(Settings.Table table, String streamArn) {
    this.table = table;
    this.streamArn = streamArn;
  }

  /** The table's name. */
  String table() {
    return table.name();
  }

  /** The place of a shard of this stream in the state table. */
  Tips.Shard shard(String shardId) {
    return new Tips.Shard(table.name(), streamArn, shardId);
  }

  /**
   * @throws UnusableStreamException if the stream has no new images
   * @throws RuntimeException whatever it is, if it cannot be decoded: see {@link #unreadable}
   */
  Change decode(ReadRecord record) {
    if (record.fault() != null) {
      throw record.fault();
    }
    ItemKey key = Attributes.keyOf(record.keys(), table.key());
    Origin origin =
        new Origin.Streamed(
            streamArn, SequenceNumber.of(record.sequenceNumber()), record.createdAt());
    if (record.removal()) {
      return new Change.Remove(table.name(), key, origin, Optional.empty(), record.expired());
    }
    Item item = new Item(record.newImage().orElseThrow(() -> withoutNewImage(record.view())));
    return new Change.Put(table.name(), key, origin, item, Optional.empty());
  }

  private static RuntimeException withoutNewImage(String view) {
    return view != null && VIEWS_WITH_NEW_IMAGES.contains(view)
        ? new IllegalArgumentException("a record of a stream of " + view + " without a new image")
        : new UnusableStreamException(
            "a stream record without a new image; the table needs a stream of NEW_AND_OLD_IMAGES");
  }

  /**
   * What can be read of a record that cannot be decoded; nothing without its place, since no
   * checkpoint could pass it then.
   */
  Optional<UnreadableRecord> unreadable(ReadRecord record, RuntimeException failure) {
    return readable(() -> SequenceNumber.of(record.sequenceNumber()))
        .map(
            sequenceNumber ->
                new UnreadableRecord(
                    table.name(),
                    sequenceNumber,
                    readable(() -> Attributes.keyOf(record.keys(), table.key())),
                    readable(
                        () -> new Origin.Streamed(streamArn, sequenceNumber, record.createdAt())),
                    Fault.of(failure)));
  }

  /** Each part by itself: whatever is wrong with one is told by the fault. */
  private static <T> Optional<T> readable(Supplier<T> part) {
    try {
      return Optional.of(part.get());
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }
}
