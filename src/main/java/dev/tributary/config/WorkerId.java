package dev.tributary.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;

/** The name of a worker that was given none. */
final class WorkerId {
  private static final int LONGEST_HOST = 100;

  private WorkerId() {}

  /** New at every start: a worker that comes back must not be taken for the one that died. */
  static String random(Map<String, String> environment) {
    byte[] random = new byte[4];
    new SecureRandom().nextBytes(random);
    return host(environment) + "-" + HexFormat.of().formatHex(random);
  }

  /** The variable first: containers set it, and asking the network can take seconds. */
  private static String host(Map<String, String> environment) {
    String host = environment.getOrDefault("HOSTNAME", "").strip();
    if (host.isEmpty()) {
      host = networkName();
    }
    String safe = host.replaceAll("[^A-Za-z0-9_.-]", "-");
    return safe.substring(0, Math.min(safe.length(), LONGEST_HOST));
  }

  private static String networkName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "worker";
    }
  }
}
