package dev.tributary.index;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One document's full new content, or its deletion, at a version.
 *
 * @param document where it goes
 * @param table the item's table, by its name in DynamoDB
 * @param item the key of the item that this came from
 * @param origin the stream record that this came from
 * @param version orders it among all writes of the document
 * @param body the document, or nothing to delete it
 * @param apart whether no bulk may take it: the document lacks an object that the stored one may
 *     have, so it has to be reconciled
 * @param fence whether it may still be sent
 * @param done told once, on the writer's thread: it must not wait for anything
 */
public record Write(
    DocumentKey document,
    String table,
    ItemKey item,
    Origin.Streamed origin,
    long version,
    Optional<byte[]> body,
    boolean apart,
    Fence fence,
    Consumer<Outcome> done) {

  public Write {
    Objects.requireNonNull(document, "document");
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(item, "item");
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(body, "body");
    Objects.requireNonNull(fence, "fence");
    Objects.requireNonNull(done, "done");
  }

  /** Tells what became of it: once, and by the sink that took it. */
  public void finish(Outcome outcome) {
    done.accept(outcome);
  }

  /** How much of a bulk it takes: the body, and an allowance for its action line. */
  int weight() {
    return body.map(bytes -> bytes.length).orElse(0) + 2 * document.id().length() + 160;
  }

  /**
   * Whether this one should win over the other, which came earlier. Within a stream the sequence
   * number decides, since a redelivery may bring an old change late; across streams it says
   * nothing, so there the time does.
   */
  boolean replaces(Write other) {
    if (origin.stream().equals(other.origin.stream())) {
      return origin.sequenceNumber().compareTo(other.origin.sequenceNumber()) >= 0;
    }
    return !origin.createdAt().isBefore(other.origin.createdAt());
  }

  @Override
  public String toString() {
    return (body.isPresent() ? "index " : "delete ") + document + " at " + origin.sequenceNumber();
  }
}
