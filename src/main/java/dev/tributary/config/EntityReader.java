package dev.tributary.config;

import dev.tributary.config.Settings.Table;
import dev.tributary.entity.IdForm;
import dev.tributary.entity.KeyPattern;
import dev.tributary.entity.KeyRule;
import dev.tributary.entity.Rule;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What one section of {@code entities} says about the items of its table. */
final class EntityReader {
  private EntityReader() {}

  /**
   * @param table absent if the section names none that is there
   */
  static Rule read(Section entity, Optional<Table> table) {
    KeyRule key = key(entity.section("key"), table);
    return new Rule(
        key,
        ConditionReader.read(entity.section("where")),
        ConditionReader.read(entity.section("unless")),
        ShapeReader.read(entity),
        entity
            .optional("id")
            .flatMap(id -> id.oneOf(List.of("literal", "escaped")))
            .map(id -> IdForm.valueOf(id.toUpperCase(Locale.ROOT)))
            .orElse(IdForm.LITERAL),
        entity
            .optional("clash")
            .flatMap(clash -> clash.oneOf(List.of("refused", "accepted")))
            .orElse("refused")
            .equals("accepted"));
  }

  private static KeyRule key(Section key, Optional<Table> table) {
    Optional<KeyPattern> pk = pattern(key, "pk");
    Optional<KeyPattern> sk = pattern(key, "sk");
    boolean sorted = table.map(t -> t.key().sk().isPresent()).orElse(true);
    if (pk.isPresent() && sk.isPresent()) {
      pk.get().names().stream()
          .filter(sk.get().names()::contains)
          .forEach(
              name ->
                  key.problem(
                      "sk", "pk has a capture {%s} already; write {} here".formatted(name)));
    }
    return new KeyRule(
        pk.orElse(KeyPattern.ANY),
        sk.or(() -> sorted ? Optional.of(KeyPattern.ANY) : Optional.empty()));
  }

  private static Optional<KeyPattern> pattern(Section key, String part) {
    Optional<KeyPattern> pattern =
        key.optional(part).flatMap(scalar -> scalar.parsed(KeyPattern::parse));
    pattern.ifPresent(
        p -> {
          List<String> names = p.names();
          names.stream()
              .filter(name -> names.indexOf(name) != names.lastIndexOf(name))
              .distinct()
              .forEach(name -> key.problem(part, "has the capture {%s} twice".formatted(name)));
        });
    return pattern;
  }
}
