package dev.tributary.local;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code src/local} builds below {@code target/local}.
 *
 * @param classPaths of the servers that are wanted
 * @param openSearchHome the unzipped OpenSearch 3; empty for 2, which needs none
 */
record Installation(Map<LocalServer, List<String>> classPaths, Optional<Path> openSearchHome) {

  private static final String BUILD = "mvn -B -q -f src/local/pom.xml package";

  /** Finds all that the stack needs, or says how to build it. */
  static Installation of(LocalOptions options) {
    Path local = options.home().resolve("target").resolve("local");
    try {
      Map<LocalServer, List<String>> classPaths = new EnumMap<>(LocalServer.class);
      for (LocalServer server : options.servers()) {
        classPaths.put(server, classPath(server, local, options));
      }
      return new Installation(
          classPaths, isThree(options) ? Optional.of(unzipped(local)) : Optional.empty());
    } catch (IOException e) {
      throw new LocalServerException(
          "The local servers are not built: %s. Build them in %s with: %s%s"
              .formatted(e.getMessage(), options.home(), BUILD, profiles(options)),
          e);
    }
  }

  private static List<String> classPath(LocalServer server, Path local, LocalOptions options)
      throws IOException {
    return switch (server) {
      case DYNAMODB -> with(jars(local.resolve("dynamodb")), classes(local.resolve("dynamodb")));
      case OPENSEARCH ->
          with(
              isThree(options)
                  ? List.of(unzipped(local).resolve("lib").resolve("*").toString())
                  : jars(local.resolve("opensearch2")),
              // One main starts both lines: see it for the reason.
              classes(local.resolve("opensearch2")));
      case S3 -> jars(local.resolve("s3"));
      case SQS -> jars(local.resolve("sqs"));
    };
  }

  private static boolean isThree(LocalOptions options) {
    return options.servers().contains(LocalServer.OPENSEARCH) && options.openSearchLine() == 3;
  }

  private static String profiles(LocalOptions options) {
    return (isThree(options) ? " -Popensearch3" : "")
        + (options.servers().contains(LocalServer.SQS) ? " -Psqs" : "");
  }

  List<String> classPath(LocalServer server) {
    return classPaths.get(server);
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
