package dev.tributary.index;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.opensearch.client.opensearch.generic.Body;
import org.opensearch.client.opensearch.generic.Request;
import org.opensearch.client.transport.GenericSerializable;

/**
 * A request whose payload the transport copies once, in one piece. Of the client's own requests it
 * copies 8 KB at a time into an array that grows, and keeps them until they are answered.
 */
final class TransportRequest implements Request, GenericSerializable {

  private final String method;
  private final String path;
  private final Map<String, String> query;
  private final String type;

  /** Until it is copied. */
  private Payload payload;

  TransportRequest(
      String method,
      String path,
      Map<String, String> query,
      OpenSearchHttp.Content content,
      Payload payload) {
    this.method = method;
    this.path = path;
    this.query = Map.copyOf(query);
    this.type = content.type();
    this.payload = payload;
  }

  @Override
  public String getMethod() {
    return method;
  }

  @Override
  public String getEndpoint() {
    return path;
  }

  @Override
  public Map<String, String> getParameters() {
    return query;
  }

  @Override
  public Collection<Map.Entry<String, String>> getHeaders() {
    return List.of();
  }

  /** Says only that there is one: its bytes come by {@link #serialize}. */
  @Override
  public Optional<Body> getBody() {
    return Optional.of(Body.from(InputStream.nullInputStream(), type));
  }

  @Override
  public String serialize(OutputStream to) {
    try {
      payload.writeTo(to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    payload = null;
    return type;
  }
}
