package dev.tributary;

import dev.tributary.chaos.Chaos;
import dev.tributary.chaos.ChaosOptions;
import dev.tributary.chaos.FaultKind;
import dev.tributary.local.LocalServerException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.core.exception.SdkException;

/** The promise, tried out: whatever goes wrong, in the end the indexes equal the tables. */
@Command(
    name = "chaos",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Make workers and servers fail, and see that index equals table.",
    footer = {
      "",
      "It starts DynamoDB, OpenSearch, S3 and workers of its own on this machine, and touches nothing else.",
      "Exit codes: 0 the indexes equal the tables, and dead letters account for the rest; 1 they do not; 2 wrong use."
    })
final class ChaosCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "What the faults and changes are drawn from (default: any, which is printed).")
  private Optional<Long> seed = Optional.empty();

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "1",
      description = "How long there are faults, such as 0.5 (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--workers",
      paramLabel = "COUNT",
      defaultValue = "3",
      description = "How many workers, 1 to 8 (default: ${DEFAULT-VALUE}).")
  private int workers;

  @Option(
      names = "--only",
      paramLabel = "KIND",
      split = ",",
      description = "Faults of these kinds alone, with commas between them; a wrong one lists all.")
  private List<String> only = List.of();

  @Override
  public Integer call() throws InterruptedException {
    ChaosOptions options = options();
    // What goes wrong is said by the run itself.
    System.setProperty("tributary.log.level", System.getProperty("tributary.log.level", "ERROR"));
    Chaos chaos = new Chaos(options, spec.commandLine().getOut());
    // The servers and workers end with this process; this removes their data, too.
    Runtime.getRuntime().addShutdownHook(new Thread(chaos::close, "chaos-cleanup"));
    try (chaos) {
      return chaos.run() ? 0 : 1;
    } catch (LocalServerException | IOException | SdkException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return 1;
    }
  }

  private ChaosOptions options() {
    try {
      return new ChaosOptions(
          Path.of(System.getProperty("tributary.home", ".")),
          seed.orElseGet(() -> (long) new Random().nextInt(1_000_000)),
          Duration.ofMillis(Math.round(minutes * 60_000)),
          workers,
          kinds());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private Set<FaultKind> kinds() {
    if (only.isEmpty()) {
      return EnumSet.allOf(FaultKind.class);
    }
    return only.stream()
        .map(
            title ->
                FaultKind.of(title)
                    .orElseThrow(
                        () ->
                            new IllegalArgumentException(
                                "There is no fault '%s'. There are: %s".formatted(title, all()))))
        .collect(Collectors.toSet());
  }

  private static String all() {
    return Arrays.stream(FaultKind.values())
        .map(FaultKind::title)
        .collect(Collectors.joining(", "));
  }
}
