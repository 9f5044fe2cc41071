/**
 * A table as DynamoDB exported it to S3: its manifest, and its items. Start at {@link
 * dev.tributary.backfill.export.Exports}.
 */
package dev.tributary.backfill.export;
