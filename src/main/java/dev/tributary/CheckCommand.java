package dev.tributary;

import dev.tributary.config.InvalidConfigException;
import dev.tributary.config.Settings;
import dev.tributary.index.EntityMappings;
import dev.tributary.table.AwsClients;
import dev.tributary.table.NoRegionException;
import dev.tributary.table.Tables;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Reads the config and tries what it names, changing nothing. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = "Check a config file, and the tables and servers that it names.")
final class CheckCommand implements Callable<Integer> {

  @Mixin private ConfigOption config;

  private final Findings findings = new Findings(System.out);

  @Override
  public Integer call() {
    Settings settings;
    try {
      settings = config.read();
    } catch (InvalidConfigException e) {
      System.err.println(e.getMessage());
      return 1;
    }
    findings.well("config " + config.file());
    EntityMappings.Result fit = EntityMappings.check(settings);
    fit.notes().forEach(findings::note);
    fit.problems().forEach(findings::problem);
    try (AwsClients aws = AwsClients.open(settings.aws())) {
      checkTables(settings, aws);
      new BucketCheck(findings).run(settings.enrichment(), aws.region().id());
      new IndexCheck(findings, config.file(), false).run(settings, aws.region());
    } catch (NoRegionException e) {
      findings.problem(e.getMessage());
    }
    return findings.exitCode();
  }

  private void checkTables(Settings settings, AwsClients aws) {
    Tables tables = new Tables(aws.dynamoDb(), settings.tables().values());
    Preflight.Result result =
        Preflight.check(
            settings, tables, aws.streams(), Preflight.where(settings, aws.region().id()));
    result.findings().forEach(findings::well);
    result.problems().forEach(findings::problem);
  }
}
