package dev.tributary.enrich.geometry;

import java.util.Optional;

/**
 * What became of a geometry, for {@code _sync.geometry} and for people.
 *
 * @param type what was written: {@code Polygon}, {@code MultiPolygon}, ...
 * @param verticesBefore positions that were read
 * @param verticesAfter positions that were written
 * @param reason why it is not as it was; empty where it is
 */
public record GeometryFacts(
    Step step, String type, int verticesBefore, int verticesAfter, Optional<String> reason) {}
