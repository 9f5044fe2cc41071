package dev.tributary.local;

import java.io.IOException;

/** The servers that all integration tests of one JVM share, started when first asked for. */
public final class Servers {
  private Servers() {}

  /** Has its test control on. Tests share it, so each makes tables and indexes of its own names. */
  public static LocalStack shared() {
    return Holder.STACK;
  }

  private static final class Holder {
    static final LocalStack STACK = started();

    private static LocalStack started() {
      var stack = new LocalStack(LocalOptions.defaults().withTestControl());
      Runtime.getRuntime().addShutdownHook(new Thread(() -> close(stack), "close-servers"));
      try {
        return stack.start();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Interrupted while the servers started", e);
      }
    }

    private static void close(LocalStack stack) {
      try {
        stack.close();
      } catch (IOException e) {
        System.err.println("The shared servers left files behind: " + e);
      }
    }
  }
}
