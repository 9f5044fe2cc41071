package dev.tributary.local;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.net.URI;

/**
 * The servers that all integration tests of one JVM share, each started when first asked for. They
 * are processes, or with {@code -Dstack=docker} containers. What these have not, a test asks for
 * before it begins: it is then skipped, and says why.
 */
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

  /** For a test that wants servers of its own, and closes them. */
  public static LocalStack started(LocalOptions options) throws InterruptedException {
    return made(options).start();
  }

  /** For tests of the processes themselves. */
  public static void assumeProcesses() {
    assumeFalse(containers(), "It is about servers that are processes, and these are containers");
  }

  /** For tests that roll shards or move the time. */
  public static void assumeTestControl() {
    assumeFalse(
        containers(), "DynamoDB Local in a container has no test control, which rolls shards");
  }

  /** For tests of indexes with Japanese words. */
  public static void assumeKuromoji() {
    String request = "{\"analyzer\": \"kuromoji\", \"text\": \"寿司\"}";
    assumeFalse(
        containers()
            && new RawOpenSearch(shared().openSearch())
                .ask("POST", "/_analyze", request)
                .has("error"),
        "The image of OpenSearch lacks the plugin analysis-kuromoji: -Dimage.opensearch names another");
  }

  private static boolean containers() {
    String stack = System.getProperty("stack", "processes");
    return switch (stack) {
      case "docker" -> true;
      case "processes" -> false;
      default ->
          throw new IllegalArgumentException(
              "-Dstack=" + stack + " is not known: docker for containers, or processes");
    };
  }

  private static LocalStack made(LocalOptions options) {
    return containers()
        ? new LocalStack(options, new Containers(options))
        : new LocalStack(options);
  }

  private static final class Holder {
    static final LocalStack STACK = shared(LocalOptions.defaults().withTestControl());
  }

  private static final class SqsHolder {
    static final LocalStack STACK = shared(LocalOptions.defaults().withServers(LocalServer.SQS));
  }

  private static LocalStack shared(LocalOptions options) {
    LocalStack stack = made(options);
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
