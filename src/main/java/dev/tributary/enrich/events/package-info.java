/**
 * What S3 says of objects that changed, by way of an SQS queue. Start at {@link
 * dev.tributary.enrich.events.ObjectEvents}; {@code Rounds} says what becomes of a message.
 */
package dev.tributary.enrich.events;
