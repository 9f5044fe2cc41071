package dev.tributary.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The recipe of each server, for one set of options and one run folder. */
final class Recipes {
  private static final String SERVER_MAINS = "dev.tributary.local.server.";

  private final LocalOptions options;
  private final Installation installation;
  private final Path folder;

  Recipes(LocalOptions options, Installation installation, Path folder) {
    this.options = options;
    this.installation = installation;
    this.folder = folder;
  }

  Map<LocalServer, Recipe> all() {
    Map<LocalServer, Recipe> recipes = new EnumMap<>(LocalServer.class);
    options.servers().forEach(server -> recipes.put(server, recipe(server)));
    return recipes;
  }

  private Recipe recipe(LocalServer server) {
    return switch (server) {
      case DYNAMODB -> dynamoDb();
      case OPENSEARCH -> openSearch();
      case S3 -> s3();
      case SQS -> sqs();
    };
  }

  private Recipe dynamoDb() {
    Path data = created(folder.resolve("dynamodb"));
    return new Recipe(
        LocalServer.DYNAMODB.title(),
        javaOptions("512m"),
        installation.classPath(LocalServer.DYNAMODB),
        SERVER_MAINS + "DynamoDbServer",
        port -> {
          List<String> arguments = new ArrayList<>();
          if (options.testControl()) {
            arguments.add("--test-control");
          }
          arguments.addAll(List.of("-port", "" + port, "-sharedDb", "-disableTelemetry"));
          // On disk it waits for the disk at every write and is two to five times slower.
          arguments.addAll(
              options.data().isPresent()
                  ? List.of("-dbPath", data.toString())
                  : List.of("-inMemory"));
          return arguments;
        },
        "/");
  }

  private Recipe openSearch() {
    // A folder for each line: 2 cannot read what 3 wrote.
    Path data = created(folder.resolve("opensearch" + options.openSearchLine()));
    Path home = installation.openSearchHome().orElse(data);
    return new Recipe(
        LocalServer.OPENSEARCH.title(),
        javaOptions("512m"),
        installation.classPath(LocalServer.OPENSEARCH),
        SERVER_MAINS + "OpenSearchServer",
        port -> {
          List<String> arguments =
              new ArrayList<>(List.of(home.toString(), data.toString(), "" + port));
          options.openSearchSettings().forEach((name, value) -> arguments.add(name + "=" + value));
          return arguments;
        },
        // Not just any answer: after a restart the shards come back later than the port.
        "/_cluster/health?wait_for_status=yellow&timeout=1s");
  }

  private Recipe s3() {
    Path data = created(folder.resolve("s3"));
    Path properties = folder.resolve("s3.properties");
    return new Recipe(
        LocalServer.S3.title(),
        javaOptions("256m"),
        installation.classPath(LocalServer.S3),
        "org.gaul.s3proxy.Main",
        port -> {
          write(
              properties,
              List.of(
                  "s3proxy.endpoint=http://127.0.0.1:" + port,
                  "s3proxy.authorization=aws-v2-or-v4",
                  "s3proxy.identity=" + LocalStack.ACCESS_KEY,
                  "s3proxy.credential=" + LocalStack.SECRET_KEY,
                  "s3proxy.ignore-unknown-headers=true",
                  "jclouds.provider=filesystem-nio2",
                  "jclouds.identity=unused",
                  "jclouds.credential=unused",
                  "jclouds.filesystem.basedir=" + data));
          return List.of("--properties", properties.toString());
        },
        "/");
  }

  private Recipe sqs() {
    Path config = folder.resolve("sqs.conf");
    List<String> java = new ArrayList<>(javaOptions("128m"));
    java.add("-Dconfig.file=" + config);
    return new Recipe(
        LocalServer.SQS.title(),
        java,
        installation.classPath(LocalServer.SQS),
        "org.elasticmq.server.Main",
        port -> {
          write(
              config,
              List.of(
                  "include classpath(\"application.conf\")",
                  "rest-sqs {bind-hostname = \"127.0.0.1\", bind-port = " + port + "}",
                  "node-address {host = \"127.0.0.1\", port = " + port + "}",
                  "rest-stats.enabled = false"));
          return List.of();
        },
        "/");
  }

  /** A quick start counts for more here than the last bit of throughput. */
  private static List<String> javaOptions(String heap) {
    List<String> java =
        new ArrayList<>(
            List.of(
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-Djava.awt.headless=true"));
    if (Runtime.version().feature() >= 24) {
      // These Javas warn of what SQLite, Netty and Lucene do.
      java.add("--enable-native-access=ALL-UNNAMED");
      java.add("--sun-misc-unsafe-memory-access=allow");
    }
    return java;
  }

  private static Path created(Path path) {
    try {
      return Files.createDirectories(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, List<String> lines) {
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
