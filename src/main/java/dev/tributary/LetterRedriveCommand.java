package dev.tributary;

import dev.tributary.backfill.RedriveRun;
import dev.tributary.config.RulesDigest;
import dev.tributary.enrich.Enricher;
import dev.tributary.index.LiveDestinations;
import dev.tributary.index.OpenSearchConnection;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.sync.Redrive;
import dev.tributary.table.DeadLetters.Filed;
import dev.tributary.table.PendingObjects;
import dev.tributary.table.StateTable;
import dev.tributary.table.Tables;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Tries the documents of dead letters again. */
@Command(
    name = "redrive",
    mixinStandardHelpOptions = true,
    description = "Try dead letters again, from their items as they are now.",
    footer = {
      "",
      "What succeeds is cleared, what is refused again stays with its new reason. Workers may run",
      "meanwhile. Exit codes: 0 none of them is left; 1 some are, or a server does not answer;",
      "2 wrong use."
    })
final class LetterRedriveCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ConfigOption config;
  @Mixin private LetterActOptions options;

  @Override
  public Integer call() throws InterruptedException {
    return options.run(spec, config, "Redrive", this::redrive);
  }

  private int redrive(LetterDesk desk, List<Filed> letters)
      throws OpenSearchUnavailableException, InterruptedException {
    try (OpenSearchHttp openSearch =
        OpenSearchConnection.open(desk.settings().openSearch(), desk.aws().region())) {
      return redrive(desk, openSearch, letters).clean() ? 0 : 1;
    }
  }

  /** Tells of each letter, and sums up. */
  static RedriveRun.Count redrive(LetterDesk desk, OpenSearchHttp openSearch, List<Filed> letters)
      throws OpenSearchUnavailableException, InterruptedException {
    Tables tables = new Tables(desk.aws().dynamoDb(), desk.settings().tables().values());
    String stateTable = StateTable.nameFor(desk.settings().application());
    String region = desk.aws().region().id();
    try (Redrive redrive =
        new Redrive(
            desk.settings(),
            new Enricher(desk.settings().enrichment(), region),
            openSearch,
            new LiveDestinations(openSearch, RulesDigest.of(desk.settings())),
            tables::read,
            tables::keyOf,
            desk.letters(),
            new PendingObjects(desk.aws().dynamoDb(), stateTable),
            desk.aws().clock())) {
      RedriveRun run = new RedriveRun(redrive::at, desk.out()::println);
      try {
        run.run(letters);
      } finally {
        desk.out().println(summary(run.count(), letters.size()));
      }
      return run.count();
    }
  }

  static String summary(RedriveRun.Count count, int all) {
    int left =
        all - count.redriven - count.gone - count.unfinished - count.refused - count.impossible;
    return "%d redriven%s, %d still refused, %d gone%s%s"
        .formatted(
            count.redriven + count.unfinished,
            part(count.unfinished, " (%d wait for objects)"),
            count.refused,
            count.gone,
            part(count.impossible, ", %d cannot be redriven"),
            part(left, ", %d not tried: their letters are as they were"));
  }

  private static String part(int count, String text) {
    return count == 0 ? "" : text.formatted(count);
  }
}
