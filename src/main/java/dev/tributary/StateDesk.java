package dev.tributary;

import dev.tributary.config.InvalidConfigException;
import dev.tributary.config.Settings;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.sync.TableUnavailableException;
import dev.tributary.table.AwsClients;
import dev.tributary.table.NoRegionException;
import dev.tributary.table.StateTable;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * What the commands about the state table share: they read the config, open the way to the table,
 * and say in one line what keeps them from their work.
 */
record StateDesk(Settings settings, AwsClients aws, PrintWriter out, PrintWriter err) {

  /** What a command does; its answer is the exit code. */
  @FunctionalInterface
  interface Work {
    int with(StateDesk desk) throws OpenSearchUnavailableException, InterruptedException;
  }

  static int open(CommandSpec spec, ConfigOption config, Work work) throws InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    PrintWriter out = spec.commandLine().getOut();
    Settings settings;
    try {
      settings = config.read();
    } catch (InvalidConfigException e) {
      err.println(e.getMessage());
      return 1;
    }
    try (AwsClients aws = AwsClients.open(settings.aws())) {
      return work.with(new StateDesk(settings, aws, out, err));
    } catch (NoRegionException e) {
      err.println(e.getMessage());
    } catch (ResourceNotFoundException e) {
      err.println(
          "no worker of application '%s' has run here yet".formatted(settings.application()));
    } catch (SdkException e) {
      err.println(Failures.describe(e, settings.aws()));
    } catch (TableUnavailableException e) {
      err.println(
          e.getCause() instanceof SdkException failure
              ? Failures.describe(failure, settings.aws())
              : e.getMessage());
    } catch (OpenSearchUnavailableException e) {
      err.printf("OpenSearch at %s: %s%n", settings.openSearch().url(), e.getMessage());
    } finally {
      out.flush();
      err.flush();
    }
    return 1;
  }

  String stateTable() {
    return StateTable.nameFor(settings.application());
  }
}
