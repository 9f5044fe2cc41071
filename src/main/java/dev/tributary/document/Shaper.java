package dev.tributary.document;

import dev.tributary.change.Value;
import dev.tributary.entity.AttributePath;
import dev.tributary.entity.FieldRule;
import dev.tributary.entity.FieldRule.Source;
import dev.tributary.entity.Need;
import dev.tributary.entity.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Turns an item's attributes into a document's, by the steps of a {@link Shape}. Names are still
 * those of attributes: what OpenSearch refuses is renamed when the document is written.
 */
final class Shaper {

  private final Shape shape;
  private final Set<String> preserved;
  private final FieldFilter filter;
  private final List<Map.Entry<AttributePath, AttributePath>> deepestFirst;
  private final boolean nothingToDo;

  /**
   * @param preserved fields that are another program's, and so never made here
   */
  Shaper(Shape shape, Set<String> preserved) {
    this.shape = shape;
    this.preserved = Set.copyOf(preserved);
    this.filter = new FieldFilter(shape.include(), shape.exclude());
    this.deepestFirst =
        shape.rename().entrySet().stream()
            .sorted(Comparator.comparing(rename -> -rename.getKey().steps().size()))
            .toList();
    this.nothingToDo = shape.equals(Shape.WHOLE) && preserved.isEmpty();
  }

  /**
   * @param attributes without the fields that the needs are going to fill
   * @param omitted fields that could not be made and were left out
   */
  record Shaped(Map<String, Value> attributes, List<String> omitted, List<Need> needs) {}

  Shaped shape(Map<String, Value> item, Map<String, String> captures) throws ShapeException {
    if (nothingToDo && captures.isEmpty()) {
      return new Shaped(item, List.of(), List.of());
    }
    Map<String, Value> document = filter.kept(item);
    captures.forEach(
        (name, text) -> {
          if (filter.keeps(name)) {
            document.putIfAbsent(name, new Value.Text(text));
          }
        });
    for (String name : shape.flatten()) {
      if (document.get(name) instanceof Value.MapOf map) {
        document.remove(name);
        flatten(name, map, document);
      }
    }
    rename(document);
    List<String> omitted = make(document, new Fields(item, captures));
    document.keySet().removeAll(preserved);
    List<Need> needs = Needs.of(shape.pulls(), item);
    needs.forEach(need -> need.pull().content().fields().forEach(document::remove));
    return new Shaped(document, omitted, needs);
  }

  private static void flatten(String name, Value.MapOf map, Map<String, Value> document)
      throws ShapeException {
    for (Map.Entry<String, Value> entry : map.entries().entrySet()) {
      String flat = name + "_" + entry.getKey();
      if (entry.getValue() instanceof Value.MapOf below) {
        flatten(flat, below, document);
      } else {
        putNew(document, List.of(flat), entry.getValue(), "flatten");
      }
    }
  }

  /** All at once: first all of them are taken, so that two may swap, and none is moved twice. */
  private void rename(Map<String, Value> document) throws ShapeException {
    Map<List<String>, Value> taken = new LinkedHashMap<>();
    for (Map.Entry<AttributePath, AttributePath> rename : deepestFirst) {
      List<String> from = rename.getKey().names();
      Optional<Value> value = Tree.find(document, from);
      if (value.isPresent()) {
        Tree.edit(document, from, there -> Optional.empty());
        if (taken.put(rename.getValue().names(), value.get()) != null) {
          throw secondValue("rename", rename.getValue().names());
        }
      }
    }
    for (Map.Entry<List<String>, Value> moved : taken.entrySet()) {
      putNew(document, moved.getKey(), moved.getValue(), "rename");
    }
  }

  private static void putNew(
      Map<String, Value> document, List<String> path, Value value, String step)
      throws ShapeException {
    if (Tree.find(document, path).isPresent()) {
      throw secondValue(step, path);
    }
    Tree.put(document, path, value);
  }

  private static ShapeException secondValue(String step, List<String> path) {
    return new ShapeException(
        "%s puts a second value into the field '%s'".formatted(step, String.join(".", path)));
  }

  private List<String> make(Map<String, Value> document, Fields fields) throws ShapeException {
    List<String> omitted = new ArrayList<>(0);
    for (FieldRule rule : shape.fields()) {
      try {
        make(rule, document, fields);
      } catch (ShapeException e) {
        if (!rule.omitIfBad()) {
          throw new ShapeException("the field '%s': %s".formatted(rule.target(), e.getMessage()));
        }
        Tree.edit(document, rule.target().names(), value -> Optional.empty());
        omitted.add(rule.target().text());
      }
    }
    return omitted;
  }

  private static void make(FieldRule rule, Map<String, Value> document, Fields fields)
      throws ShapeException {
    List<String> target = rule.target().names();
    if (rule.source() instanceof Source.Converted converted && converted.from().isEmpty()) {
      Tree.edit(
          document,
          target,
          value -> Optional.of(Conversions.convert(converted.conversion(), value)));
      return;
    }
    Optional<Value> made = fields.make(rule.source());
    if (made.isPresent()) {
      Tree.put(document, target, made.get());
    }
  }
}
