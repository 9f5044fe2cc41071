package dev.tributary;

import dev.tributary.change.SequenceNumber;
import dev.tributary.config.InvalidConfigException;
import dev.tributary.explain.Answer;
import dev.tributary.explain.Explainer;
import dev.tributary.explain.Format;
import dev.tributary.explain.InvalidInputException;
import dev.tributary.explain.JsonAnswer;
import dev.tributary.explain.Paint;
import dev.tributary.explain.Question;
import dev.tributary.explain.TextAnswer;
import dev.tributary.explain.WrongUseException;
import java.io.PrintWriter;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Says what would become of an item, and why. Asks no server. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Explain which entities take an item, and what they make of it.",
    footer = {
      "",
      "Exit codes: 0 explained, whatever the result; 1 a file cannot be read;",
      "2 wrong use."
    })
final class ExplainCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private ConfigOption config;

  @Option(
      names = "--table",
      paramLabel = "TABLE",
      description =
          "The item's table: a key of tables, or its name in DynamoDB. Not needed where there is"
              + " only one, or where a stream record names it.")
  private Optional<String> table = Optional.empty();

  @Parameters(
      paramLabel = "ITEM.json",
      description =
          "The item, as DynamoDB JSON or plain JSON, or a whole stream record as Lambda logs it."
              + " - reads the standard input.")
  private String item;

  @ArgGroup private Past past = new Past();

  /** What else is known of the change. An item that is gone is its own old image. */
  private static final class Past {
    @Option(
        names = "--old",
        paramLabel = "OLD.json",
        description = "The item as it was before: explains a modification.")
    private Optional<String> old = Optional.empty();

    @Option(
        names = "--remove",
        description = "The item is removed. ITEM.json may then be its key alone.")
    private boolean removed;
  }

  @ArgGroup(exclusive = false)
  private Place place;

  /** Where in the stream the change is. */
  private static final class Place {
    @Option(
        names = "--at",
        required = true,
        paramLabel = "TIME",
        converter = TimeConverter.class,
        description = "The stream record's time, such as 2025-10-09T08:53:20Z, for the version.")
    private Instant at;

    @Option(
        names = "--seq",
        required = true,
        paramLabel = "NUMBER",
        converter = NumberConverter.class,
        description = "The stream record's sequence number, for the version.")
    private SequenceNumber sequenceNumber;
  }

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      converter = FormatConverter.class,
      description = "dynamodb or plain, if it is not to be found out.")
  private Optional<Format> format = Optional.empty();

  @Option(names = "--json", description = "Print the actions as JSON.")
  private boolean json;

  @Override
  public Integer call() {
    try {
      Explainer explainer = new Explainer(config.read());
      Answer answer = explainer.explain(question(), System.in);
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        JsonAnswer.print(answer, out);
      } else {
        TextAnswer.print(answer, out, Ansi.AUTO.enabled() ? Paint.ON : Paint.OFF);
      }
      return 0;
    } catch (WrongUseException e) {
      // Without the usage, in which one line would drown.
      spec.commandLine().getErr().println(e.getMessage());
      return ExitCode.USAGE;
    } catch (InvalidConfigException | InvalidInputException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return 1;
    }
  }

  private Question question() {
    return new Question(
        item,
        table,
        past.old,
        past.removed,
        format,
        Optional.ofNullable(place).map(p -> new Question.Place(p.at, p.sequenceNumber)));
  }

  private static final class TimeConverter implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String value) {
      try {
        return OffsetDateTime.parse(value).toInstant();
      } catch (DateTimeException e) {
        throw new TypeConversionException(
            "'%s' is not a time such as 2025-10-09T08:53:20Z".formatted(value));
      }
    }
  }

  private static final class NumberConverter implements ITypeConverter<SequenceNumber> {
    @Override
    public SequenceNumber convert(String value) {
      try {
        return SequenceNumber.of(value);
      } catch (NumberFormatException e) {
        throw new TypeConversionException("'%s' is not made of digits".formatted(value));
      }
    }
  }

  private static final class FormatConverter implements ITypeConverter<Format> {
    @Override
    public Format convert(String value) {
      return Arrays.stream(Format.values())
          .filter(format -> format.name().toLowerCase(Locale.ROOT).equals(value))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'%s' is neither dynamodb nor plain".formatted(value)));
    }
  }
}
