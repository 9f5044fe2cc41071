package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Copies fields that another program writes from one generation to the next. */
public final class PreservedCopy {

  private static final Duration KEEP = Duration.ofMinutes(10);

  private final OpenSearchHttp http;
  private final Scroll scroll;
  private final MultiGet reads;
  private final Generation from;
  private final Generation to;
  private final Set<String> fields;

  public PreservedCopy(OpenSearchHttp http, Generation from, Generation to, Set<String> fields) {
    this.http = http;
    this.scroll = new Scroll(http, KEEP);
    this.reads = new MultiGet(http, ExactJson.MAPPER);
    this.from = from;
    this.to = to;
    this.fields = Set.copyOf(fields);
  }

  /**
   * @param copied documents that have fields now which they had not, or had otherwise
   * @param different those that have them otherwise, and were left so
   * @param refused those whose fields the new generation does not take
   */
  public record Result(long copied, long different, long refused) {}

  /**
   * A document of the old generation, and what merging it into the new one came to.
   *
   * @param changed whether the new one is to be written
   * @param different whether it has a field otherwise that was left so
   */
  private record Merged(JsonNode old, boolean changed, boolean different) {}

  /** Counts while it runs. */
  private static final class Count {
    private long copied;
    private long different;
    private long refused;
  }

  /**
   * @param onlyMissing whether what the new documents have stays as it is: once searches go to
   *     them, the other program writes there
   */
  public Result run(boolean onlyMissing) throws OpenSearchUnavailableException {
    Count count = new Count();
    ObjectNode search = ExactJson.MAPPER.createObjectNode();
    ArrayNode source = search.putArray("_source");
    fields.forEach(source::add);
    scroll.<RuntimeException>read(
        from.name(),
        search,
        hits -> {
          List<JsonNode> some = new ArrayList<>();
          hits.forEach(
              hit -> {
                if (!hit.path("_source").isEmpty()) {
                  some.add(hit);
                }
              });
          copyAll(some, onlyMissing, count);
        });
    return new Result(count.copied, count.different, count.refused);
  }

  /** Somebody may write a document again and again, but not always between read and write. */
  private void copyAll(List<JsonNode> old, boolean onlyMissing, Count count)
      throws OpenSearchUnavailableException {
    List<JsonNode> left = old;
    while (!left.isEmpty()) {
      left = copy(left, onlyMissing, count);
    }
  }

  /**
   * @return those that somebody wrote meanwhile, to be looked at as they are now
   */
  private List<JsonNode> copy(List<JsonNode> old, boolean onlyMissing, Count count)
      throws OpenSearchUnavailableException {
    ArrayNode docs = ExactJson.MAPPER.createArrayNode();
    old.forEach(
        hit -> docs.addObject().put("_index", to.name()).put("_id", hit.path("_id").asText()));
    BulkBody bulk = new BulkBody(1 << 16);
    List<Merged> sent = new ArrayList<>();
    List<JsonNode> stored = reads.read(docs);
    for (int i = 0; i < old.size(); i++) {
      JsonNode now = stored.get(i);
      if (now.path("found").asBoolean() && now.path("_source") instanceof ObjectNode source) {
        Merged merged = merge(source, old.get(i), onlyMissing);
        if (merged.changed()) {
          DocumentKey document = new DocumentKey(from.index(), now.path("_id").asText());
          bulk.index(
              to.placed(document),
              ExactJson.bytes(source),
              new Condition.Unchanged(
                  now.path("_seq_no").asLong(), now.path("_primary_term").asLong()));
          sent.add(merged);
        } else {
          count.different += merged.different() ? 1 : 0;
        }
      }
    }
    return sent.isEmpty() ? List.of() : written(bulk, sent, count);
  }

  private Merged merge(ObjectNode now, JsonNode old, boolean onlyMissing) {
    boolean changed = false;
    boolean different = false;
    for (String field : fields) {
      JsonNode value = old.path("_source").get(field);
      if (value != null && !value.equals(now.get(field))) {
        if (onlyMissing && now.has(field)) {
          different = true;
        } else {
          now.set(field, value);
          changed = true;
        }
      }
    }
    return new Merged(old, changed, different);
  }

  private List<JsonNode> written(BulkBody bulk, List<Merged> sent, Count count)
      throws OpenSearchUnavailableException {
    Answer answer = http.await(http.bulk(bulk.whole(), BulkAnswer.QUERY, Patience.LONG));
    if (!answer.ok()) {
      throw OpenSearchUnavailableException.refused(answer);
    }
    try {
      List<JsonNode> again = new ArrayList<>();
      List<ItemAnswer> items = BulkAnswer.parse(answer.body(), sent.size(), bulk.guards());
      for (int i = 0; i < items.size(); i++) {
        Verdict verdict = Verdict.of(items.get(i));
        switch (verdict) {
          case APPLIED -> count.copied++;
          case CONFLICT -> again.add(sent.get(i).old());
          case REJECTED -> count.refused++;
          case RETRY -> throw new OpenSearchUnavailableException(items.get(i).described(), null);
        }
        count.different += verdict != Verdict.CONFLICT && sent.get(i).different() ? 1 : 0;
      }
      return again;
    } catch (IOException e) {
      throw OpenSearchUnavailableException.noAnswer(e);
    }
  }
}
