package dev.tributary;

import dev.tributary.config.Settings;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.Holds;
import dev.tributary.table.Holds.What;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What {@code pause} and {@code resume} are about, and the way to the state table. */
final class HoldTarget {

  @Mixin private ConfigOption config;

  @ArgGroup(multiplicity = "1")
  private Which which;

  private static final class Which {
    @Option(
        names = "--table",
        paramLabel = "TABLE",
        description = "All changes of this table, by its name in the config.")
    private String table;

    @Option(
        names = "--index",
        paramLabel = "INDEX",
        description = "All that is asked of this index, by its name in the config.")
    private String index;
  }

  /** What to do with the state table. */
  @FunctionalInterface
  interface Act {
    int on(Holds holds, What what, String name);
  }

  /**
   * @param any whether it may be about what the config does not name, or no longer
   */
  int act(CommandSpec spec, boolean any, Act act) throws InterruptedException {
    return StateDesk.open(spec, config, desk -> act(desk, any, act));
  }

  private int act(StateDesk desk, boolean any, Act act) {
    Settings settings = desk.settings();
    What what = which.table != null ? What.TABLE : What.INDEX;
    String given = what == What.TABLE ? which.table : which.index;
    Optional<String> name = what == What.TABLE ? table(settings) : index(settings);
    if (name.isEmpty() && !any) {
      desk.err()
          .printf(
              "%s has no %s '%s'; it has %s%n",
              config.file(),
              what,
              given,
              what == What.TABLE ? settings.tables().keySet() : settings.indexes().keySet());
      return ExitCode.USAGE;
    }
    return act.on(new Holds(desk.aws().dynamoDb(), desk.stateTable()), what, name.orElse(given));
  }

  /** Its name in DynamoDB, by which workers know it. */
  private Optional<String> table(Settings settings) {
    return Optional.ofNullable(settings.tables().get(which.table))
        .or(
            () ->
                settings.tables().values().stream()
                    .filter(table -> table.name().equals(which.table))
                    .findFirst())
        .map(Settings.Table::name);
  }

  private Optional<String> index(Settings settings) {
    return Optional.of(which.index)
        .filter(
            index -> settings.indexes().containsKey(index) || index.equals(DeadLetters.NO_INDEX));
  }
}
