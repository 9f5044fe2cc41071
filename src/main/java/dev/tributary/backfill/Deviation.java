package dev.tributary.backfill;

import dev.tributary.index.DocumentKey;
import dev.tributary.index.Owner;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * A document that is not as it should be, though it was looked at again.
 *
 * @param item by which it was found; absent for a {@code FOREIGN} one of which no item is known
 * @param mended what became of it; absent where nothing was tried
 */
public record Deviation(
    Kind kind, DocumentKey document, Optional<Owner> item, Optional<Mended> mended) {

  public Deviation {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(document, "document");
    Objects.requireNonNull(item, "item");
    Objects.requireNonNull(mended, "mended");
  }

  /** What is wrong with it. */
  public enum Kind {
    /** The item has no document. */
    MISSING,
    /** The document is its item's, and says something else. */
    STALE,
    /** No item asks for the document. */
    ORPHANED,
    /** The document that has the item's id is another item's. */
    CLASHING,
    /** The document is of no item that this config knows. */
    FOREIGN,
    /** This version cannot read the item, so nobody can say how its documents should be. */
    UNREADABLE;

    /** Whether it can be mended by making a document as its item is. */
    boolean mendable() {
      return this != FOREIGN && this != UNREADABLE;
    }

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What became of it. */
  public enum Mended {
    /** It is as it should be. */
    YES,
    /** It is as it should be, but for objects that are not there. */
    WAITING,
    /** It cannot be, and is listed as a dead letter. */
    REFUSED,
    /** Two items want to be this document. */
    CONTESTED
  }

  public boolean repaired() {
    return mended.filter(how -> how == Mended.YES || how == Mended.WAITING).isPresent();
  }

  /** One line: keys, never what items hold. */
  @Override
  public String toString() {
    String of =
        item.map(
                owner ->
                    "table %s, %s%s"
                        .formatted(
                            owner.table(), owner.pk(), owner.sk().map(sk -> " / " + sk).orElse("")))
            .orElse("no item");
    return "%s %s, %s%s".formatted(kind.word(), document, of, repaired() ? ", repaired" : "");
  }

  Deviation with(Mended how) {
    return new Deviation(kind, document, item, Optional.of(how));
  }
}
