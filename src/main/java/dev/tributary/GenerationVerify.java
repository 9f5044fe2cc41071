package dev.tributary;

import dev.tributary.backfill.Pauses;
import dev.tributary.backfill.ReadUnits;
import dev.tributary.backfill.Sample;
import dev.tributary.backfill.Scope;
import dev.tributary.backfill.Verify;
import dev.tributary.backfill.VerifySummary;
import dev.tributary.config.Settings;
import dev.tributary.document.Documents;
import dev.tributary.enrich.Enricher;
import dev.tributary.index.Destinations;
import dev.tributary.index.DocumentOwners;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.WholeDocuments;
import dev.tributary.sync.Completion;
import dev.tributary.sync.Repair;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.EntryNames;
import dev.tributary.table.ItemReads;
import dev.tributary.table.Listings;
import dev.tributary.table.PendingObjects;
import dev.tributary.table.Tables;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Compares a generation that searches do not go to yet with its tables. */
final class GenerationVerify {

  private static final Duration LONGEST_LOOK = Duration.ofHours(1);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int PAGE_ITEMS = 1000;

  private final StateDesk desk;
  private final Settings settings;
  private final OpenSearchHttp openSearch;
  private final Tables tables;
  private final Map<String, String> generations;
  private final EntryNames names;
  private final double readUnits;
  private final Consumer<String> lines;

  /**
   * @param settings of the index alone
   * @param generations the one that stands for each index, as do its entries in the state table
   * @param readUnits a second; 0 for as many as there are
   */
  GenerationVerify(
      StateDesk desk,
      Settings settings,
      OpenSearchHttp openSearch,
      Tables tables,
      Map<String, String> generations,
      double readUnits,
      Consumer<String> lines) {
    this.desk = desk;
    this.settings = settings;
    this.openSearch = openSearch;
    this.tables = tables;
    this.generations = generations;
    this.names = new EntryNames(generations);
    this.readUnits = readUnits;
    this.lines = lines;
  }

  /**
   * Makes equal what differs.
   *
   * @return how many documents differed
   */
  long repair() throws OpenSearchUnavailableException, InterruptedException {
    try (Repair repair =
        new Repair(
            settings,
            enricher(),
            openSearch,
            Destinations.fixed(generations),
            tables::read,
            new DeadLetters(desk.aws().dynamoDb(), desk.stateTable(), names),
            new PendingObjects(desk.aws().dynamoDb(), desk.stateTable(), names),
            desk.aws().clock())) {
      return run(Optional.of(repair::at)).differences();
    }
  }

  /** How many documents differ. */
  long differences() throws OpenSearchUnavailableException, InterruptedException {
    VerifySummary summary = run(Optional.empty());
    return summary.clean() ? 0 : summary.differences();
  }

  private VerifySummary run(Optional<Verify.Mender> mender)
      throws OpenSearchUnavailableException, InterruptedException {
    ReadUnits units =
        readUnits > 0
            ? ReadUnits.perSecond(readUnits, Pauses.REAL)
            : ReadUnits.unlimited(Pauses.REAL);
    ReadUnits ofState = ReadUnits.unlimited(Pauses.REAL);
    Verify.Servers servers =
        new Verify.Servers(
            new ItemReads(desk.aws().dynamoDb(), settings.tables().values(), units),
            units,
            tables::keyOf,
            new WholeDocuments(openSearch, generations),
            new DocumentOwners(openSearch, LONGEST_LOOK, generations),
            new Listings(desk.aws().dynamoDb(), desk.stateTable(), ofState, names));
    VerifyText text = new VerifyText(false);
    try (Completion completion = new Completion(new Documents(settings), enricher());
        Verify verify =
            new Verify(
                new Scope(settings, Optional.empty(), Optional.empty(), Sample.ALL),
                new Verify.Manner(false, PATIENCE, PAGE_ITEMS, mender),
                completion,
                servers,
                Pauses.REAL,
                deviation -> lines.accept(text.line(deviation)),
                lines)) {
      verify.run();
      lines.accept(text.summary(verify.summary()));
      return verify.summary();
    }
  }

  private Enricher enricher() {
    return new Enricher(settings.enrichment(), desk.aws().region().id());
  }
}
