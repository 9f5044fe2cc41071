package dev.tributary;

import dev.tributary.config.InvalidConfigException;
import dev.tributary.config.Settings;
import dev.tributary.table.AwsClients;
import dev.tributary.table.NoRegionException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares the mapping files with the live indexes, and adds to these what they can still take. */
@Command(
    name = "mappings",
    mixinStandardHelpOptions = true,
    description = "Compare the mapping files with the live indexes.")
final class MappingsCommand implements Callable<Integer> {

  @Mixin private ConfigOption config;

  @Option(
      names = "--apply",
      description =
          "Add what the files have and the indexes lack. What cannot be added is refused.")
  private boolean apply;

  @Override
  public Integer call() {
    Findings findings = new Findings(System.out);
    try {
      Settings settings = config.read();
      try (AwsClients aws = AwsClients.open(settings.aws())) {
        new IndexCheck(findings, config.file(), apply).run(settings, aws.region());
      }
    } catch (InvalidConfigException e) {
      System.err.println(e.getMessage());
      return 1;
    } catch (NoRegionException e) {
      findings.problem(e.getMessage());
    }
    return findings.exitCode();
  }
}
