package dev.tributary.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/**
 * Ports for a stack's servers. They come from below the range that systems give to outgoing
 * connections, as one of those could otherwise take a port between its choice and the server's
 * start, and at random, so that two stacks that start at once hardly ever choose the same.
 */
final class Ports {
  private static final int LOWEST = 20_000;
  private static final int COUNT = 12_000;

  private final Random random;
  private final Set<Integer> given = new HashSet<>();

  Ports(Random random) {
    this.random = random;
  }

  /** A port that nobody listens on and that this object has not given before. */
  synchronized int free() {
    for (int attempt = 0; attempt < 1_000; attempt++) {
      int port = LOWEST + random.nextInt(COUNT);
      if (!given.contains(port) && isFree(port)) {
        given.add(port);
        return port;
      }
    }
    throw new LocalServerException("No free port from " + LOWEST + " on.");
  }

  static boolean isFree(int port) {
    try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
