/** What reads whole tables. So far the comparison of tables and indexes, for demos and tests. */
package dev.tributary.backfill;
