/** What travels from a table to an index: changes, items, keys and values. Immutable, JDK only. */
package dev.tributary.change;
