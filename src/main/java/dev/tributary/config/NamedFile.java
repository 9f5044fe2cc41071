package dev.tributary.config;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** The path of a file that the config names. What it says is the business of whoever reads it. */
final class NamedFile {
  private NamedFile() {}

  /**
   * @param kind for a message, e.g. JSON
   */
  static Optional<Path> of(Scalar scalar, Path config, String kind) {
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
      scalar.problem("is a folder; name the %s file in it".formatted(kind));
    } else if (!Files.isReadable(path)) {
      scalar.problem("cannot be read; give this user the right to read it");
    } else {
      return Optional.of(path);
    }
    return Optional.empty();
  }
}
