package dev.tributary.index;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import java.util.Objects;
import java.util.Optional;

/**
 * One document's full new content, or its deletion, at a version.
 *
 * @param document what it writes
 * @param generation where it goes
 * @param table the item's table, by its name in DynamoDB
 * @param item the key of the item that this came from
 * @param origin the stream record or the read of the table that this came from
 * @param version orders it among all writes of the document
 * @param body the document, or nothing to delete it
 * @param apart whether no bulk may take it: the document lacks an object that the stored one may
 *     have, so it has to be reconciled
 * @param fence whether it may still be sent
 * @param end hears what became of it
 */
public record Write(
    DocumentKey document,
    Generation generation,
    String table,
    ItemKey item,
    Origin origin,
    long version,
    Optional<byte[]> body,
    boolean apart,
    Fence fence,
    End end) {

  /** Hears of a write, on the writer's thread: it must not wait for anything. */
  @FunctionalInterface
  public interface End {

    /** It is done. Told once, and last. */
    void ended(Outcome outcome);

    /**
     * It will never be sent: a newer one of the same shard takes its place, and ends when that
     * does. So nothing is kept of it but its end.
     */
    default void replaced() {}
  }

  public Write {
    Objects.requireNonNull(document, "document");
    Objects.requireNonNull(generation, "generation");
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(item, "item");
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(body, "body");
    Objects.requireNonNull(fence, "fence");
    Objects.requireNonNull(end, "end");
  }

  /** Tells what became of it: once, and by the sink that took it. */
  public void finish(Outcome outcome) {
    end.ended(outcome);
  }

  /** What at most one write under way may have: a document in a generation. */
  record Place(Generation generation, String id) {}

  Place place() {
    return new Place(generation, document.id());
  }

  /** How much of a bulk it takes: the body, and an allowance for its action line. */
  int weight() {
    int bytes = body.isPresent() ? body.get().length : 0;
    return bytes + 2 * document.id().length() + 160;
  }

  /** The stream record that this came from, if it came from one. */
  public Optional<Origin.Streamed> record() {
    return origin instanceof Origin.Streamed streamed ? Optional.of(streamed) : Optional.empty();
  }

  /**
   * Whether this one should win over the other, which came earlier. Within a stream the sequence
   * number decides, since a redelivery may bring an old change late; across streams it says
   * nothing, so there the time does. What was read from the table never replaces a record.
   */
  boolean replaces(Write other) {
    if (origin instanceof Origin.Streamed mine) {
      return other.origin instanceof Origin.Streamed theirs ? isLater(mine, theirs) : true;
    }
    return origin instanceof Origin.Read mine
        && other.origin instanceof Origin.Read theirs
        && !mine.readAt().isBefore(theirs.readAt());
  }

  private static boolean isLater(Origin.Streamed mine, Origin.Streamed theirs) {
    return mine.stream().equals(theirs.stream())
        ? mine.sequenceNumber().compareTo(theirs.sequenceNumber()) >= 0
        : !mine.createdAt().isBefore(theirs.createdAt());
  }

  @Override
  public String toString() {
    Object at =
        origin instanceof Origin.Streamed streamed ? streamed.sequenceNumber() : "a read's version";
    return (body.isPresent() ? "index " : "delete ") + document + " at " + at;
  }
}
