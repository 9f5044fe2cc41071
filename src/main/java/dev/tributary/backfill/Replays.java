package dev.tributary.backfill;

import dev.tributary.sync.Selection;
import java.time.Instant;

/** How a table's stream is read once more in this process. */
public interface Replays {

  /**
   * Whether the table's stream has all that was written since a moment, and will have it for as
   * long as a reader that starts now takes to come to it.
   */
  boolean have(String table, Instant since, Instant now);

  /**
   * Starts a reader. The caller has the right to read the table.
   *
   * @param application the reader's name for KCL
   * @param selection what it does of what it reads
   */
  ExtraConsumer start(String application, String table, Selection selection);

  /** Where no backfill is of an export. */
  Replays NONE =
      new Replays() {
        @Override
        public boolean have(String table, Instant since, Instant now) {
          return false;
        }

        @Override
        public ExtraConsumer start(String application, String table, Selection selection) {
          throw new IllegalStateException("no stream is read here");
        }
      };
}
