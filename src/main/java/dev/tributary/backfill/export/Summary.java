package dev.tributary.backfill.export;

import java.time.Instant;

/**
 * What an export is.
 *
 * @param table its name in DynamoDB
 * @param time the moment whose items it has
 */
public record Summary(String table, Instant time, long items) {}
