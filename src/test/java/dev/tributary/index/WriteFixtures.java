package dev.tributary.index;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.change.Value;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes whose outcomes can be looked at. */
final class WriteFixtures {
  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private WriteFixtures() {}

  /** A write and what it was told. */
  static final class Told {
    final List<Outcome> outcomes = new ArrayList<>();
    final Write write;
    boolean replaced;

    private Told(String id, String sequenceNumber, String body, Fence fence) {
      this("places", id, sequenceNumber, body, false, fence);
    }

    private Told(
        String index, String id, String sequenceNumber, String body, boolean apart, Fence fence) {
      write =
          new Write(
              new DocumentKey(index, id),
              Generation.first(index),
              "places",
              ItemKey.of(new Value.Text(id)),
              new Origin.Streamed("stream", SequenceNumber.of(sequenceNumber), NOW),
              Long.parseLong(sequenceNumber),
              Optional.ofNullable(body).map(text -> text.getBytes(StandardCharsets.UTF_8)),
              apart,
              fence,
              new Write.End() {
                @Override
                public void ended(Outcome outcome) {
                  outcomes.add(outcome);
                }

                @Override
                public void replaced() {
                  replaced = true;
                }
              });
    }
  }

  static Told index(String id, int sequenceNumber) {
    return index(id, sequenceNumber, () -> true);
  }

  static Told index(String id, int sequenceNumber, Fence fence) {
    return new Told(id, String.valueOf(sequenceNumber), "{\"n\":" + sequenceNumber + "}", fence);
  }

  static Told index(String index, String id, int sequenceNumber) {
    return new Told(index, id, String.valueOf(sequenceNumber), "{}", false, () -> true);
  }

  static Told lacking(String id, int sequenceNumber) {
    return new Told("places", id, String.valueOf(sequenceNumber), "{}", true, () -> true);
  }

  static Told delete(String id, int sequenceNumber) {
    return new Told(id, String.valueOf(sequenceNumber), null, () -> true);
  }
}
