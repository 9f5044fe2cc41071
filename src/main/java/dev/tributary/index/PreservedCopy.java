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
   */
  public record Result(long copied, long different) {}

  /**
   * @param onlyMissing whether what the new documents have stays as it is: once searches go to
   *     them, the other program writes there
   */
  public Result run(boolean onlyMissing) throws OpenSearchUnavailableException {
    long[] counts = {0, 0};
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
          copy(some, onlyMissing, counts);
        });
    return new Result(counts[0], counts[1]);
  }

  private void copy(List<JsonNode> old, boolean onlyMissing, long[] counts)
      throws OpenSearchUnavailableException {
    ArrayNode docs = ExactJson.MAPPER.createArrayNode();
    old.forEach(
        hit -> docs.addObject().put("_index", to.name()).put("_id", hit.path("_id").asText()));
    if (docs.isEmpty()) {
      return;
    }
    BulkBody bulk = new BulkBody(1 << 16);
    int actions = 0;
    List<JsonNode> stored = reads.read(docs);
    for (int i = 0; i < old.size(); i++) {
      JsonNode now = stored.get(i);
      if (now.path("found").asBoolean() && now.path("_source") instanceof ObjectNode source) {
        boolean changed = merge(source, old.get(i).path("_source"), onlyMissing, counts);
        if (changed) {
          DocumentKey document = new DocumentKey(from.index(), now.path("_id").asText());
          bulk.index(
              to.placed(document),
              ExactJson.bytes(source),
              new Condition.Unchanged(
                  now.path("_seq_no").asLong(), now.path("_primary_term").asLong()));
          actions++;
        }
      }
    }
    if (actions > 0) {
      counts[0] += written(bulk, actions);
    }
  }

  private boolean merge(ObjectNode now, JsonNode old, boolean onlyMissing, long[] counts) {
    boolean changed = false;
    for (String field : fields) {
      JsonNode value = old.get(field);
      if (value != null && !value.equals(now.get(field))) {
        if (onlyMissing && now.has(field)) {
          counts[1]++;
        } else {
          now.set(field, value);
          changed = true;
        }
      }
    }
    return changed;
  }

  /** One that somebody wrote meanwhile is left to the next run. */
  private long written(BulkBody bulk, int actions) throws OpenSearchUnavailableException {
    Answer answer = http.await(http.bulk(bulk.bytes(), BulkAnswer.QUERY, Patience.LONG));
    if (!answer.ok()) {
      throw OpenSearchUnavailableException.refused(answer);
    }
    try {
      long written = 0;
      for (ItemAnswer item : BulkAnswer.parse(answer.body(), actions, bulk.guards())) {
        Verdict verdict = Verdict.of(item);
        if (verdict == Verdict.RETRY) {
          throw new OpenSearchUnavailableException(item.described(), null);
        }
        written += verdict == Verdict.APPLIED ? 1 : 0;
      }
      return written;
    } catch (IOException e) {
      throw OpenSearchUnavailableException.noAnswer(e);
    }
  }
}
