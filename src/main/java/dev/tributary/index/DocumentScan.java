package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.function.BiConsumer;

/** Reads all documents of an index. */
public final class DocumentScan {

  private final Scroll scroll;

  public DocumentScan(OpenSearchHttp http) {
    this.scroll = new Scroll(http, Duration.ofMinutes(1));
  }

  /**
   * Reads every document that is there now.
   *
   * @param each told the id and the source, as JSON
   */
  public void read(String index, BiConsumer<String, byte[]> each)
      throws OpenSearchUnavailableException {
    scroll.<RuntimeException>read(
        index,
        ExactJson.MAPPER.createObjectNode(),
        hits -> {
          for (JsonNode hit : hits) {
            each.accept(hit.path("_id").asText(), ExactJson.bytes(hit.path("_source")));
          }
        });
  }
}
