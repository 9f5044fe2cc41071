package dev.tributary.index;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Sends bytes to OpenSearch and brings bytes back. Statuses are answers here, not exceptions; a
 * future fails only when no answer came. Thread-safe.
 */
public abstract class OpenSearchHttp implements AutoCloseable {

  private static final Payload NOTHING = Payload.of(new byte[0]);

  /** What a request's body is. */
  enum Content {
    JSON("application/json"),
    /** The generic client parses this as the body's type, and OpenSearch takes it for bulks. */
    BULK("application/x-ndjson");

    private final String type;

    Content(String type) {
      this.type = type;
    }

    String type() {
      return type;
    }
  }

  /** There is one that uses the network, and one in the tests. */
  OpenSearchHttp() {}

  /**
   * @param body empty for none; not used any more once this has returned
   */
  abstract CompletableFuture<Answer> send(
      String method,
      String path,
      Map<String, String> query,
      Content content,
      Payload body,
      Patience patience);

  CompletableFuture<Answer> bulk(Payload body, Map<String, String> query, Patience patience) {
    return send("POST", "/_bulk", query, Content.BULK, body, patience);
  }

  CompletableFuture<Answer> json(String method, String path, byte[] body) {
    return send(method, path, Map.of(), Content.JSON, Payload.of(body), Patience.USUAL);
  }

  CompletableFuture<Answer> json(String method, String path) {
    return send(method, path, Map.of(), Content.JSON, NOTHING, Patience.USUAL);
  }

  CompletableFuture<Answer> get(String path, Map<String, String> query) {
    return send("GET", path, query, Content.JSON, NOTHING, Patience.USUAL);
  }

  /** Waits, for callers that have nothing else to do. */
  Answer await(CompletableFuture<Answer> answer) throws OpenSearchUnavailableException {
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw OpenSearchUnavailableException.noAnswer(e.getCause());
    }
  }

  @Override
  public abstract void close();
}
