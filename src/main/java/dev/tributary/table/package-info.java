/**
 * DynamoDB's tables, beside their streams: what they are, reading items, and the table of
 * Tributary's own.
 */
package dev.tributary.table;
