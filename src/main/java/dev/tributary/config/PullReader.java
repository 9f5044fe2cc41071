package dev.tributary.config;

import dev.tributary.entity.AttributePath;
import dev.tributary.entity.FieldNames;
import dev.tributary.entity.Pull;
import dev.tributary.entity.Swapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The section {@code geometry} of an entity: attributes that hold shapes. */
final class PullReader {

  private PullReader() {}

  static List<Pull> read(Section geometry) {
    List<Pull> pulls = new ArrayList<>();
    for (String name : geometry.names()) {
      Section options = geometry.section(name);
      Optional<AttributePath> from = ShapeReader.path(geometry, name);
      Optional<String> field = field(options, "field");
      if (from.isPresent() && field.isEmpty() && !isField(name)) {
        options.missing("field", "name the field at the top of the document that it becomes");
      }
      Pull.Geometry content =
          new Pull.Geometry(
              field.orElse(name),
              field(options, "envelope"),
              field(options, "centroid"),
              swapped(options));
      from.ifPresent(path -> pulls.add(new Pull(path, Pull.Source.ITEM, content)));
    }
    return pulls;
  }

  private static Swapped swapped(Section options) {
    return options
        .optional("swapped")
        .flatMap(word -> word.oneOf(List.of("reject", "repair", "keep")))
        .map(word -> Swapped.valueOf(word.toUpperCase(Locale.ROOT)))
        .orElse(Swapped.REJECT);
  }

  private static Optional<String> field(Section section, String key) {
    Optional<Scalar> scalar = section.optional(key);
    scalar
        .filter(s -> !isField(s.text()))
        .ifPresent(s -> s.problem("is no name for a field at the top of a document"));
    return scalar.map(Scalar::text).filter(PullReader::isField);
  }

  private static boolean isField(String name) {
    return FieldNames.ofAttribute(name).equals(name);
  }
}
