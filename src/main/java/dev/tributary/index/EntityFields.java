package dev.tributary.index;

import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import dev.tributary.entity.AttributePath;
import dev.tributary.entity.Condition;
import dev.tributary.entity.Criterion;
import dev.tributary.entity.FieldNames;
import dev.tributary.entity.FieldRule;
import dev.tributary.entity.FieldRule.Source;
import dev.tributary.entity.Pull;
import dev.tributary.entity.Rule;
import dev.tributary.entity.Shape;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The fields that an entity's documents are known to have, before any item was seen: what the
 * config names, and the attributes that every matching item has.
 */
final class EntityFields {

  private final Shape shape;
  private final Map<List<String>, FieldUse> uses = new LinkedHashMap<>();

  private EntityFields(Shape shape) {
    this.shape = shape;
  }

  static Collection<FieldUse> of(Rule rule, Settings.Key key) {
    EntityFields fields = new EntityFields(rule.shape());
    // What comes later tells more, or puts another value into the field.
    Stream.concat(Stream.of(key.pk()), key.sk().stream())
        .forEach(name -> fields.attribute(List.of(name), "the table's key", Made.ANYTHING, false));
    rule.where().stream()
        .filter(condition -> !(condition.criterion() instanceof Criterion.Absent))
        .map(Condition::path)
        .forEach(path -> fields.attribute(path.names(), "where", Made.ANYTHING, false));
    rule.shape().include().stream()
        .filter(path -> !path.hasWildcard())
        .forEach(path -> fields.attribute(path.names(), "include", Made.ANYTHING, true));
    Stream.concat(
            rule.key().pk().names().stream(),
            rule.key().sk().stream().flatMap(sk -> sk.names().stream()))
        .forEach(name -> fields.attribute(List.of(name), "a capture of the key", Made.TEXT, true));
    rule.shape()
        .rename()
        .forEach((from, to) -> fields.add(to.names(), "rename", fields.renamed(from), true));
    rule.shape()
        .fields()
        .forEach(field -> fields.add(field.target().names(), "fields", made(field), true));
    rule.shape().pulls().forEach(fields::pulled);
    return fields.uses.values();
  }

  private void attribute(List<String> names, String origin, Made made, boolean named) {
    if (kept(names)) {
      fate(names).ifPresent(path -> add(inOpenSearch(path), origin, made, named));
    }
  }

  private void pulled(Pull pull) {
    String origin = pull.source() == Pull.Source.ITEM ? "geometry" : "objects";
    for (String field : pull.content().fields()) {
      add(List.of(field), origin, made(pull.content(), field), true);
    }
  }

  private static Made made(Pull.Content content, String field) {
    if (content instanceof Pull.Geometry shape) {
      return shape.centroid().equals(Optional.of(field)) ? Made.POINT : Made.SHAPE;
    }
    return content instanceof Pull.Text ? Made.WORD : Made.ANYTHING;
  }

  private void add(List<String> path, String origin, Made made, boolean named) {
    uses.put(path, new FieldUse(path, origin, made, named));
  }

  private boolean kept(List<String> names) {
    boolean included =
        shape.include().isEmpty() || shape.include().stream().anyMatch(path -> agree(path, names));
    boolean excluded =
        shape.exclude().stream()
            .anyMatch(path -> path.steps().size() <= names.size() && agree(path, names));
    return included && !excluded;
  }

  /** Whether the one leads to the other, or through it. */
  private static boolean agree(AttributePath path, List<String> names) {
    for (int i = 0; i < Math.min(path.steps().size(), names.size()); i++) {
      if (!path.steps().get(i).matches(names.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Where flatten and rename take it; nothing if that depends on the item. */
  private Optional<List<String>> fate(List<String> names) {
    List<String> path = names;
    if (shape.flatten().contains(names.get(0))) {
      if (names.size() == 1) {
        return Optional.empty();
      }
      path = List.of(String.join("_", names));
    }
    int longest = 0;
    List<String> renamed = path;
    for (Map.Entry<AttributePath, AttributePath> rename : shape.rename().entrySet()) {
      List<String> from = rename.getKey().names();
      if (path.size() >= from.size()
          && from.size() > longest
          && path.subList(0, from.size()).equals(from)) {
        longest = from.size();
        renamed = new ArrayList<>(rename.getValue().names());
        renamed.addAll(path.subList(from.size(), path.size()));
      }
    }
    return Optional.of(renamed);
  }

  private Made renamed(AttributePath from) {
    // A capture that was renamed stands under its new name already.
    return Optional.ofNullable(uses.get(fate(from.names()).orElse(from.names())))
        .map(FieldUse::made)
        .orElse(Made.ANYTHING);
  }

  private static List<String> inOpenSearch(List<String> path) {
    List<String> fields = new ArrayList<>(path.stream().map(FieldNames::ofEntry).toList());
    fields.set(0, FieldNames.ofAttribute(path.get(0)));
    return fields;
  }

  private static Made made(FieldRule rule) {
    if (rule.source() instanceof Source.Constant constant) {
      return constant(constant.value());
    }
    if (rule.source() instanceof Source.Point) {
      return Made.POINT;
    }
    if (rule.source() instanceof Source.Joined) {
      return Made.TEXT;
    }
    return switch (((Source.Converted) rule.source()).conversion()) {
      case COPY, JSON -> Made.ANYTHING;
      case DATE -> Made.DATE_TIME;
      case EPOCH_SECONDS -> Made.SECONDS;
      case NUMBER -> Made.NUMBER;
      case TEXT -> Made.EXACT_TEXT;
      case SORTED -> Made.SORTED;
      case LOWERCASE -> Made.LOWERCASE;
    };
  }

  private static Made constant(Value value) {
    if (value instanceof Value.Numeric) {
      return Made.NUMBER;
    }
    if (value instanceof Value.Bool) {
      return Made.FLAG;
    }
    return value instanceof Value.Text text && isNumber(text.text()) ? Made.TEXT : Made.WORD;
  }

  private static boolean isNumber(String text) {
    try {
      new BigDecimal(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
