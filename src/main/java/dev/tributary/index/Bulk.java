package dev.tributary.index;

import java.util.List;

/**
 * Writes that leave together.
 *
 * @param bytes roughly: what its writes are weighed with
 * @param patient whether its one document took too long before, and is given all the time it needs
 * @param round of the {@link Pace} when it left
 * @param sentAt in nanoseconds
 */
record Bulk(List<Slot> slots, long bytes, boolean patient, int round, long sentAt) {

  Bulk {
    slots = List.copyOf(slots);
    if (slots.isEmpty() || (patient && slots.size() > 1)) {
      throw new IllegalArgumentException("A bulk of " + slots.size());
    }
  }

  static Bulk of(List<Slot> slots, boolean patient, int round, long sentAt) {
    long bytes = slots.stream().mapToLong(slot -> slot.write().weight()).sum();
    return new Bulk(slots, bytes, patient, round, sentAt);
  }

  int size() {
    return slots.size();
  }

  boolean isSingle() {
    return slots.size() == 1;
  }
}
