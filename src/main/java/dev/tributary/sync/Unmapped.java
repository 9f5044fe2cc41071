package dev.tributary.sync;

import dev.tributary.change.ItemKey;
import dev.tributary.document.Action;
import dev.tributary.document.DocumentId;
import dev.tributary.document.Version;
import dev.tributary.entity.IdForm;
import dev.tributary.index.DocumentKey;
import dev.tributary.stream.UnreadableRecord;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.DeadLetters.Letter;
import java.util.Optional;

/** Changes that never became actions: what stands for their documents. */
public final class Unmapped {

  /** Stands in a {@code Reject} that no entity asks for. */
  static final String NO_ENTITY = "?";

  private Unmapped() {}

  /** The table's name is part of it, since items of two tables may have one key. */
  public static DocumentKey documentOf(String table, ItemKey item) {
    return new DocumentKey(DeadLetters.NO_INDEX, table + "/" + DocumentId.of(item, IdForm.LITERAL));
  }

  /** Who asks for what cannot be made, if any entity does. */
  static Optional<String> entity(Action.Reject reject) {
    return Optional.of(reject.entity()).filter(entity -> !entity.equals(NO_ENTITY));
  }

  /** Nothing is known of what the record asks for, so all of it is one letter. */
  static Letter letter(UnreadableRecord record, String shard) {
    DocumentKey document =
        record
            .key()
            .map(key -> documentOf(record.table(), key))
            .orElseGet(
                () -> new DocumentKey(DeadLetters.NO_INDEX, shard + "/" + record.sequenceNumber()));
    return new Letter(
        document.index(),
        document.id(),
        record.table(),
        record.key(),
        Optional.empty(),
        record.fault().reason(),
        Optional.of(record.fault().trace()),
        record.origin().map(Version::of).orElse(0L));
  }

  /** The same of an item that was read. */
  static Letter letter(String table, ItemKey item, String why, long version) {
    DocumentKey document = documentOf(table, item);
    return new Letter(document.index(), document.id(), table, item, why, version);
  }
}
