package dev.tributary.backfill;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.backfill.Deviation.Kind;
import dev.tributary.index.Owner;
import dev.tributary.index.WholeDocument;
import dev.tributary.sync.Completed;
import java.util.Optional;
import java.util.Set;

/** How a document should be, by its item. */
sealed interface Wanted {

  /** It should be this one. */
  record Document(Completed completed) implements Wanted {}

  /** It should be there, and cannot be made: so it should be listed. */
  record Unmappable(String reason) implements Wanted {}

  /** The item cannot be read. */
  record Unknown() implements Wanted {}

  /** The item asks for no such document. */
  record Nothing() implements Wanted {}

  /**
   * What is wrong with what is stored instead, if anything is.
   *
   * @param preserved fields that are another program's
   */
  default Optional<Kind> differs(
      Owner item, Optional<WholeDocument> stored, Set<String> preserved) {
    if (this instanceof Unknown) {
      return Optional.of(Kind.UNREADABLE);
    }
    if (this instanceof Nothing) {
      return stored
          .filter(document -> document.owner().equals(Optional.of(item)))
          .map(document -> Kind.ORPHANED);
    }
    if (stored.isEmpty()) {
      return Optional.of(Kind.MISSING);
    }
    if (stored.get().owner().isPresent() && !stored.get().owner().get().equals(item)) {
      return Optional.of(Kind.CLASHING);
    }
    ObjectNode content = Content.of(stored.get().source(), preserved);
    boolean same =
        stored.get().owner().isPresent()
            && this instanceof Document document
            && Content.isOf(content, document.completed());
    return same ? Optional.empty() : Optional.of(Kind.STALE);
  }

  /**
   * The same for the same content, to see whether an item changed. Not the item itself, since
   * thousands of them are remembered: a chance of one in billions is small enough.
   */
  default int fingerprint() {
    if (this instanceof Document document) {
      return Content.of(document.completed()).hashCode();
    }
    return this instanceof Unmappable unmappable ? unmappable.reason().hashCode() : 0;
  }
}
