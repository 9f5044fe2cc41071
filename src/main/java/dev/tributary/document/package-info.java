/**
 * What one change asks of the indexes: which entities it belongs to, the document's id, version and
 * content. Pure: no I/O and no clock, so the same change always asks for the same.
 */
package dev.tributary.document;
