package dev.tributary;

import dev.tributary.bench.Bench;
import dev.tributary.bench.BenchOptions;
import dev.tributary.bench.BenchProfile;
import dev.tributary.local.LocalServerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.core.exception.SdkException;

/** What a worker takes, beside what the servers take anyway. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Measure a worker, beside the least that does its work.",
    footer = {
      "",
      "It starts DynamoDB, OpenSearch and workers of its own on this machine, and touches nothing else.",
      "Exit codes: 0 measured, and the index ended as it should; 1 it did not; 2 wrong use."
    })
final class BenchCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "drain",
      description = "What is measured (default: ${DEFAULT-VALUE}); a wrong one lists all.")
  private String profile;

  @Option(
      names = "--records",
      paramLabel = "N",
      description = "How many changes (default: the profile's own number).")
  private Optional<Long> records = Optional.empty();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "How often each part is measured, in turn; the median counts (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--fast",
      description = "With a worker that reads again at once, which costs more requests.")
  private boolean fast;

  @Option(
      names = "--worker",
      paramLabel = "KEY=VALUE",
      description = "A key below 'worker' in the workers' configs, such as poll=50ms.")
  private Map<String, String> worker = new HashMap<>();

  @Option(names = "--json", description = "Print one object for programs.")
  private boolean json;

  @Option(names = "--plot", paramLabel = "FILE.svg", description = "Write a picture of it, too.")
  private Optional<Path> plot = Optional.empty();

  @Option(
      names = "--java-options",
      paramLabel = "OPTIONS",
      description =
          "Options of the JVMs that are measured, with blanks between them, instead of the usual ones.")
  private Optional<String> java = Optional.empty();

  @Override
  public Integer call() throws InterruptedException {
    BenchOptions options = options();
    Bench bench = new Bench(options, spec.commandLine().getErr());
    // The servers and workers end with this process; this removes their data, too.
    Runtime.getRuntime().addShutdownHook(new Thread(bench::close, "bench-cleanup"));
    try (bench) {
      Bench.Outcome outcome = bench.run();
      if (plot.isPresent()) {
        Files.writeString(plot.get(), outcome.svg());
      }
      if (json) {
        spec.commandLine().getOut().println(outcome.json());
      } else {
        outcome.text().forEach(spec.commandLine().getOut()::println);
      }
      return outcome.right() ? 0 : 1;
    } catch (LocalServerException | IOException | SdkException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return 1;
    }
  }

  private BenchOptions options() {
    try {
      return new BenchOptions(
          Path.of(System.getProperty("tributary.home", ".")),
          BenchProfile.of(profile)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "There is no profile '%s'. There are: %s".formatted(profile, all()))),
          records,
          rounds,
          keys(),
          java.map(options -> List.of(options.trim().split("\\s+", -1))));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private Map<String, String> keys() {
    Map<String, String> keys = new HashMap<>(fast ? BenchOptions.FAST : Map.of());
    keys.putAll(worker);
    return keys;
  }

  private static String all() {
    return Arrays.stream(BenchProfile.values())
        .map(one -> "%n  %-9s %s".formatted(one.title(), one.meaning()))
        .collect(Collectors.joining());
  }
}
