package dev.tributary.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;

/** A way to a {@link PlayedIndex} on which a test decides what arrives, when, and what is lost. */
public final class PlayedHttp extends OpenSearchHttp {

  /** The test's part. */
  public interface Network {
    /** Takes a request: what becomes of it is told to it later. */
    void take(Exchange exchange);

    /** A caller waits for the end of one: lets the world go on until it comes. */
    void await(Exchange exchange);
  }

  /** One request, and what becomes of it. */
  public final class Exchange {
    private final String path;
    private final byte[] body;
    private final Reply future = new Reply(this);
    private Answer answer;

    private Exchange(String path, byte[] body) {
      this.path = path;
      this.body = body;
    }

    /** OpenSearch carries it out. */
    public void arrive() {
      answer = index.handle(path, body, action -> false);
    }

    /**
     * OpenSearch carries out every other action, from this one on; its queue is full for the rest.
     */
    public void arrivePartly(int first) {
      answer = index.handle(path, body, action -> (action + first) % 2 == 0);
    }

    /** OpenSearch takes none of it. */
    public void turnAway(int status) {
      answer = new Answer(status, "{\"error\":{\"reason\":\"too much\"}}".getBytes(UTF_8));
    }

    /** Whether it would bring OpenSearch no version that it has not had. */
    public boolean isKnown() {
      return !isBulk() || index.hasSeen(body);
    }

    public boolean arrived() {
      return answer != null;
    }

    /** Its answer reaches who asked. */
    public void answer() {
      future.complete(answer);
    }

    /** Who asked hears nothing. */
    public void fail(Exception failure) {
      future.completeExceptionally(failure);
    }

    public boolean ended() {
      return future.isDone();
    }

    public boolean isBulk() {
      return path.equals("/_bulk");
    }

    /** For a story: its lines without the documents. */
    @Override
    public String toString() {
      return isBulk() ? actions() : "a look";
    }

    private String actions() {
      StringJoiner actions = new StringJoiner(", ", "[", "]");
      try {
        for (String line : new String(body, UTF_8).lines().toList()) {
          JsonNode parsed = JSON.readTree(line);
          parsed.properties().stream()
              .filter(action -> action.getValue().has("_id"))
              .forEach(
                  action ->
                      actions.add(action.getKey() + " " + action.getValue().path("_id").asText()));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return actions.toString();
    }
  }

  /** Knows what it answers. */
  private static final class Reply extends CompletableFuture<Answer> {
    private final Exchange exchange;

    Reply(Exchange exchange) {
      this.exchange = exchange;
    }
  }

  private static final ObjectMapper JSON = new ObjectMapper();

  private final PlayedIndex index;
  private final Network network;

  public PlayedHttp(PlayedIndex index, Network network) {
    this.index = index;
    this.network = network;
  }

  @Override
  CompletableFuture<Answer> send(
      String method,
      String path,
      Map<String, String> query,
      Content content,
      Payload body,
      Patience patience) {
    Exchange exchange = new Exchange(path, body.toByteArray());
    network.take(exchange);
    return exchange.future;
  }

  @Override
  Answer await(CompletableFuture<Answer> answer) throws OpenSearchUnavailableException {
    network.await(((Reply) answer).exchange);
    return super.await(answer);
  }

  @Override
  public void close() {}
}
