package dev.tributary.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.index.PreservedCopy.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PreservedCopyTest {

  private final Map<String, ObjectNode> old = new TreeMap<>();
  private final Map<String, ObjectNode> fresh = new TreeMap<>();
  private final Map<String, Integer> writes = new TreeMap<>();
  private Runnable beforeTheNextBulk = () -> {};
  private String refused = "";

  /** Two generations, of which only the new one is written to. */
  private final OpenSearchHttp http =
      new OpenSearchHttp() {
        @Override
        CompletableFuture<Answer> send(
            String method,
            String path,
            Map<String, String> query,
            Content content,
            Payload body,
            Patience patience) {
          try {
            JsonNode answer =
                path.equals("/_bulk")
                    ? written(new String(body.toByteArray(), UTF_8).lines().toList())
                    : path.equals("/_mget")
                        ? stored(ExactJson.MAPPER.readTree(body.toByteArray()))
                        : path.contains("/_search") ? found() : object();
            return CompletableFuture.completedFuture(new Answer(200, ExactJson.bytes(answer)));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }

        @Override
        public void close() {}
      };

  private static ObjectNode object() {
    return ExactJson.MAPPER.createObjectNode();
  }

  private ObjectNode found() {
    ObjectNode answer = object();
    ArrayNode hits = answer.putObject("hits").putArray("hits");
    old.forEach((id, source) -> hits.addObject().put("_id", id).set("_source", source));
    return answer;
  }

  private ObjectNode stored(JsonNode request) {
    ObjectNode answer = object();
    ArrayNode docs = answer.putArray("docs");
    for (JsonNode asked : request.path("docs")) {
      String id = asked.path("_id").asText();
      ObjectNode doc = docs.addObject().put("_id", id).put("found", fresh.containsKey(id));
      doc.put("_seq_no", writes.getOrDefault(id, 0)).put("_primary_term", 1);
      if (fresh.containsKey(id)) {
        doc.set("_source", fresh.get(id).deepCopy());
      }
    }
    return answer;
  }

  private ObjectNode written(List<String> lines) throws IOException {
    Runnable meanwhile = beforeTheNextBulk;
    beforeTheNextBulk = () -> {};
    meanwhile.run();
    ObjectNode answer = object();
    ArrayNode items = answer.putArray("items");
    for (int i = 0; i < lines.size(); i += 2) {
      JsonNode action = ExactJson.MAPPER.readTree(lines.get(i)).path("index");
      String id = action.path("_id").asText();
      ObjectNode item = items.addObject().putObject("index");
      if (id.equals(refused)) {
        item.put("status", 400).putObject("error").put("type", "mapper_parsing_exception");
      } else if (action.path("if_seq_no").asInt() != writes.getOrDefault(id, 0)) {
        item.put("status", 409).putObject("error").put("type", "version_conflict_engine_exception");
      } else {
        item.put("status", 200);
        write(id, (ObjectNode) ExactJson.MAPPER.readTree(lines.get(i + 1)));
      }
    }
    return answer;
  }

  private void write(String id, ObjectNode source) {
    fresh.put(id, source);
    writes.merge(id, 1, Integer::sum);
  }

  private Result copy(boolean onlyMissing) throws Exception {
    return new PreservedCopy(
            http,
            new Generation("places", "places-000001"),
            new Generation("places", "places-000002"),
            Set.of("embedding", "rank"))
        .run(onlyMissing);
  }

  /** It was left to the next run, of which there is none after the last. */
  @Test
  void whatIsWrittenBetweenReadAndWriteIsReadAndWrittenAgain() throws Exception {
    old.put("a", object().put("embedding", "mine"));
    write("a", object().put("name", "before"));
    beforeTheNextBulk = () -> write("a", object().put("name", "after"));
    assertThat(copy(true)).isEqualTo(new Result(1, 0, 0));
    assertThat(fresh.get("a")).isEqualTo(object().put("name", "after").put("embedding", "mine"));
  }

  @Test
  void whatTheOtherProgramWritesMeanwhileIsNotOverwritten() throws Exception {
    old.put("a", object().put("embedding", "old"));
    write("a", object());
    beforeTheNextBulk = () -> write("a", object().put("embedding", "new"));
    assertThat(copy(true)).isEqualTo(new Result(0, 1, 0));
    assertThat(fresh.get("a").path("embedding").asText()).isEqualTo("new");
  }

  @Test
  void oneThatIsGoneMeanwhileStaysAway() throws Exception {
    old.put("a", object().put("embedding", "old"));
    write("a", object());
    beforeTheNextBulk =
        () -> {
          fresh.remove("a");
          writes.merge("a", 1, Integer::sum);
        };
    assertThat(copy(true)).isEqualTo(new Result(0, 0, 0));
    assertThat(fresh).isEmpty();
  }

  @Test
  void beforeTheSwapWhatTheOldOneHasCounts() throws Exception {
    old.put("a", object().put("embedding", "newer").put("rank", 2));
    old.put("b", object());
    write("a", object().put("embedding", "older").put("name", "x"));
    assertThat(copy(false)).isEqualTo(new Result(1, 0, 0));
    assertThat(fresh.get("a"))
        .isEqualTo(object().put("embedding", "newer").put("name", "x").put("rank", 2));
  }

  @Test
  void fieldsThatTheNewOneDoesNotTakeAreCounted() throws Exception {
    old.put("a", object().put("embedding", "mine"));
    write("a", object());
    refused = "a";
    assertThat(copy(false)).isEqualTo(new Result(0, 0, 1));
  }
}
