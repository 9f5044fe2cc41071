package dev.tributary.local;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/** Makes each server a process of its own, from what {@code src/local} builds. */
final class Processes implements ServerFactory {
  private final LocalOptions options;
  private final Installation installation;

  /**
   * @throws LocalServerException if the servers are not built
   */
  Processes(LocalOptions options) {
    if (options.openSearchLine() == 3 && Runtime.version().feature() < 21) {
      throw new LocalServerException(
          "OpenSearch 3 needs Java 21 or later, and this is Java %d. Take another Java, or 2."
              .formatted(Runtime.version().feature()));
    }
    this.options = options;
    this.installation = Installation.of(options);
  }

  @Override
  public Map<LocalServer, Server> in(RunFolder folder, Consumer<String> onDeath) {
    var leash = folder.leash();
    var ports = new Ports(new Random());
    var wanted =
        Map.of(
            LocalServer.DYNAMODB, options.dynamoDbPort(),
            LocalServer.OPENSEARCH, options.openSearchPort(),
            LocalServer.S3, options.s3Port(),
            LocalServer.SQS, 0);
    Map<LocalServer, Server> servers = new EnumMap<>(LocalServer.class);
    new Recipes(options, installation, folder.path())
        .all()
        .forEach(
            (server, recipe) ->
                servers.put(
                    server,
                    new ServerProcess(
                        recipe,
                        leash,
                        folder.path().resolve(server.fileName() + ".log"),
                        wanted.get(server),
                        ports,
                        onDeath)));
    return servers;
  }
}
