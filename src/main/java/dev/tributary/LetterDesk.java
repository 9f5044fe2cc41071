package dev.tributary;

import dev.tributary.config.Settings;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.table.AwsClients;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.DeadLetters.Filed;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** What the commands about dead letters share. */
record LetterDesk(Settings settings, AwsClients aws, DeadLetters letters, PrintWriter out) {

  /** What a command does with the letters; its answer is the exit code. */
  @FunctionalInterface
  interface Work {
    int with(LetterDesk desk) throws OpenSearchUnavailableException, InterruptedException;
  }

  static int open(CommandSpec spec, ConfigOption config, Work work) throws InterruptedException {
    return StateDesk.open(
        spec,
        config,
        desk ->
            work.with(
                new LetterDesk(
                    desk.settings(),
                    desk.aws(),
                    new DeadLetters(desk.aws().dynamoDb(), desk.stateTable()),
                    desk.out())));
  }

  /** The letters that a filter takes, without their traces, by index and then by id. */
  List<Filed> find(LetterFilter filter) {
    List<Filed> found = new ArrayList<>();
    for (String index : indexes(filter)) {
      letters.each(
          index,
          letter -> {
            // By the clock that letters are dated by, which is known from the first answer on.
            if (filter.takes(letter, aws.clock().instant())) {
              found.add(letter.withoutTrace());
            }
          });
    }
    return found;
  }

  /**
   * One that the config no longer names may still have letters, so it is asked for all the same.
   */
  Set<String> indexes(LetterFilter filter) {
    if (filter.index().isPresent()) {
      return Set.of(filter.index().get());
    }
    Set<String> all = new LinkedHashSet<>(settings.indexes().keySet());
    all.add(DeadLetters.NO_INDEX);
    return all;
  }

  /** Says where a filter names what the config does not: most likely it is a slip. */
  void hint(LetterFilter filter) {
    filter
        .index()
        .filter(index -> !indexes(LetterFilter.ALL).contains(index))
        .ifPresent(index -> out.printf("the config has no index '%s'%n", index));
    filter
        .entity()
        .filter(entity -> !settings.entities().containsKey(entity))
        .ifPresent(entity -> out.printf("the config has no entity '%s'%n", entity));
  }
}
