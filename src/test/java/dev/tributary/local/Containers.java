package dev.tributary.local;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import org.testcontainers.DockerClientFactory;

/** Makes each server a container, of an official image unless another is named. */
final class Containers implements ServerFactory {
  private final LocalOptions options;

  Containers(LocalOptions options) {
    this.options = options;
  }

  /** The build asks before all tests, so that this is told once, and not by each of them. */
  public static void main(String[] args) {
    try {
      DockerClientFactory.instance().client();
    } catch (RuntimeException e) {
      System.err.printf(
          """
          -Dstack=docker needs a Docker engine, and none could be used: %s
          Start one, let DOCKER_HOST name its socket (now: %s), or leave out -Dstack=docker.
          If it is only Testcontainers' own image that cannot be pulled, set \
          TESTCONTAINERS_RYUK_DISABLED=true.
          """,
          e.getMessage(), Objects.requireNonNullElse(System.getenv("DOCKER_HOST"), "unset"));
      System.exit(1);
    }
  }

  /** No test waits for a server's death: nobody is told of it. */
  @Override
  public Map<LocalServer, Server> in(RunFolder folder, Consumer<String> onDeath) {
    var ports = new Ports(new Random());
    Map<LocalServer, Server> servers = new EnumMap<>(LocalServer.class);
    for (LocalServer server : options.servers()) {
      servers.put(
          server, new ServerContainer(server.title(), Image.of(server, options), ports.free()));
    }
    return servers;
  }
}
