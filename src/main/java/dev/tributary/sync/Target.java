package dev.tributary.sync;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.document.Version;
import dev.tributary.enrich.Lacking;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.Fence;
import dev.tributary.index.Generation;
import dev.tributary.index.Write;
import dev.tributary.sync.Waits.Waiting;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One document and its item, to be made equal by the {@link Reconciler}.
 *
 * @param generation where the document is read and written
 * @param leastVersion the document ends at this version or above, so that no late duplicate of what
 *     was refused can overwrite it
 * @param record a record that every read of the item shows, since it was there before
 * @param fence asked before every write
 * @param objects what to do about objects that the document needs
 */
record Target(
    DocumentKey document,
    Generation generation,
    String table,
    ItemKey item,
    long leastVersion,
    Optional<Origin.Streamed> record,
    Fence fence,
    Objects objects) {

  static Target of(Write refused, Objects objects) {
    return new Target(
        refused.document(),
        refused.generation(),
        refused.table(),
        refused.item(),
        refused.version(),
        Optional.empty(),
        refused.fence(),
        objects);
  }

  /**
   * For a document that another program writes too: nothing is written a second time to raise its
   * version, since that could undo what the other one wrote in between. It keeps the record, so
   * that the next one is compared with that and not with this worker's clock.
   */
  static Target shared(Write write, Objects objects) {
    return new Target(
        write.document(),
        write.generation(),
        write.table(),
        write.item(),
        0,
        write.record(),
        write.fence(),
        objects);
  }

  /** For a change whose document lacks an object, and so may have to keep some of its own. */
  static Target lacking(Write write) {
    return new Target(
        write.document(),
        write.generation(),
        write.table(),
        write.item(),
        write.version(),
        write.record(),
        write.fence(),
        Objects.NOT_AGAIN);
  }

  /**
   * For a document whose item did not change, but perhaps an object did. Where a change waits for
   * the object, the document is that change's from now on: so its own write, if it comes later,
   * finds that it is done. It ends above that change's version, not at it: the change's own write
   * may be about to raise the document, without the object, to just that version.
   *
   * @param raised whether it may be written a second time for that
   */
  static Target ofObjects(
      Waiting waiting, Generation generation, boolean raised, Consumer<List<Lacking>> lacking) {
    long leastVersion = raised ? waiting.change().map(Version::of).orElse(-1L) + 1 : 0;
    return new Target(
        waiting.document(),
        generation,
        waiting.table(),
        waiting.item(),
        leastVersion,
        waiting.change(),
        () -> true,
        new Objects(true, true, lacking));
  }

  /**
   * What to do about the objects that a document needs.
   *
   * @param fetched whether they are asked for; if not, they count as lacking
   * @param onlyNews whether nothing is written where nothing is new of them
   * @param lacking told what is lacking, before that is written; throws if it cannot note it
   */
  record Objects(boolean fetched, boolean onlyNews, Consumer<List<Lacking>> lacking) {

    /** It was noted before that they are not there. */
    static final Objects NOT_AGAIN = new Objects(false, false, lacking -> {});
  }
}
