package dev.tributary.config;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** The path of an index's mapping. What the file says is the index's business. */
final class MappingFile {
  private MappingFile() {}

  static Optional<Path> of(Scalar scalar, Path config) {
    Path path;
    try {
      path = config.resolveSibling(scalar.text()).normalize();
    } catch (InvalidPathException e) {
      scalar.problem("is not a path");
      return Optional.empty();
    }
    if (!Files.exists(path)) {
      scalar.problem("does not exist: the path starts at this file's folder and leads to " + path);
    } else if (Files.isDirectory(path)) {
      scalar.problem("is a folder; name the JSON file in it");
    } else if (!Files.isReadable(path)) {
      scalar.problem("cannot be read; give this user the right to read it");
    } else {
      return Optional.of(path);
    }
    return Optional.empty();
  }
}
