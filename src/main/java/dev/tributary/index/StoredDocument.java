package dev.tributary.index;

import dev.tributary.change.SequenceNumber;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of a document in the index, by its {@code _sync}.
 *
 * @param ours whether Tributary wrote it
 * @param stream the stream of its newest record; absent if none was known, as after a backfill
 * @param sequenceNumber that record's place
 * @param time that record's creation time
 * @param readAt when its item was read from the table; absent if a record alone made it
 * @param fields the other fields that were asked for, those that it has, as JSON
 * @param sync the lists and objects in its {@code _sync}, as JSON
 */
public record StoredDocument(
    boolean ours,
    long version,
    long seqNo,
    long primaryTerm,
    Optional<String> stream,
    Optional<SequenceNumber> sequenceNumber,
    Optional<Instant> time,
    Optional<Instant> readAt,
    Map<String, byte[]> fields,
    Map<String, byte[]> sync) {}
