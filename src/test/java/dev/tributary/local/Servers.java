package dev.tributary.local;

import java.io.IOException;
import java.net.URI;

/** The servers that all integration tests of one JVM share, each started when first asked for. */
public final class Servers {
  private Servers() {}

  /** Has its test control on. Tests share it, so each makes tables and indexes of its own names. */
  public static LocalStack shared() {
    return Holder.STACK;
  }

  /** Apart from the others, since few tests need it. Each makes queues of its own names. */
  public static URI sqs() {
    return SqsHolder.STACK.sqs();
  }

  private static final class Holder {
    static final LocalStack STACK = started(LocalOptions.defaults().withTestControl());
  }

  private static final class SqsHolder {
    static final LocalStack STACK = started(LocalOptions.defaults().withServers(LocalServer.SQS));
  }

  private static LocalStack started(LocalOptions options) {
    var stack = new LocalStack(options);
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
