package dev.tributary.backfill;

import dev.tributary.backfill.Deviation.Kind;
import dev.tributary.change.ItemKey;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.Owner;
import java.util.Optional;

/**
 * A document that seemed to differ, and what was seen of it since. It holds neither the item nor
 * the document, which may be large. Belongs to one thread at a time.
 */
final class Doubt {

  private final DocumentKey document;
  private final Optional<Subject> subject;
  private final boolean expected;
  private Sight first;
  private Sight last;

  /** The item that a document should be as. */
  record Subject(String table, ItemKey key) {
    Owner owner() {
      return Owner.of(table, key);
    }
  }

  /**
   * What one look saw.
   *
   * @param kind what was wrong; absent for nothing
   * @param steady whether the item did not change during the look
   * @param wanted a fingerprint of what there should be
   * @param stored the document's place among all writes; absent for no document
   * @param owner the item that the stored document is of
   */
  record Sight(
      Optional<Kind> kind,
      boolean steady,
      int wanted,
      Optional<Long> stored,
      Optional<Owner> owner) {}

  private Doubt(DocumentKey document, Optional<Subject> subject, boolean expected) {
    this.document = document;
    this.subject = subject;
    this.expected = expected;
  }

  /** A document that an item asks for. */
  static Doubt ofItem(DocumentKey document, Subject subject) {
    return new Doubt(document, Optional.of(subject), true);
  }

  /** A document that there is, and that its item did not ask for. */
  static Doubt ofDocument(DocumentKey document, Subject subject) {
    return new Doubt(document, Optional.of(subject), false);
  }

  /** A document that is nobody's. */
  static Doubt ofForeign(DocumentKey document) {
    return new Doubt(document, Optional.empty(), false);
  }

  DocumentKey document() {
    return document;
  }

  Optional<Subject> subject() {
    return subject;
  }

  /** Whether an item asked for it when it was first seen. */
  boolean expected() {
    return expected;
  }

  Sight last() {
    return last;
  }

  boolean wasSeen() {
    return last != null;
  }

  void saw(Sight sight) {
    first = first == null ? sight : first;
    last = sight;
  }

  /**
   * Whether what a look sees has been so since the look before. Where the item changed meanwhile,
   * but nobody wrote the document since the first look, no worker follows it.
   */
  boolean isSettled(Sight sight) {
    return sight.steady()
        && (sight.wanted() == last.wanted() || sight.stored().equals(first.stored()));
  }

  /** Whether there is a document with its id that is not known to be of its item. */
  boolean isAnothers() {
    return subject.isPresent()
        && last.stored().isPresent()
        && !last.owner().equals(subject.map(Subject::owner));
  }

  Deviation deviation() {
    return new Deviation(
        last.kind().orElseThrow(),
        document,
        subject.map(Subject::owner).or(last::owner),
        Optional.empty());
  }
}
