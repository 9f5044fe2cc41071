package dev.tributary.stream;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A shard that a table's stream lists, and what the leases say of it.
 *
 * @param open whether records may still come; if not, those that are there may not be read yet
 * @param owner the worker that the lease names, which may be dead by now
 * @param createdAt when it began, where its id says so
 */
public record StreamShard(
    String table,
    String id,
    boolean open,
    Reading reading,
    Optional<String> owner,
    Optional<String> parent,
    Optional<Instant> createdAt) {

  /** How far it was read, by its lease. */
  public enum Reading {
    /** It has no lease: nobody ever read it, or all of it was read long ago. */
    NO_LEASE,
    UNDER_WAY,
    /** To its end. */
    DONE
  }

  public StreamShard {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(reading, "reading");
  }

  /** As workers call it. */
  public String name() {
    return table + "/" + id;
  }

  /** Whether there may be records that are to be read. */
  public boolean toBeRead() {
    return reading == Reading.UNDER_WAY || (open && reading == Reading.NO_LEASE);
  }
}
