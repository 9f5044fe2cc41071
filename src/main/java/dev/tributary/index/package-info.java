/**
 * Writing to OpenSearch: one write at a time for each document, bulks, what their answers mean. The
 * only package that knows OpenSearch's client.
 */
package dev.tributary.index;
