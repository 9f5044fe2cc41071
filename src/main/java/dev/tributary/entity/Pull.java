package dev.tributary.entity;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Something that a document gets by more than copying.
 *
 * @param from the attribute that it is made from, without wildcards
 * @param source whether the attribute holds it, or only names the object that does
 */
public record Pull(AttributePath from, Source source, Content content) {

  public Pull {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(content, "content");
    from.names();
  }

  /** Where the content lies. */
  public enum Source {
    ITEM,
    OBJECT
  }

  /** What it is. All fields lie at the top of the document. */
  public sealed interface Content {

    /** All the fields that it fills; of a shape first that of the shape itself. */
    List<String> fields();
  }

  /**
   * A shape, made such that OpenSearch takes it.
   *
   * @param envelope where the shape's box goes, on request
   * @param centroid where its centre goes, on request
   */
  public record Geometry(
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

  /**
   * A JSON object, of which some parts are taken.
   *
   * @param parts for each field of the document the path to it in the JSON object, without
   *     wildcards; through a list it gives a list
   */
  public record Json(Map<String, AttributePath> parts) implements Content {
    public Json {
      parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
      parts.values().forEach(AttributePath::names);
    }

    @Override
    public List<String> fields() {
      return List.copyOf(parts.keySet());
    }
  }

  /** A text, as it is. */
  public record Text(String field) implements Content {
    public Text {
      Objects.requireNonNull(field, "field");
    }

    @Override
    public List<String> fields() {
      return List.of(field);
    }
  }
}
