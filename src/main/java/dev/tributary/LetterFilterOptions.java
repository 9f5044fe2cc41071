package dev.tributary;

import dev.tributary.config.Units;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that choose dead letters. */
final class LetterFilterOptions {

  @Option(
      names = "--index",
      paramLabel = "INDEX",
      description = "Those of this index; '(none)' for changes that never became documents.")
  private String index;

  @Option(
      names = "--entity",
      paramLabel = "ENTITY",
      description = "Those whose document this entity asked for.")
  private String entity;

  @Option(names = "--id", paramLabel = "ID", description = "Those of this document id.")
  private String id;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Those whose reason contains this, in upper or lower case.")
  private String reason;

  @Option(
      names = "--older-than",
      paramLabel = "DURATION",
      converter = Age.class,
      description = "Those last refused so long ago, or longer: 90s, 10m, 48h.")
  private Duration olderThan;

  @Option(
      names = "--newer-than",
      paramLabel = "DURATION",
      converter = Age.class,
      description = "Those last refused less long ago.")
  private Duration newerThan;

  LetterFilter filter() {
    return new LetterFilter(
        Optional.ofNullable(index),
        Optional.ofNullable(entity),
        Optional.ofNullable(id),
        Optional.ofNullable(reason),
        Optional.ofNullable(olderThan),
        Optional.ofNullable(newerThan));
  }

  /** Durations as the config has them. */
  static final class Age implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return Units.duration(text)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'" + text + "' is no duration; write it as 90s, 10m or 48h"));
    }
  }
}
