package dev.tributary.entity;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Something that a document gets by more than copying: the content of an object that an attribute
 * refers to, or geometry, wherever it lies.
 *
 * @param from the attribute, without wildcards
 * @param referred whether it holds a reference to an object, not the thing itself
 */
public record Pull(AttributePath from, boolean referred, Content content) {

  public Pull {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(content, "content");
    from.names();
  }

  /** What becomes of it in the document. */
  public sealed interface Content {

    /** The fields that it fills, all at the top of the document. */
    List<String> fields();

    /**
     * A shape, made such that OpenSearch takes it.
     *
     * @param envelope where the shape's box goes, on request
     * @param centroid where its centre goes, on request
     */
    record Geometry(
        String field, Optional<String> envelope, Optional<String> centroid, Swapped swapped)
        implements Content {
      public Geometry {
        Objects.requireNonNull(field, "field");
        Objects.requireNonNull(envelope, "envelope");
        Objects.requireNonNull(centroid, "centroid");
        Objects.requireNonNull(swapped, "swapped");
      }

      @Override
      public List<String> fields() {
        return Stream.of(Optional.of(field), envelope, centroid).flatMap(Optional::stream).toList();
      }
    }

    /** A JSON object, of which these fields are taken. */
    record Json(List<String> fields) implements Content {
      public Json {
        fields = List.copyOf(fields);
      }
    }

    record Text(String field) implements Content {
      public Text {
        Objects.requireNonNull(field, "field");
      }

      @Override
      public List<String> fields() {
        return List.of(field);
      }
    }
  }
}
