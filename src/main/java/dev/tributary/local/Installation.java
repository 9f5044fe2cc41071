package dev.tributary.local;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What {@code src/local} builds below {@code target/local}.
 *
 * @param dynamoDb a class path, as are the next two
 * @param openSearchHome the unzipped OpenSearch 3; empty for 2, which needs none
 */
record Installation(
    List<String> dynamoDb,
    List<String> openSearch,
    List<String> s3,
    Optional<Path> openSearchHome) {

  private static final String BUILD = "mvn -B -q -f src/local/pom.xml package";

  /** Finds all that the stack needs, or says how to build it. */
  static Installation of(LocalOptions options) {
    Path local = options.home().resolve("target").resolve("local");
    boolean three = options.openSearchLine() == 3;
    try {
      // One main starts both lines: see it for the reason.
      String openSearchMain = classes(local.resolve("opensearch2"));
      return new Installation(
          with(jars(local.resolve("dynamodb")), classes(local.resolve("dynamodb"))),
          with(
              three
                  ? List.of(unzipped(local).resolve("lib").resolve("*").toString())
                  : jars(local.resolve("opensearch2")),
              openSearchMain),
          jars(local.resolve("s3")),
          three ? Optional.of(unzipped(local)) : Optional.empty());
    } catch (IOException e) {
      throw new LocalServerException(
          "The local servers are not built: %s. Build them in %s with: %s%s"
              .formatted(e.getMessage(), options.home(), BUILD, three ? " -Popensearch3" : ""),
          e);
    }
  }

  private static List<String> jars(Path server) throws IOException {
    Path file = existing(server.resolve("classpath"));
    List<String> jars = List.of(Files.readString(file).strip().split(File.pathSeparator));
    for (String jar : jars) {
      // The file names jars in the local Maven repository, which people empty now and then.
      existing(Path.of(jar));
    }
    return jars;
  }

  private static String classes(Path server) throws IOException {
    return existing(server.resolve("classes")).toString();
  }

  private static Path unzipped(Path local) throws IOException {
    return existing(local.resolve("opensearch3").resolve("home").resolve("modules")).getParent();
  }

  private static Path existing(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new IOException(path + " is missing");
    }
    return path;
  }

  private static List<String> with(List<String> jars, String classes) {
    List<String> all = new ArrayList<>(jars);
    all.add(classes);
    return List.copyOf(all);
  }
}
