package dev.tributary.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.change.SyncFields;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** An index that finds a few documents of a table, whatever it is asked. */
public final class PlayedSearch extends OpenSearchHttp {

  private final String table;
  private final List<String> ids;

  /**
   * @param ids of the documents, which are their items' keys; no more than a page
   */
  public PlayedSearch(String table, List<String> ids) {
    this.table = table;
    this.ids = List.copyOf(ids);
  }

  @Override
  CompletableFuture<Answer> send(
      String method,
      String path,
      Map<String, String> query,
      Content content,
      Payload body,
      Patience patience) {
    ObjectNode answer = ExactJson.MAPPER.createObjectNode();
    if (path.contains("_search")) {
      ArrayNode hits = answer.putObject("hits").putArray("hits");
      for (String id : ids) {
        hits.addObject()
            .put("_id", id)
            .putObject("_source")
            .putObject(SyncFields.SYNC)
            .put(SyncFields.TABLE, table)
            .put(SyncFields.PK, id);
      }
    }
    return CompletableFuture.completedFuture(new Answer(200, answer.toString().getBytes(UTF_8)));
  }

  @Override
  public void close() {}
}
