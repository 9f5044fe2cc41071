package dev.tributary.config;

import dev.tributary.entity.AttributePath;
import dev.tributary.entity.FieldNames;
import dev.tributary.entity.Pull;
import dev.tributary.entity.Swapped;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The sections {@code geometry} and {@code objects} of an entity. */
final class PullReader {
  static final String NO_FIELD = "is no name for a field at the top of a document";

  private PullReader() {}

  static List<Pull> read(Section entity) {
    Section geometry = entity.section("geometry");
    Section objects = entity.section("objects");
    List<Pull> shapes = shapes(geometry);
    List<Pull> pulls = ObjectPullReader.read(objects);
    reportShared(geometry, shapes);
    reportShared(objects, pulls);
    shapes.forEach(shape -> pulls.forEach(pull -> reportHalfShared(objects, shape, pull)));
    List<Pull> all = new ArrayList<>(shapes);
    all.addAll(pulls);
    return all;
  }

  /** Attributes that hold shapes. */
  private static List<Pull> shapes(Section section) {
    List<Pull> pulls = new ArrayList<>();
    for (String name : section.names()) {
      Section options = section.section(name);
      Optional<AttributePath> from = ShapeReader.path(section, name);
      Optional<String> field = field(options, "field");
      if (from.isPresent() && field.isEmpty() && !isField(name)) {
        options.missing("field", "name the field at the top of the document that it becomes");
      }
      Pull.Geometry content = geometry(options, field.orElse(name));
      from.ifPresent(path -> pulls.add(new Pull(path, Pull.Source.ITEM, content)));
    }
    return pulls;
  }

  static Pull.Geometry geometry(Section options, String field) {
    return new Pull.Geometry(
        field, field(options, "envelope"), field(options, "centroid"), swapped(options));
  }

  private static Swapped swapped(Section options) {
    return options
        .optional("swapped")
        .flatMap(word -> word.oneOf(List.of("reject", "repair", "keep")))
        .map(word -> Swapped.valueOf(word.toUpperCase(Locale.ROOT)))
        .orElse(Swapped.REJECT);
  }

  static Optional<String> field(Section section, String key) {
    Optional<Scalar> scalar = section.optional(key);
    scalar.filter(s -> !isField(s.text())).ifPresent(s -> s.problem(NO_FIELD));
    return scalar.map(Scalar::text).filter(PullReader::isField);
  }

  static boolean isField(String name) {
    return FieldNames.ofAttribute(name).equals(name);
  }

  private static void reportShared(Section section, List<Pull> pulls) {
    Map<String, String> owners = new HashMap<>();
    for (Pull pull : pulls) {
      String name = pull.from().text();
      for (String field : pull.content().fields()) {
        String owner = owners.putIfAbsent(field, name);
        if (owner != null) {
          String who = owner.equals(name) ? "twice" : "as '%s' does".formatted(owner);
          section.problem(name, "fills the field '%s' %s; name another".formatted(field, who));
        }
      }
    }
  }

  /** Where both are there the object's is taken, and the item's must be able to go as a whole. */
  private static void reportHalfShared(Section objects, Pull shape, Pull pull) {
    List<String> fields = pull.content().fields();
    String main = shape.content().fields().get(0);
    shape.content().fields().stream()
        .filter(field -> fields.contains(field) && !fields.contains(main))
        .findFirst()
        .ifPresent(
            field ->
                objects.problem(
                    pull.from().text(),
                    "fills the field '%s', as geometry.%s does, but not '%s'; fill both or none"
                        .formatted(field, shape.from(), main)));
  }
}
