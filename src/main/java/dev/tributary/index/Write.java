package dev.tributary.index;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** One document's full new content, or its deletion, at a version. */
public final class Write {

  private final DocumentKey document;
  private final String table;
  private final ItemKey item;
  private final Origin.Streamed origin;
  private final long version;
  private final Optional<byte[]> body;
  private final Fence fence;
  private final Consumer<Outcome> done;

  private Write(
      DocumentKey document,
      String table,
      ItemKey item,
      Origin.Streamed origin,
      long version,
      Optional<byte[]> body,
      Fence fence,
      Consumer<Outcome> done) {
    this.document = Objects.requireNonNull(document, "document");
    this.table = Objects.requireNonNull(table, "table");
    this.item = Objects.requireNonNull(item, "item");
    this.origin = Objects.requireNonNull(origin, "origin");
    this.version = version;
    this.body = Objects.requireNonNull(body, "body");
    this.fence = Objects.requireNonNull(fence, "fence");
    this.done = Objects.requireNonNull(done, "done");
  }

  /**
   * @param document where it goes
   * @param table the item's table, by its name in DynamoDB
   * @param item the key of the item that this came from
   * @param origin the stream record that this came from
   * @param version orders it among all writes of the document
   * @param body the document, or nothing to delete it
   * @param fence whether it may still be sent
   * @param done told once, on the writer's thread: it must not wait for anything
   */
  public static Write of(
      DocumentKey document,
      String table,
      ItemKey item,
      Origin.Streamed origin,
      long version,
      Optional<byte[]> body,
      Fence fence,
      Consumer<Outcome> done) {
    return new Write(document, table, item, origin, version, body, fence, done);
  }

  public DocumentKey document() {
    return document;
  }

  public String table() {
    return table;
  }

  public ItemKey item() {
    return item;
  }

  public Origin.Streamed origin() {
    return origin;
  }

  public long version() {
    return version;
  }

  /** Nothing for a deletion. */
  public Optional<byte[]> body() {
    return body;
  }

  public Fence fence() {
    return fence;
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
