package dev.tributary.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.opensearch.client.opensearch._types.OpenSearchException;
import org.opensearch.client.opensearch.generic.Body;
import org.opensearch.client.opensearch.generic.OpenSearchGenericClient;
import org.opensearch.client.opensearch.generic.Requests;
import org.opensearch.client.opensearch.generic.Response;
import org.opensearch.client.transport.OpenSearchTransport;
import org.opensearch.client.transport.TransportOptions;
import org.opensearch.client.transport.httpclient5.ResponseException;

/** Over the network, by the transport that {@link OpenSearchConnection} chose. */
final class TransportHttp extends OpenSearchHttp {

  private final Map<Patience, OpenSearchGenericClient> clients;
  private final List<OpenSearchTransport> transports;

  private TransportHttp(
      Map<Patience, OpenSearchGenericClient> clients, List<OpenSearchTransport> transports) {
    this.clients = clients;
    this.transports = transports;
  }

  /** Over one transport, where its options say how long to wait. */
  static TransportHttp over(OpenSearchTransport transport, TransportOptions patient) {
    return new TransportHttp(
        Map.of(
            Patience.USUAL, new OpenSearchGenericClient(transport),
            Patience.LONG, new OpenSearchGenericClient(transport, patient)),
        List.of(transport));
  }

  /** Over one transport for each, where it always waits the same time. */
  static TransportHttp over(Map<Patience, OpenSearchTransport> transports) {
    Map<Patience, OpenSearchGenericClient> clients = new EnumMap<>(Patience.class);
    transports.forEach(
        (patience, transport) -> clients.put(patience, new OpenSearchGenericClient(transport)));
    return new TransportHttp(clients, List.copyOf(transports.values()));
  }

  @Override
  CompletableFuture<Answer> send(
      String method,
      String path,
      Map<String, String> query,
      Content content,
      Payload body,
      Patience patience) {
    try {
      return clients
          .get(patience)
          .executeAsync(
              body.size() == 0
                  ? Requests.builder().method(method).endpoint(path).query(query).build()
                  : new TransportRequest(method, path, query, content, body))
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
   * The transports make exceptions of some statuses, such as 401 and 403, each its own and not
   * always the outermost: they become answers again.
   */
  private static Answer answerIn(Throwable failure) {
    for (Throwable link = failure; link != null; link = link.getCause()) {
      if (link instanceof ResponseException refused) {
        // The body stands in the message, behind a line about the request.
        String message = String.valueOf(refused.getMessage());
        return answer(refused.status(), message.substring(message.indexOf('\n') + 1));
      }
      if (link instanceof OpenSearchException refused) {
        return answer(refused.status(), String.valueOf(refused.getMessage()));
      }
    }
    throw new CompletionException(failure);
  }

  private static Answer answer(int status, String body) {
    return new Answer(status, body.getBytes(StandardCharsets.UTF_8));
  }

  private static Throwable unwrap(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  @Override
  public void close() {
    try {
      for (OpenSearchTransport transport : transports) {
        transport.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
