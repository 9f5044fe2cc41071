package dev.tributary.local;

import java.nio.file.Path;

/**
 * A process that starts a stack on the given data folder, says the servers' process ids, and stays
 * until it is killed.
 */
final class StackParent {
  private StackParent() {}

  public static void main(String[] args) throws Exception {
    LocalOptions options = LocalOptions.defaults().withData(Path.of(args[0]));
    try (var stack = new LocalStack(options).start()) {
      for (LocalServer server : options.servers()) {
        System.out.println(stack.process(server).pid());
      }
      System.out.println(stack.awaitDeath());
    }
  }
}
