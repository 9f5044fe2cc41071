package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.change.SyncFields;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Says of all documents of an index which items they are of. Thread-safe. */
public final class DocumentOwners {

  private final Scroll scroll;
  private final Map<String, String> names;

  /**
   * @param owner absent where it cannot be read
   */
  public record Owned(String id, Optional<Owner> owner) {}

  /** A part of an index: all parts together are the index. OpenSearch allows 1,024 of them. */
  public record Slice(int number, int of) {
    public static final int MOST = 1024;

    public Slice {
      if (of < 1 || of > MOST || number < 0 || number >= of) {
        throw new IllegalArgumentException("no slice: " + number + " of " + of);
      }
    }
  }

  /** Told of each page; what it throws ends the walk. */
  @FunctionalInterface
  public interface Page<E extends Exception> {
    void accept(List<Owned> page) throws OpenSearchUnavailableException, E;
  }

  /**
   * @param keep for a page to be worked on
   */
  public DocumentOwners(OpenSearchHttp http, Duration keep) {
    this(http, keep, Map.of());
  }

  /**
   * @param names of the indexes that are read instead of those of the config
   */
  public DocumentOwners(OpenSearchHttp http, Duration keep, Map<String, String> names) {
    this.scroll = new Scroll(http, keep);
    this.names = Map.copyOf(names);
  }

  /**
   * Which documents are looked at.
   *
   * @param table those of its items
   * @param readSince only those that were read from it at this moment or later; absent for all
   * @param notReadSince only those that were not
   */
  public record Filter(String table, Optional<Instant> readSince, Optional<Instant> notReadSince) {

    private ObjectNode query() {
      ObjectNode bool = ExactJson.MAPPER.createObjectNode();
      bool.putArray("filter")
          .addObject()
          .putObject("term")
          .put(SyncFields.SYNC + "." + SyncFields.TABLE, table);
      readSince.ifPresent(since -> range(bool.withArray("filter").addObject(), since));
      notReadSince.ifPresent(since -> range(bool.putArray("must_not").addObject(), since));
      return bool;
    }

    private static void range(ObjectNode clause, Instant since) {
      clause
          .putObject("range")
          .putObject(SyncFields.SYNC + "." + SyncFields.READ_AT)
          .put("gte", since.truncatedTo(ChronoUnit.MILLIS).toString());
    }
  }

  /** All documents that there are when this begins, in no order; a page is held at a time. */
  public <E extends Exception> void walk(String index, Page<E> page)
      throws OpenSearchUnavailableException, E {
    walk(index, ExactJson.MAPPER.createObjectNode(), page);
  }

  /** Those that there are of some kind when this begins. */
  public <E extends Exception> void walk(String index, Filter filter, Page<E> page)
      throws OpenSearchUnavailableException, E {
    ObjectNode search = ExactJson.MAPPER.createObjectNode();
    search.putObject("query").set("bool", filter.query());
    walk(index, search, page);
  }

  /** Those of a part of the index. */
  public <E extends Exception> void walk(String index, Slice slice, Page<E> page)
      throws OpenSearchUnavailableException, E {
    ObjectNode search = ExactJson.MAPPER.createObjectNode();
    if (slice.of() > 1) {
      search.putObject(Scroll.SLICE).put("id", slice.number()).put("max", slice.of());
    }
    walk(index, search, page);
  }

  private <E extends Exception> void walk(String index, ObjectNode search, Page<E> page)
      throws OpenSearchUnavailableException, E {
    ArrayNode fields = search.putArray("_source");
    for (String field : List.of(SyncFields.TABLE, SyncFields.PK, SyncFields.SK)) {
      fields.add(SyncFields.SYNC + "." + field);
    }
    scroll.read(
        names.getOrDefault(index, index),
        search,
        hits -> {
          List<Owned> owned = new ArrayList<>(hits.size());
          for (JsonNode hit : hits) {
            owned.add(new Owned(hit.path("_id").asText(), Owner.of(hit.path("_source"))));
          }
          page.accept(owned);
        });
  }
}
