package dev.tributary;

import dev.tributary.backfill.Pauses;
import dev.tributary.backfill.ReadUnits;
import dev.tributary.backfill.Scope;
import dev.tributary.backfill.Verify;
import dev.tributary.backfill.VerifySummary;
import dev.tributary.config.RulesDigest;
import dev.tributary.config.Settings;
import dev.tributary.document.Documents;
import dev.tributary.enrich.Enricher;
import dev.tributary.index.DocumentOwners;
import dev.tributary.index.LiveDestinations;
import dev.tributary.index.OpenSearchConnection;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.WholeDocuments;
import dev.tributary.sync.Completion;
import dev.tributary.sync.Repair;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.ItemReads;
import dev.tributary.table.Listings;
import dev.tributary.table.PendingObjects;
import dev.tributary.table.Tables;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Compares tables and indexes, by content and both ways. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = "Compare tables and indexes by content, both ways.",
    footer = {
      "",
      "What differs is looked at again before it is told. Workers may run meanwhile.",
      "Exit codes: 0 equal, or all repaired; 1 differences, or a server does not answer;",
      "2 wrong use."
    })
final class VerifyCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ConfigOption config;
  @Mixin private VerifyOptions options;

  @Override
  public Integer call() throws InterruptedException {
    options.check(spec.commandLine());
    return StateDesk.open(spec, config, this::verify);
  }

  private int verify(StateDesk desk) throws OpenSearchUnavailableException, InterruptedException {
    Settings settings = desk.settings();
    Optional<String> unknown = options.unknown(settings, config.file());
    if (unknown.isPresent()) {
      desk.err().println(unknown.get());
      return ExitCode.USAGE;
    }
    Scope scope = options.scope(settings);
    Tables tables = new Tables(desk.aws().dynamoDb(), settings.tables().values());
    for (Settings.Table table : settings.tables().values()) {
      if (tables.describe(table.name()).isEmpty()) {
        desk.err().printf("table '%s' does not exist%n", table.name());
        return 1;
      }
    }
    try (OpenSearchHttp openSearch =
        OpenSearchConnection.open(settings.openSearch(), desk.aws().region())) {
      if (!options.repair()) {
        return run(desk, scope, tables, openSearch, Optional.empty());
      }
      try (Repair repair = repair(desk, tables, openSearch)) {
        return run(desk, scope, tables, openSearch, Optional.of(repair::at));
      }
    }
  }

  private static Repair repair(StateDesk desk, Tables tables, OpenSearchHttp openSearch) {
    return new Repair(
        desk.settings(),
        enricher(desk),
        openSearch,
        new LiveDestinations(openSearch, RulesDigest.of(desk.settings())),
        tables::read,
        new DeadLetters(desk.aws().dynamoDb(), desk.stateTable()),
        new PendingObjects(desk.aws().dynamoDb(), desk.stateTable()),
        desk.aws().clock());
  }

  private static Enricher enricher(StateDesk desk) {
    return new Enricher(desk.settings().enrichment(), desk.aws().region().id());
  }

  private int run(
      StateDesk desk,
      Scope scope,
      Tables tables,
      OpenSearchHttp openSearch,
      Optional<Verify.Mender> mender)
      throws OpenSearchUnavailableException, InterruptedException {
    ReadUnits readUnits = options.readUnits(Pauses.REAL);
    Verify.Servers servers =
        new Verify.Servers(
            new ItemReads(desk.aws().dynamoDb(), desk.settings().tables().values(), readUnits),
            readUnits,
            tables::keyOf,
            new WholeDocuments(openSearch),
            new DocumentOwners(openSearch, options.longestLook()),
            new Listings(
                desk.aws().dynamoDb(), desk.stateTable(), ReadUnits.unlimited(Pauses.REAL)));
    VerifyText text = new VerifyText(options.json());
    try (Completion completion = new Completion(new Documents(desk.settings()), enricher(desk));
        Verify verify =
            new Verify(
                scope,
                options.manner(mender),
                completion,
                servers,
                Pauses.REAL,
                deviation -> desk.out().println(text.line(deviation)),
                line -> {
                  desk.err().println(line);
                  desk.err().flush();
                })) {
      try {
        verify.run();
      } finally {
        VerifySummary summary = verify.summary();
        // Where nothing could be read, what follows says why, and there is nothing to sum up.
        if (summary.complete() || summary.items() + summary.documents() > 0) {
          desk.out().println(text.summary(summary));
        }
      }
      return verify.summary().clean() ? 0 : 1;
    }
  }
}
