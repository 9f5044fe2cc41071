package dev.tributary.system;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.local.RawOpenSearch;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Items that are put from time to time, so that the lag can be seen from outside: the age of the
 * oldest that has no document yet. Thread-safe.
 */
final class Markers {

  private static final String PK = "MARKER";
  private static final int AT_ONCE = 500;

  private final Sandbox sandbox;
  private final RawOpenSearch openSearch;
  private final List<Long> put = new ArrayList<>();
  private int seen;

  Markers(Sandbox sandbox, RawOpenSearch openSearch) {
    this.sandbox = sandbox;
    this.openSearch = openSearch;
  }

  void put() {
    int number;
    synchronized (this) {
      number = put.size();
      put.add(System.nanoTime());
    }
    sandbox.put(PK, "" + number, Map.of("n", AttributeValue.fromN("" + number)));
  }

  /** Seconds; from now on the age of the oldest marker that is not in the index. */
  synchronized double lag() {
    return seen == put.size() ? 0 : (System.nanoTime() - put.get(seen)) / 1e9;
  }

  /** Asks for the oldest that were not seen. Where OpenSearch does not answer, none is. */
  void look() {
    int from;
    int to;
    synchronized (this) {
      from = seen;
      to = Math.min(put.size(), from + AT_ONCE);
    }
    if (from == to) {
      return;
    }
    String ids =
        IntStream.range(from, to)
            .mapToObj(number -> PK + "#" + number)
            .collect(Collectors.joining("\",\"", "{\"ids\":[\"", "\"]}"));
    try {
      JsonNode documents =
          openSearch.ask("POST", "/" + sandbox.table() + "/_mget?_source=false", ids).path("docs");
      int found = from;
      for (JsonNode document : documents) {
        if (!document.path("found").asBoolean()) {
          break;
        }
        found++;
      }
      synchronized (this) {
        seen = found;
      }
    } catch (UncheckedIOException e) {
      // It is away, which is what this is for.
    }
  }
}
