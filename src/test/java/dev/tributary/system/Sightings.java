package dev.tributary.system;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.local.RawOpenSearch;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** When items were put, and when their documents were first seen, and first seen complete. */
final class Sightings {

  private static final int AT_ONCE = 500;

  private static final class Sighting {
    private final String phase;
    private final String kind;
    private final long put = System.nanoTime();
    private volatile long seen;
    private volatile long complete;
    private volatile boolean waited;

    private Sighting(String phase, String kind) {
      this.phase = phase;
      this.kind = kind;
    }
  }

  private final RawOpenSearch openSearch;
  private final String index;
  private final Map<String, Sighting> sightings = new ConcurrentHashMap<>();

  Sightings(RawOpenSearch openSearch, String index) {
    this.openSearch = openSearch;
    this.index = index;
  }

  /** To be called right before the item is put. */
  void put(String phase, String kind, String id) {
    sightings.put(id, new Sighting(phase, kind));
  }

  /** Asks for all that was not complete, as it is now; how much is still not. */
  synchronized long look() {
    List<String> open =
        sightings.entrySet().stream()
            .filter(entry -> entry.getValue().complete == 0)
            .map(Map.Entry::getKey)
            .toList();
    for (int from = 0; from < open.size(); from += AT_ONCE) {
      String ids =
          open.subList(from, Math.min(from + AT_ONCE, open.size())).stream()
              .collect(Collectors.joining("\",\"", "{\"ids\":[\"", "\"]}"));
      JsonNode answer =
          openSearch.ask(
              "POST",
              "/" + index + "/_mget?_source_includes=_sync.objects.pending,outline.type",
              ids);
      answer.path("docs").forEach(this::see);
    }
    return unfinished();
  }

  private void see(JsonNode document) {
    if (!document.path("found").asBoolean()) {
      return;
    }
    long now = System.nanoTime();
    Sighting sighting = sightings.get(document.path("_id").asText());
    sighting.seen = sighting.seen == 0 ? now : sighting.seen;
    JsonNode source = document.path("_source");
    boolean pending = source.at("/_sync/objects/0/pending").asBoolean();
    sighting.waited |= pending;
    if (!pending && (sighting.kind.equals("plain") || source.has("outline"))) {
      sighting.complete = now;
    }
  }

  long unfinished() {
    return sightings.values().stream().filter(sighting -> sighting.complete == 0).count();
  }

  /** The delays by when the item was put. */
  void tell() {
    Map<String, List<Sighting>> groups =
        sightings.values().stream()
            .sorted((one, other) -> Long.compare(one.put, other.put))
            .collect(
                Collectors.groupingBy(
                    sighting -> sighting.phase + ", " + sighting.kind,
                    LinkedHashMap::new,
                    Collectors.toList()));
    groups.forEach(
        (name, group) ->
            System.out.printf(
                "  put %-14s %4d: seen after %s; complete after %s; %d seen waiting%n",
                name,
                group.size(),
                spread(group, sighting -> sighting.seen),
                spread(group, sighting -> sighting.complete),
                group.stream().filter(sighting -> sighting.waited).count()));
  }

  private static String spread(List<Sighting> group, ToLongFunction<Sighting> when) {
    double[] delays =
        group.stream()
            .mapToDouble(sighting -> (when.applyAsLong(sighting) - sighting.put) / 1e9)
            .toArray();
    Arrays.sort(delays);
    return "%.1f s (half), %.1f (95%%), %.1f (all)"
        .formatted(
            delays[delays.length / 2],
            delays[(int) (delays.length * 0.95)],
            delays[delays.length - 1]);
  }
}
