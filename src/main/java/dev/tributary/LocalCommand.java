package dev.tributary;

import dev.tributary.local.LocalOptions;
import dev.tributary.local.LocalServerException;
import dev.tributary.local.LocalStack;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the local servers until Ctrl-C, and says how to reach them. */
@Command(
    name = "local",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Run DynamoDB, OpenSearch and S3 on this machine.")
final class LocalCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Option(
      names = "--dynamodb-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "DynamoDB's port (default: a free one).")
  int dynamoDbPort;

  @Option(
      names = "--opensearch-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "OpenSearch's port (default: a free one).")
  int openSearchPort;

  @Option(
      names = "--s3-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "S3's port (default: a free one).")
  int s3Port;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Keep the data here from one run to the next. Without it nothing is kept.")
  Optional<Path> data = Optional.empty();

  @Option(
      names = "--opensearch",
      paramLabel = "2|3",
      defaultValue = "2",
      description = "The OpenSearch line; 3 needs Java 21 or later (default: ${DEFAULT-VALUE}).")
  int openSearchLine;

  private final AtomicBoolean ending = new AtomicBoolean();

  @Override
  public Integer call() throws InterruptedException, IOException {
    PrintWriter out = spec.commandLine().getOut();
    long began = System.nanoTime();
    try (var stack = new LocalStack(options())) {
      out.printf("Starting DynamoDB, OpenSearch %d and S3 ...%n", openSearchLine);
      out.flush();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(stack, out), "end-local"));
      stack.start();
      out.print(welcome(stack, (System.nanoTime() - began) / 1e9));
      out.flush();
      return failed(stack.awaitDeath());
    } catch (LocalServerException e) {
      return failed(e.getMessage());
    }
  }

  private LocalOptions options() {
    try {
      LocalOptions options =
          LocalOptions.defaults()
              .withPorts(dynamoDbPort, openSearchPort, s3Port)
              .withOpenSearchLine(openSearchLine);
      return data.map(options::withData).orElse(options);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private String welcome(LocalStack stack, double seconds) {
    return """
        Ready after %.1f s.

          DynamoDB    %s
          OpenSearch  %s
          S3          %s

        To reach them from another terminal:

        export AWS_ACCESS_KEY_ID=%s
        export AWS_SECRET_ACCESS_KEY=%s
        export AWS_REGION=%s
        export DYNAMODB_ENDPOINT=%s
        export OPENSEARCH_URL=%s
        export S3_ENDPOINT=%s

        Data and logs: %s%s
        Ctrl-C stops all three.
        """
        .formatted(
            seconds,
            stack.dynamoDb(),
            stack.openSearch(),
            stack.s3(),
            stack.accessKey(),
            stack.secretKey(),
            stack.region(),
            stack.dynamoDb(),
            stack.openSearch(),
            stack.s3(),
            stack.folder(),
            data.isPresent() ? "" : " (deleted at the end; --data DIR keeps them)");
  }

  /** On Ctrl-C or SIGTERM, and once more, without a word, after a failure. */
  private void end(LocalStack stack, PrintWriter out) {
    if (ending.compareAndSet(false, true)) {
      out.printf("%nStopping ...%n");
      out.flush();
    }
    try {
      stack.close();
    } catch (IOException e) {
      out.printf("Left behind: %s%n", e.getMessage());
      out.flush();
    }
  }

  private int failed(String message) {
    // A server that ends after Ctrl-C has not failed.
    if (ending.compareAndSet(false, true)) {
      PrintWriter err = spec.commandLine().getErr();
      err.println(message);
      err.flush();
    }
    return 1;
  }
}
