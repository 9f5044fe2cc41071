package dev.tributary.config;

import dev.tributary.entity.AttributePath;
import dev.tributary.entity.Pull;
import dev.tributary.entity.Pull.Content;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The section {@code objects} of an entity: attributes that name objects in S3. */
final class ObjectPullReader {
  private static final String WAYS =
      "write one of {geometry: field}, {json: [field, field]}, {text: field}";
  private static final List<String> OF_SHAPES = List.of("envelope", "centroid", "swapped");

  private ObjectPullReader() {}

  static List<Pull> read(Section objects) {
    List<Pull> pulls = new ArrayList<>();
    for (String name : objects.names()) {
      Optional<AttributePath> from = ShapeReader.path(objects, name);
      Section options = objects.section(name);
      Optional<Content> content = content(objects, name, options);
      if (from.isPresent() && content.isPresent()) {
        pulls.add(new Pull(from.get(), Pull.Source.OBJECT, content.get()));
      }
    }
    return pulls;
  }

  /** Empty only after a problem was added. */
  private static Optional<Content> content(Section objects, String name, Section options) {
    Optional<String> shape = PullReader.field(options, "geometry");
    Pull.Geometry geometry = PullReader.geometry(options, shape.orElse(""));
    List<Content> said = new ArrayList<>();
    shape.ifPresent(field -> said.add(geometry));
    json(options).ifPresent(said::add);
    PullReader.field(options, "text").map(Pull.Text::new).ifPresent(said::add);
    if (!objects.flawless(name) || options.hasUnknownKeys()) {
      return said.stream().findFirst();
    }
    if (said.isEmpty()) {
      objects.problem(name, "says nothing; " + WAYS);
    } else if (said.size() > 1) {
      objects.problem(name, "is read in two ways; " + WAYS);
    } else if (shape.isEmpty()) {
      OF_SHAPES.stream()
          .flatMap(key -> options.optional(key).stream())
          .forEach(scalar -> scalar.problem("is for a shape; it needs the key geometry"));
    }
    return said.stream().findFirst();
  }

  private static Optional<Content> json(Section options) {
    Map<String, AttributePath> parts = new LinkedHashMap<>();
    if (options.isMap("json")) {
      Section json = options.section("json");
      for (String field : json.names()) {
        if (!PullReader.isField(field)) {
          json.problem(field, Quote.of(field) + " " + PullReader.NO_FIELD);
        }
        json.required(field, "name its path in the JSON object")
            .flatMap(scalar -> scalar.parsed(FieldReader::plainPath))
            .ifPresent(path -> parts.put(field, path));
      }
    } else {
      for (Scalar field : options.list("json")) {
        if (!PullReader.isField(field.text())) {
          field.problem(PullReader.NO_FIELD);
        } else if (parts.containsKey(field.text())) {
          field.problem("is there twice; keep one");
        } else {
          field.parsed(FieldReader::plainPath).ifPresent(path -> parts.put(field.text(), path));
        }
      }
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(new Pull.Json(parts));
  }
}
