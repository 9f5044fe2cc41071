package dev.tributary.local;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/** Makes each server a container, of an official image unless another is named. */
final class Containers implements ServerFactory {
  private final LocalOptions options;

  Containers(LocalOptions options) {
    this.options = options;
  }

  @Override
  public Map<LocalServer, Server> in(RunFolder folder, Consumer<String> onDeath) {
    var ports = new Ports(new Random());
    Map<LocalServer, Server> servers = new EnumMap<>(LocalServer.class);
    for (LocalServer server : options.servers()) {
      servers.put(
          server,
          new ServerContainer(
              server.title(), Image.of(server, options), ports.free(), folder.log(server)));
    }
    return servers;
  }
}
