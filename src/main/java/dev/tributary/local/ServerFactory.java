package dev.tributary.local;

import java.util.Map;
import java.util.function.Consumer;

/** What makes the servers of a {@link LocalStack}. */
interface ServerFactory {
  /**
   * Those that the options ask for; none of them is started.
   *
   * @param folder for data and logs
   * @param onDeath told when a server ends unasked
   */
  Map<LocalServer, Server> in(RunFolder folder, Consumer<String> onDeath);
}
