package dev.tributary.entity;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Something that a document gets by more than copying.
 *
 * @param from the attribute that it is made from, without wildcards
 */
public record Pull(AttributePath from, Geometry content) {

  public Pull {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(content, "content");
    from.names();
  }

  /**
   * A shape, made such that OpenSearch takes it. All fields lie at the top of the document.
   *
   * @param envelope where the shape's box goes, on request
   * @param centroid where its centre goes, on request
   */
  public record Geometry(
      String field, Optional<String> envelope, Optional<String> centroid, Swapped swapped) {
    public Geometry {
      Objects.requireNonNull(field, "field");
      Objects.requireNonNull(envelope, "envelope");
      Objects.requireNonNull(centroid, "centroid");
      Objects.requireNonNull(swapped, "swapped");
    }

    /** All the fields that it fills. */
    public List<String> fields() {
      return Stream.of(Optional.of(field), envelope, centroid).flatMap(Optional::stream).toList();
    }
  }
}
