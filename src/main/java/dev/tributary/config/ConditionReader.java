package dev.tributary.config;

import dev.tributary.entity.AttributePath;
import dev.tributary.entity.Condition;
import dev.tributary.entity.Criterion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The sections {@code where} and {@code unless} of an entity. */
final class ConditionReader {
  private static final String EXAMPLES =
      "write a value, a list, or one of {exists: true}, {absent: true}, {prefix: text}";

  private ConditionReader() {}

  static List<Condition> read(Section section) {
    List<Condition> conditions = new ArrayList<>();
    for (String name : section.names()) {
      Optional<AttributePath> path = ShapeReader.path(section, name);
      Optional<Criterion> criterion = criterion(section, name);
      if (path.isPresent() && criterion.isPresent()) {
        conditions.add(new Condition(path.get(), criterion.get()));
      }
    }
    return conditions;
  }

  /** Empty only after a problem was added. */
  private static Optional<Criterion> criterion(Section section, String name) {
    if (section.isMap(name)) {
      return fromMap(section, name, section.section(name));
    }
    if (section.isList(name)) {
      return in(section, name, section.list(name));
    }
    Optional<Scalar> value = section.value(name);
    if (value.isEmpty()) {
      section.missing(name, EXAMPLES);
    }
    return value.map(ConditionReader::equal);
  }

  private static Optional<Criterion> fromMap(Section section, String name, Section map) {
    List<Criterion> said = new ArrayList<>();
    map.value("equals").map(ConditionReader::equal).ifPresent(said::add);
    in(map, "in", map.list("in")).ifPresent(said::add);
    yes(map, "exists", new Criterion.Exists()).ifPresent(said::add);
    yes(map, "absent", new Criterion.Absent()).ifPresent(said::add);
    map.optional("prefix")
        .map(p -> (Criterion) new Criterion.Prefix(p.text()))
        .ifPresent(said::add);
    boolean sound =
        List.of("equals", "in", "exists", "absent", "prefix").stream().allMatch(map::sound);
    if (said.size() > 1 && sound) {
      section.problem(name, "asks for two things; one is enough: " + EXAMPLES);
    } else if (said.isEmpty() && sound && !map.hasUnknownKeys()) {
      section.problem(name, "asks for nothing; " + EXAMPLES);
    }
    return said.stream().findFirst();
  }

  private static Criterion equal(Scalar value) {
    return new Criterion.In(List.of(value.typed()));
  }

  private static Optional<Criterion> in(Section section, String key, List<Scalar> values) {
    if (!values.isEmpty()) {
      return Optional.of(new Criterion.In(values.stream().map(Scalar::typed).toList()));
    }
    if (section.isList(key) && section.sound(key)) {
      section.problem(key, "an empty list, which nothing is in; add values");
    }
    return Optional.empty();
  }

  private static Optional<Criterion> yes(Section map, String key, Criterion criterion) {
    Optional<Scalar> scalar = map.optional(key);
    scalar
        .filter(s -> !s.text().equalsIgnoreCase("true"))
        .ifPresent(s -> s.problem("can only be true; for its opposite use where or unless"));
    return scalar.map(s -> criterion);
  }
}
