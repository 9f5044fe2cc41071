package dev.tributary.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.opensearch.client.opensearch.generic.Body;
import org.opensearch.client.opensearch.generic.OpenSearchGenericClient;
import org.opensearch.client.opensearch.generic.Requests;
import org.opensearch.client.opensearch.generic.Response;
import org.opensearch.client.transport.OpenSearchTransport;
import org.opensearch.client.transport.httpclient5.ResponseException;

/**
 * Sends bytes to OpenSearch and brings bytes back. Statuses are answers here, not exceptions; a
 * future fails only when no answer came. Thread-safe.
 */
public final class OpenSearchHttp implements AutoCloseable {

  private static final String JSON = "application/json";

  /** The generic client parses this as the body's type, and OpenSearch takes it for bulks. */
  private static final String NDJSON = "application/x-ndjson";

  private final OpenSearchTransport transport;
  private final OpenSearchGenericClient client;

  OpenSearchHttp(OpenSearchTransport transport) {
    this.transport = transport;
    this.client = new OpenSearchGenericClient(transport);
  }

  CompletableFuture<Answer> bulk(byte[] body, Map<String, String> query) {
    return send("POST", "/_bulk", query, Body.from(body, NDJSON));
  }

  CompletableFuture<Answer> json(String method, String path, byte[] body) {
    return send(method, path, Map.of(), Body.from(body, JSON));
  }

  CompletableFuture<Answer> json(String method, String path) {
    return send(method, path, Map.of(), null);
  }

  CompletableFuture<Answer> get(String path, Map<String, String> query) {
    return send("GET", path, query, null);
  }

  /** Sends and waits, for callers that have nothing else to do. */
  Answer await(CompletableFuture<Answer> answer) throws OpenSearchUnavailableException {
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw OpenSearchUnavailableException.noAnswer(e.getCause());
    }
  }

  private CompletableFuture<Answer> send(
      String method, String path, Map<String, String> query, Body body) {
    var request = Requests.builder().method(method).endpoint(path).query(query);
    if (body != null) {
      request.body(body);
    }
    try {
      return client
          .executeAsync(request.build())
          .handle(
              (response, failure) -> failure == null ? read(response) : answerIn(unwrap(failure)));
    } catch (RuntimeException e) {
      // The transport throws some of its faults instead of completing the future with them.
      return CompletableFuture.failedFuture(e);
    }
  }

  private static Answer read(Response response) {
    try (response) {
      byte[] body = response.getBody().map(Body::bodyAsBytes).orElse(new byte[0]);
      return new Answer(response.getStatus(), body);
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  /**
   * The transport makes exceptions of some statuses: they become answers again. The body stands in
   * the message, behind a line about the request.
   */
  private static Answer answerIn(Throwable failure) {
    if (failure instanceof ResponseException refused) {
      String message = String.valueOf(refused.getMessage());
      String body = message.substring(message.indexOf('\n') + 1);
      return new Answer(refused.status(), body.getBytes(StandardCharsets.UTF_8));
    }
    throw new CompletionException(failure);
  }

  private static Throwable unwrap(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  @Override
  public void close() {
    try {
      transport.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
