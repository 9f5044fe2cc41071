/**
 * Geometry: read with limits, made into what a {@code geo_shape} takes and reads rightly. Start at
 * {@link dev.tributary.enrich.geometry.GeometryReader}, then {@link
 * dev.tributary.enrich.geometry.Ladder}. Pure: no I/O, no clock, no state; any thread may ask.
 */
package dev.tributary.enrich.geometry;
