package dev.tributary;

import dev.tributary.config.InvalidConfigException;
import dev.tributary.config.Settings;
import dev.tributary.config.SettingsReader;
import dev.tributary.index.Generations;
import dev.tributary.index.InvalidIndexException;
import dev.tributary.index.OpenSearchConnection;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.table.AwsClients;
import dev.tributary.table.NoRegionException;
import dev.tributary.table.Tables;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Reads the config and tries what it names, changing nothing. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = "Check a config file, and the tables and servers that it names.")
final class CheckCommand implements Callable<Integer> {

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "The config file, such as config/places.yml.")
  private Path config;

  private int problems;

  @Override
  public Integer call() {
    Settings settings;
    try {
      settings = new SettingsReader().read(config, System.getenv());
    } catch (InvalidConfigException e) {
      System.err.println(e.getMessage());
      return 1;
    }
    well("config " + config);
    try (AwsClients aws = AwsClients.open(settings.aws())) {
      checkTables(settings, aws);
      checkOpenSearch(settings, aws);
    } catch (NoRegionException e) {
      problem(e.getMessage());
    }
    System.out.println();
    System.out.println(problems == 0 ? "All is well." : problems + " problem(s).");
    return problems == 0 ? 0 : 1;
  }

  private void checkTables(Settings settings, AwsClients aws) {
    Tables tables = new Tables(aws.dynamoDb(), settings.tables().values());
    Preflight.Result result =
        Preflight.check(
            settings, tables, aws.streams(), Preflight.where(settings, aws.region().id()));
    result.findings().forEach(this::well);
    result.problems().forEach(this::problem);
  }

  private void checkOpenSearch(Settings settings, AwsClients aws) {
    try (OpenSearchHttp http = OpenSearchConnection.open(settings.openSearch(), aws.region())) {
      Generations generations = new Generations(http);
      well(generations.describeServer() + " at " + settings.openSearch().url());
      for (Map.Entry<String, Settings.Index> index : settings.indexes().entrySet()) {
        checkIndex(generations, index.getKey(), index.getValue());
      }
    } catch (OpenSearchUnavailableException e) {
      problem(
          "OpenSearch at %s: %s; check opensearch.url and its credentials"
              .formatted(settings.openSearch().url(), e.getMessage()));
    }
  }

  private void checkIndex(Generations generations, String name, Settings.Index index)
      throws OpenSearchUnavailableException {
    try {
      well("index '%s' %s".formatted(name, generations.plan(name, index.mapping())));
    } catch (InvalidIndexException e) {
      problem("index '%s': %s".formatted(name, e.getMessage()));
    }
  }

  private void well(String finding) {
    System.out.println("  ok       " + finding);
  }

  private void problem(String problem) {
    problems++;
    System.out.println("  PROBLEM  " + problem);
  }
}
