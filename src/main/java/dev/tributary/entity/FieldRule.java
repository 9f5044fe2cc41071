package dev.tributary.entity;

import dev.tributary.change.Value;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A field that is made for the document.
 *
 * @param target where it goes, without wildcards; dots nest
 * @param omitIfBad whether a value that cannot be made leaves the field out, not the document
 */
public record FieldRule(AttributePath target, Source source, boolean omitIfBad) {

  public FieldRule {
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(source, "source");
    target.names();
  }

  /** Where a field's value comes from. */
  public sealed interface Source {

    record Constant(Value value) implements Source {
      public Constant {
        Objects.requireNonNull(value, "value");
      }
    }

    /**
     * One value, converted.
     *
     * @param from an attribute of the item or a capture of its key; absent to convert what the
     *     document holds in this field
     */
    record Converted(Optional<AttributePath> from, Conversion conversion) implements Source {
      public Converted {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(conversion, "conversion");
      }
    }

    /** Two numbers become a {@code geo_point}. */
    record Point(AttributePath lat, AttributePath lon) implements Source {
      public Point {
        Objects.requireNonNull(lat, "lat");
        Objects.requireNonNull(lon, "lon");
      }
    }

    /** The texts and numbers of several attributes in one text; absent ones are left out. */
    record Joined(List<AttributePath> from, String between) implements Source {
      public Joined {
        from = List.copyOf(from);
        Objects.requireNonNull(between, "between");
      }
    }
  }
}
