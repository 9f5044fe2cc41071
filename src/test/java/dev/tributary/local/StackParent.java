package dev.tributary.local;

/** A process that starts a stack, says the servers' process ids, and stays until it is killed. */
final class StackParent {
  private StackParent() {}

  public static void main(String[] args) throws Exception {
    try (var stack = new LocalStack(LocalOptions.defaults()).start()) {
      for (LocalServer server : LocalServer.values()) {
        System.out.println(stack.process(server).pid());
      }
      System.out.println(stack.awaitDeath());
    }
  }
}
