package dev.tributary.entity;

import static dev.tributary.entity.Membership.quoted;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A digest of all that decides what the documents of an index are: which items, under which ids,
 * with which fields. Two configs with one digest make the same documents of the same items, however
 * they are written down: order, formatting and the names of entities are no part of it.
 *
 * <p><b>It outlives this version.</b> Generations carry it, and a worker that comes to another one
 * waits. So whatever is added here later must leave the text as it is where nobody uses it.
 */
public final class DocumentRules {

  private final List<String> entities = new ArrayList<>();

  /**
   * Adds an entity of the index.
   *
   * @param table its name in DynamoDB
   * @param key its key attributes
   */
  public DocumentRules with(String table, List<String> key, Rule rule) {
    entities.add(
        lines(
            "table " + quoted(table) + " " + ordered(key, Membership::quoted),
            "id " + rule.id(),
            "pk " + pattern(rule.key().pk()),
            "sk " + rule.key().sk().map(DocumentRules::pattern).orElse("none"),
            used("where ", Membership.conditions(rule.where())),
            used("unless ", Membership.conditions(rule.unless())),
            used("include ", sorted(rule.shape().include(), DocumentRules::path)),
            used("exclude ", sorted(rule.shape().exclude(), DocumentRules::path)),
            used("flatten ", sorted(rule.shape().flatten(), Membership::quoted)),
            used(
                "rename ",
                sorted(
                    rule.shape().rename().entrySet(),
                    rename -> path(rename.getKey()) + " to " + path(rename.getValue()))),
            used("fields ", sorted(rule.shape().fields(), DocumentRules::field)),
            used("pulls ", sorted(rule.shape().pulls(), DocumentRules::pull))));
    return this;
  }

  /**
   * @param preserved fields of the index that another program writes
   */
  public String digest(Set<String> preserved) {
    return Membership.digest(
        lines(
            used("preserved ", sorted(preserved, Membership::quoted)),
            entities.stream().sorted().collect(Collectors.joining("\n\n"))));
  }

  private static String lines(String... lines) {
    return Stream.of(lines).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
  }

  private static String used(String what, String text) {
    return text.isEmpty() ? "" : what + text;
  }

  private static <T> String sorted(Collection<T> values, Function<T, String> text) {
    return values.stream().map(text).sorted().collect(Collectors.joining(", "));
  }

  private static <T> String ordered(Collection<T> values, Function<T, String> text) {
    return values.stream().map(text).collect(Collectors.joining(" "));
  }

  private static String path(AttributePath path) {
    return path.steps().stream()
        .map(
            step -> step.pieces().stream().map(Membership::quoted).collect(Collectors.joining("*")))
        .collect(Collectors.joining("."));
  }

  /** With the names of captures, since these become fields. */
  private static String pattern(KeyPattern pattern) {
    return ordered(
        pattern.parts(),
        part ->
            part instanceof KeyPattern.Part.Capture capture
                ? "{%s %s %s}"
                    .formatted(
                        capture.name().map(Membership::quoted).orElse("none"),
                        capture.takesHash(),
                        capture.mayBeEmpty())
                : quoted(((KeyPattern.Part.Literal) part).text()));
  }

  private static String field(FieldRule field) {
    return path(field.target())
        + " = "
        + source(field.source())
        + (field.omitIfBad() ? " or nothing" : "");
  }

  private static String source(FieldRule.Source source) {
    if (source instanceof FieldRule.Source.Constant constant) {
      return "always "
          + constant.value().getClass().getSimpleName()
          + " "
          + Membership.value(constant.value());
    }
    if (source instanceof FieldRule.Source.Point point) {
      return "point " + path(point.lat()) + " " + path(point.lon());
    }
    if (source instanceof FieldRule.Source.Joined joined) {
      return "joined "
          + ordered(joined.from(), DocumentRules::path)
          + " by "
          + quoted(joined.between());
    }
    FieldRule.Source.Converted converted = (FieldRule.Source.Converted) source;
    return converted.conversion().word()
        + " of "
        + converted.from().map(DocumentRules::path).orElse("itself");
  }

  private static String pull(Pull pull) {
    return path(pull.from()) + " in " + pull.source() + " as " + content(pull.content());
  }

  private static String content(Pull.Content content) {
    if (content instanceof Pull.Geometry geometry) {
      return "geometry %s %s %s %s"
          .formatted(
              quoted(geometry.field()),
              name(geometry.envelope()),
              name(geometry.centroid()),
              geometry.swapped());
    }
    if (content instanceof Pull.Json json) {
      return "json "
          + sorted(
              json.parts().entrySet(), part -> quoted(part.getKey()) + " " + path(part.getValue()));
    }
    return "text " + quoted(((Pull.Text) content).field());
  }

  private static String name(Optional<String> name) {
    return name.map(Membership::quoted).orElse("none");
  }
}
