package dev.tributary.enrich.objects;

import dev.tributary.config.ObjectSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * One S3 server, with places and bytes of its own: a slow one holds up nobody who asks another.
 * Thread-safe.
 */
final class Server {
  private final Gate places;
  private final Gate bytes;
  private volatile long lastAnswer;
  private int asking;

  Server(int places, long bytes, long now) {
    this.places = new Gate(places);
    this.bytes = new Gate(bytes);
    this.lastAnswer = now;
  }

  /**
   * @param sites by bucket
   * @return by bucket; those of one site share a server
   */
  static Map<String, Server> of(Map<String, Site> sites, ObjectSettings settings, long now) {
    int count = Math.max(1, Set.copyOf(sites.values()).size());
    long bytes = Math.max(1, settings.bytesInFlight() / count);
    Map<Site, Server> bySite = new HashMap<>();
    Map<String, Server> servers = new HashMap<>();
    sites.forEach(
        (bucket, site) ->
            servers.put(
                bucket,
                bySite.computeIfAbsent(
                    site, key -> new Server(settings.concurrency(), bytes, now))));
    return servers;
  }

  /** One for each request under way. */
  Gate places() {
    return places;
  }

  /** What is fetched and not yet used. */
  Gate bytes() {
    return bytes;
  }

  void answered(long now) {
    lastAnswer = now;
  }

  /**
   * A request is being made. Where nobody asked anything before, as while objects that were fetched
   * cannot be used yet, the silence was not the server's.
   */
  synchronized void asks(long now) {
    if (asking++ == 0 && now - lastAnswer > 0) {
      lastAnswer = now;
    }
  }

  synchronized void asksNoMore() {
    asking--;
  }

  /**
   * Since when a request that was asked for then has been without an answer. While the server
   * answers others, waiting for a place is not held against it; while it answers nobody, who waited
   * for a place all the time need not try for as long again.
   */
  long waitingSince(long asked) {
    return lastAnswer - asked > 0 ? lastAnswer : asked;
  }
}
