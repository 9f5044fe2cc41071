package dev.tributary;

import dev.tributary.backfill.Pauses;
import dev.tributary.backfill.ReadUnits;
import dev.tributary.backfill.Sample;
import dev.tributary.backfill.Scope;
import dev.tributary.backfill.Verify;
import dev.tributary.config.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What {@code verify} is asked to do. */
final class VerifyOptions {

  private static final Duration LONGEST_PATIENCE = Duration.ofHours(1);

  /** So that a page that takes long is not given up: its documents are looked at several times. */
  private static final Duration SPARE = Duration.ofHours(1);

  private static final int MOST_PAGE_ITEMS = 1000;
  private static final int LEAST_PAGE_ITEMS = 10;

  @Option(
      names = "--table",
      paramLabel = "TABLE",
      description = "Only this table and its documents, by its name in the config.")
  private String table;

  @Option(
      names = "--entity",
      paramLabel = "ENTITY",
      description = "Only the documents of this entity, by its name in the config.")
  private String entity;

  @Option(
      names = "--sample",
      paramLabel = "PERCENT",
      description = "Only so many percent of the documents, always the same ones.")
  private double percent = 100;

  @Option(
      names = "--objects",
      description = "Fetch objects from S3 too, and compare the fields that they fill.")
  private boolean objects;

  @Option(names = "--repair", description = "Make documents that differ as their items are.")
  private boolean repair;

  @Option(names = "--json", description = "Print one JSON object a line.")
  private boolean json;

  @Option(
      names = "--read-units",
      paramLabel = "N",
      description = "Use at most so many read units a second of the tables.")
  private Integer readUnits;

  @Option(
      names = "--patience",
      paramLabel = "DURATION",
      converter = LetterFilterOptions.Age.class,
      description = "How long a document must differ to be told, 30s by default.")
  private Duration patience = Duration.ofSeconds(30);

  /**
   * @throws ParameterException for what can be no run
   */
  void check(CommandLine line) {
    String problem = null;
    if (table != null && entity != null) {
      problem = "--table or --entity, not both: an entity is of one table";
    } else if (!(percent > 0 && percent <= 100)) {
      problem = "--sample is more than 0 and at most 100 percent";
    } else if (readUnits != null && readUnits < 1) {
      problem = "--read-units is 1 or more";
    } else if (patience.compareTo(LONGEST_PATIENCE) > 0) {
      problem = "--patience is one hour at most";
    }
    if (problem != null) {
      throw new ParameterException(line, problem);
    }
  }

  /** What the config does not name, in a line. */
  Optional<String> unknown(Settings settings, Path file) {
    if (table != null && !settings.tables().containsKey(table)) {
      return Optional.of(
          "%s has no table '%s'; it has %s".formatted(file, table, settings.tables().keySet()));
    }
    if (entity != null && !settings.entities().containsKey(entity)) {
      return Optional.of(
          "%s has no entity '%s'; it has %s".formatted(file, entity, settings.entities().keySet()));
    }
    return Optional.empty();
  }

  Scope scope(Settings settings) {
    return new Scope(
        settings, Optional.ofNullable(table), Optional.ofNullable(entity), new Sample(percent));
  }

  /** A page that alone takes more units than a second has would overdraw much at once. */
  Verify.Manner manner(Optional<Verify.Mender> mender) {
    int pageItems =
        readUnits == null
            ? MOST_PAGE_ITEMS
            : (int) Math.max(LEAST_PAGE_ITEMS, Math.min(MOST_PAGE_ITEMS, 4L * readUnits));
    return new Verify.Manner(objects, patience, pageItems, mender);
  }

  ReadUnits readUnits(Pauses pauses) {
    return readUnits == null ? ReadUnits.unlimited(pauses) : ReadUnits.perSecond(readUnits, pauses);
  }

  /** How long a page of documents may take. */
  Duration longestLook() {
    return patience.multipliedBy(4).plus(SPARE);
  }

  boolean repair() {
    return repair;
  }

  boolean json() {
    return json;
  }
}
