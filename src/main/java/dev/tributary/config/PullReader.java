package dev.tributary.config;

import dev.tributary.entity.AttributePath;
import dev.tributary.entity.FieldNames;
import dev.tributary.entity.Pull;
import dev.tributary.entity.Pull.Content;
import dev.tributary.entity.Swapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The sections {@code objects} and {@code geometry} of an entity: what is pulled into documents.
 */
final class PullReader {
  private static final String WAYS =
      "write one of {geometry: field}, {json: [field, field]}, {text: field}";

  private PullReader() {}

  static List<Pull> read(Section objects, Section geometry) {
    List<Pull> pulls = new ArrayList<>();
    for (String name : objects.names()) {
      Section object = objects.section(name);
      Optional<AttributePath> from = ShapeReader.path(objects, name);
      Optional<Content> content = content(objects, name, object);
      if (from.isPresent() && content.isPresent()) {
        pulls.add(new Pull(from.get(), true, content.get()));
      }
    }
    for (String name : geometry.names()) {
      Section options = geometry.section(name);
      Optional<AttributePath> from = ShapeReader.path(geometry, name);
      String field = field(options, "field").orElse(name);
      if (from.isPresent() && FieldNames.ofAttribute(field).equals(field)) {
        pulls.add(new Pull(from.get(), false, geometry(field, options)));
      } else if (from.isPresent() && options.sound("field")) {
        options.missing("field", "name the field at the top of the document that it becomes");
      }
    }
    return pulls;
  }

  /** Empty only after a problem was added. */
  private static Optional<Content> content(Section objects, String name, Section object) {
    List<Content> said = new ArrayList<>();
    Optional<String> shape = field(object, "geometry");
    Content.Geometry options = geometry(shape.orElse("none"), object);
    shape.ifPresent(field -> said.add(options));
    List<String> json =
        object.list("json").stream().flatMap(scalar -> field(scalar).stream()).toList();
    if (!json.isEmpty()) {
      said.add(new Content.Json(json));
    }
    field(object, "text").ifPresent(field -> said.add(new Content.Text(field)));
    boolean sound = List.of("geometry", "json", "text").stream().allMatch(object::sound);
    if (said.size() > 1 && sound) {
      objects.problem(name, "becomes two things; " + WAYS);
    } else if (said.isEmpty() && sound && !object.hasUnknownKeys()) {
      objects.problem(name, "says nothing; " + WAYS);
    }
    return said.stream().findFirst();
  }

  private static Content.Geometry geometry(String field, Section options) {
    return new Content.Geometry(
        field,
        field(options, "envelope"),
        field(options, "centroid"),
        options
            .optional("swapped")
            .flatMap(word -> word.oneOf(List.of("reject", "repair", "keep")))
            .map(word -> Swapped.valueOf(word.toUpperCase(Locale.ROOT)))
            .orElse(Swapped.REJECT));
  }

  private static Optional<String> field(Section section, String key) {
    return section.optional(key).flatMap(PullReader::field);
  }

  private static Optional<String> field(Scalar scalar) {
    if (FieldNames.ofAttribute(scalar.text()).equals(scalar.text())) {
      return Optional.of(scalar.text());
    }
    scalar.problem("is no name for a field at the top of a document; choose another");
    return Optional.empty();
  }
}
