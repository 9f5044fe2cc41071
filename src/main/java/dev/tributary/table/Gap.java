package dev.tributary.table;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;

/**
 * Changes of a table that no worker may have seen, and never will from its stream.
 *
 * @param subject the stream, the entity or the shard, as the kind has it
 * @param from what was finished before this moment is not part of it; absent where it reaches back
 *     to the table's beginning
 * @param to what was written after this moment is not part of it
 */
public record Gap(Kind kind, String table, String subject, Optional<Instant> from, Instant to) {

  /** How a gap came to be. */
  public enum Kind {
    /** The stream is read for the first time, and the table has items already. */
    FIRST_START("items were there before its stream %s was first read"),
    /** The stream was switched off and on, or the table was made anew. */
    NEW_STREAM("the stream that was read is no longer its stream, which is %s now"),
    /** The config has an entity that it had not. */
    NEW_ENTITY("entity '%s' is new, and items were there before it"),
    /** An entity takes other items than before, or sends them elsewhere. */
    CHANGED_ENTITY("entity '%s' takes other items than before, or sends them elsewhere"),
    /** Records that were not read yet are older than the stream keeps them. */
    TRIMMED("the stream lost records of %s before they were read"),
    /** A shard is gone, and was not read to its end. */
    VANISHED_SHARD("%s is gone from the stream, and was not read to its end");

    private final String reason;

    Kind(String reason) {
      this.reason = reason;
    }
  }

  public Gap {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(subject, "subject");
    from = from.map(start -> start.truncatedTo(ChronoUnit.SECONDS));
    to = to.truncatedTo(ChronoUnit.SECONDS);
  }

  /** From the table's beginning. */
  public static Gap ofAll(Kind kind, String table, String subject, Instant to) {
    return new Gap(kind, table, subject, Optional.empty(), to);
  }

  /**
   * What tells it from the table's other gaps. Not its end: workers that find the same gap find it
   * at different times.
   */
  String key() {
    return kind + "#" + subject + from.map(start -> "#" + start).orElse("");
  }

  /** Whether an entity alone is why: its subject is that entity. */
  public boolean isOfEntity() {
    return kind == Kind.NEW_ENTITY || kind == Kind.CHANGED_ENTITY;
  }

  /** Why it is one, in a person's words. */
  public String reason() {
    return kind.reason.formatted(subject);
  }

  /** Which changes may be missing, in a person's words. */
  public String bounds() {
    return from.map(start -> "changes between " + start + " and " + to)
        .orElse("changes before " + to);
  }

  @Override
  public String toString() {
    return "table '%s': %s may be missing: %s".formatted(table, bounds(), reason());
  }
}
