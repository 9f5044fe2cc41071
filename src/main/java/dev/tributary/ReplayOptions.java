package dev.tributary;

import dev.tributary.config.Settings;
import dev.tributary.config.Units;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What {@code replay} is asked to do. */
final class ReplayOptions {

  @Option(
      names = "--table",
      required = true,
      paramLabel = "TABLE",
      description = "The table, by its name in the config.")
  private String table;

  @Option(
      names = "--entity",
      paramLabel = "ENTITY",
      description = "Only the documents of this entity of the table, by its name in the config.")
  private String entity;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Pass over what was written before: 2026-03-01T12:00:00Z, or 6h ago as 6h.")
  private String from;

  @Option(
      names = "--abort",
      description = "Remove what a replay left that was ended before it was done.")
  private boolean abort;

  /**
   * @throws ParameterException for what can be no replay
   */
  void check(CommandLine line, Settings settings, Path file) {
    String problem = null;
    if (!settings.tables().containsKey(table)) {
      problem =
          "%s has no table '%s'; it has %s".formatted(file, table, settings.tables().keySet());
    } else if (entity != null && !entities(settings).contains(entity)) {
      problem =
          "table '%s' has no entity '%s' in %s; it has %s"
              .formatted(table, entity, file, entities(settings));
    } else if (from != null && moment(Instant.EPOCH).isEmpty()) {
      problem = "--from '%s' is no time; write 2026-03-01T12:00:00Z or 6h".formatted(from);
    } else if (application(settings).length() > LONGEST) {
      problem = "the names of application, table and entity are too long for a table of their own";
    }
    if (problem != null) {
      throw new ParameterException(line, problem);
    }
  }

  /** DynamoDB's limit, less what KCL's tables have behind it. */
  private static final int LONGEST = 240;

  private Set<String> entities(Settings settings) {
    return settings.entities().entrySet().stream()
        .filter(of -> of.getValue().table().equals(table))
        .map(of -> of.getKey())
        .collect(Collectors.toSet());
  }

  /** The indexes that it writes to. */
  Set<String> indexes(Settings settings) {
    return entities(settings).stream()
        .filter(name -> entity == null || name.equals(entity))
        .map(name -> settings.entities().get(name).index())
        .collect(Collectors.toSet());
  }

  /** KCL's name for it: a replay of an entity has positions of its own. */
  String application(Settings settings) {
    return settings.application() + "-replay-" + table + (entity == null ? "" : "-" + entity);
  }

  String table() {
    return table;
  }

  Optional<String> entity() {
    return Optional.ofNullable(entity);
  }

  Optional<Instant> from(Instant now) {
    return from == null ? Optional.empty() : moment(now);
  }

  private Optional<Instant> moment(Instant now) {
    Optional<Duration> ago = Units.duration(from);
    if (ago.isPresent()) {
      return ago.map(now::minus);
    }
    try {
      return Optional.of(Instant.parse(from));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  boolean abort() {
    return abort;
  }
}
