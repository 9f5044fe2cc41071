package dev.tributary.config;

import dev.tributary.entity.AttributePath;
import dev.tributary.entity.FieldNames;
import dev.tributary.entity.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What an entity says about the document's shape. */
final class ShapeReader {
  private ShapeReader() {}

  static Shape read(Section entity) {
    return new Shape(
        paths(entity, "include"),
        paths(entity, "exclude"),
        entity.list("flatten").stream()
            .flatMap(scalar -> scalar.parsed(ShapeReader::topName).stream())
            .collect(Collectors.toCollection(LinkedHashSet::new)),
        rename(entity.section("rename")),
        FieldReader.read(entity.section("fields")),
        PullReader.read(entity));
  }

  private static List<AttributePath> paths(Section entity, String key) {
    return entity.list(key).stream()
        .flatMap(scalar -> scalar.parsed(AttributePath::parse).stream())
        .toList();
  }

  private static String topName(String text) {
    AttributePath path = AttributePath.parse(text);
    if (path.hasWildcard() || path.steps().size() > 1) {
      throw new IllegalArgumentException(
          "names an attribute at the top of the item, without . and *; maps in it go with it");
    }
    return path.names().get(0);
  }

  private static Map<AttributePath, AttributePath> rename(Section section) {
    Map<AttributePath, AttributePath> rename = new LinkedHashMap<>();
    for (String name : section.names()) {
      Optional<AttributePath> from = path(section, name);
      Optional<AttributePath> to =
          section
              .required(name, "name the field that it becomes")
              .flatMap(scalar -> target(scalar.parsed(AttributePath::parse), scalar::problem));
      if (from.isPresent() && to.isPresent()) {
        rename.put(from.get(), to.get());
      }
    }
    return rename;
  }

  /** A key of a section that is a path without wildcards. */
  static Optional<AttributePath> path(Section section, String name) {
    try {
      AttributePath path = AttributePath.parse(name);
      if (!path.hasWildcard()) {
        return Optional.of(path);
      }
      section.problem(name, "names one attribute, so it has no *; write \\* for a star in a name");
    } catch (IllegalArgumentException e) {
      section.problem(name, Quote.of(name) + " " + e.getMessage());
    }
    return Optional.empty();
  }

  /** A path that OpenSearch takes as it is. */
  static Optional<AttributePath> target(Optional<AttributePath> path, Consumer<String> problem) {
    if (path.isEmpty()) {
      return path;
    }
    if (path.get().hasWildcard()) {
      problem.accept("names one field, so it has no *");
      return Optional.empty();
    }
    List<String> names = new ArrayList<>(path.get().names());
    List<String> taken = names.stream().map(FieldNames::ofEntry).collect(Collectors.toList());
    taken.set(0, FieldNames.ofAttribute(names.get(0)));
    if (taken.equals(names)) {
      return path;
    }
    problem.accept("is no name for a field in OpenSearch; choose another, without dots and %");
    return Optional.empty();
  }
}
