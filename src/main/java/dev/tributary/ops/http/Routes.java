package dev.tributary.ops.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Which path is answered by whom. Only GET and HEAD come here. Routes may be added while it serves:
 * a worker answers from the first moment of its start.
 */
public final class Routes {

  /**
   * Answers an exchange itself, and closes it in the end, on any thread. There are few threads for
   * all: what takes long, as a stream of events, has to go on by itself and return.
   */
  @FunctionalInterface
  public interface Handler {
    void handle(HttpExchange exchange) throws IOException;
  }

  private final Map<String, Handler> handlers = new ConcurrentHashMap<>();
  private final Map<String, String> said = new LinkedHashMap<>();

  /**
   * @param path with its slash; only this one, and nothing below it
   * @param says what it is for, in the list at {@code /}
   */
  public synchronized Routes add(String path, String says, Handler handler) {
    handlers.put(path, handler);
    said.put(path, says);
    return this;
  }

  /** The same for an answer that is there at once. */
  public Routes add(String path, String says, Supplier<Answer> answer) {
    return add(path, says, exchange -> OpsServer.send(exchange, answer.get()));
  }

  Optional<Handler> find(String path) {
    return Optional.ofNullable(handlers.get(path));
  }

  public Set<String> paths() {
    return Set.copyOf(handlers.keySet());
  }

  /** For people who ask for {@code /} where nothing better answers it. */
  public synchronized Answer list() {
    StringBuilder text = new StringBuilder("Tributary\n\n");
    said.forEach((path, says) -> text.append("%-16s %s%n".formatted(path, says)));
    return Answer.text(200, text.toString());
  }
}
