package dev.tributary.config;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A map of the file. It learns its keys by being asked for them, and in the end reports those that
 * nobody asked for. A section that is not there is an empty one, so that defaults need no second
 * way. A key without a value, or with an empty one, counts as absent.
 */
final class Section {
  private record Entry(Place place, Node value) {}

  private final Problems problems;
  private final Substitution variables;
  private final String path;
  private final Place place;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Set<String> values = new LinkedHashSet<>();
  private final Map<String, Section> sections = new LinkedHashMap<>();
  private boolean freelyNamed;

  private Section(Problems problems, Substitution variables, String path, Place place) {
    this.problems = problems;
    this.variables = variables;
    this.path = path;
    this.place = place;
  }

  static Section root(MappingNode map, Substitution variables, Problems problems) {
    Section root = new Section(problems, variables, "", Place.FILE);
    root.fill(map);
    return root;
  }

  /** A section below this one. */
  Section section(String key) {
    Optional<Entry> entry = entry(key);
    Place below = entry.map(e -> e.place().wholeLine()).orElse(place);
    Section section = new Section(problems, variables, path(key), below);
    sections.put(key, section);
    entry.map(Entry::value).ifPresent(section::fill);
    return section;
  }

  /** The sections below this one, under names that the file chooses. */
  Map<String, Section> named(NameRule rule, String mendIfNone) {
    if (entries.isEmpty() && sound()) {
      problems.add(place, path, "missing; " + mendIfNone);
    }
    return named(rule);
  }

  /** The same where there may be none. */
  Map<String, Section> named(NameRule rule) {
    freelyNamed = true;
    Map<String, Section> named = new LinkedHashMap<>();
    for (String name : entries.keySet()) {
      if (!rule.allows().test(name)) {
        problem(name, Quote.of(name) + " " + rule.says());
      }
      named.put(name, section(name));
    }
    return named;
  }

  /** The key {@code name}, or else the name that this section has in the file. */
  String nameOr(String key, NameRule rule) {
    Optional<Scalar> written = optional("name");
    if (written.isPresent()) {
      return written.get().name(rule).orElse(key);
    }
    if (!rule.allows().test(key) && sound() && sound("name")) {
      problem("name", "missing, and '%s' %s".formatted(key, rule.says()));
    }
    return key;
  }

  /** The names that the file chose here; each may hold a value, a list or a section. */
  Set<String> names() {
    freelyNamed = true;
    return entries.keySet();
  }

  boolean isMap(String key) {
    return entry(key).filter(e -> e.value() instanceof MappingNode).isPresent();
  }

  boolean isList(String key) {
    return entry(key).filter(e -> e.value() instanceof SequenceNode).isPresent();
  }

  Optional<Scalar> optional(String key) {
    return value(key).filter(scalar -> !scalar.text().isEmpty());
  }

  /** Also an empty text, where quotes say that it is meant. */
  Optional<Scalar> value(String key) {
    values.add(key);
    return entry(key)
        .flatMap(e -> scalar(key, e.value()))
        .filter(scalar -> scalar.quoted() || !scalar.text().isEmpty());
  }

  /** A list of values; a section that is not there has none. */
  List<Scalar> list(String key) {
    values.add(key);
    Optional<Node> node = entry(key).map(Entry::value).filter(value -> !Nodes.isNull(value));
    if (node.isPresent() && !(node.get() instanceof SequenceNode)) {
      problems.add(
          Place.of(node.get().getStartMark()),
          path(key),
          "expected a list such as [a, b], found " + Nodes.describe(node.get()));
    }
    return node
        .filter(SequenceNode.class::isInstance)
        .map(list -> ((SequenceNode) list).getValue())
        .orElse(List.of())
        .stream()
        .flatMap(element -> element(key, element).stream())
        .toList();
  }

  private Optional<Scalar> element(String key, Node node) {
    if (Nodes.isNull(node)) {
      problems.add(Place.of(node.getStartMark()), path(key), "an empty value in a list; remove it");
    }
    return scalar(key, node);
  }

  /** Empty only after a problem was added. */
  Optional<Scalar> required(String key, String mend) {
    Optional<Scalar> scalar = optional(key);
    if (scalar.isEmpty()) {
      missing(key, mend);
    }
    return scalar;
  }

  /** Not a {@link Scalar}, since those show their value. */
  Optional<Secret> secret(String key) {
    return optional(key).map(scalar -> new Secret(scalar.text()));
  }

  void missing(String key, String mend) {
    if (sound(key)) {
      problem(key, (entry(key).isPresent() ? "empty; " : "missing; ") + mend);
    }
  }

  void problem(String key, String reason) {
    problems.add(entry(key).map(Entry::place).orElse(place), path(key), reason);
  }

  /** A section that was asked for before. */
  Section known(String key) {
    return sections.get(key);
  }

  /** Whether nothing is wrong with what stands under this key, however far below. */
  boolean flawless(String key) {
    return !problems.within(path(key));
  }

  boolean sound() {
    return !problems.about(path);
  }

  boolean sound(String key) {
    return !problems.about(path(key));
  }

  /** Whether it holds a key that nobody asked for, which is going to be a problem. */
  boolean hasUnknownKeys() {
    return entries.keySet().stream()
        .anyMatch(key -> !values.contains(key) && !sections.containsKey(key));
  }

  void reportUnknownKeys() {
    Set<String> known = new LinkedHashSet<>(values);
    known.addAll(sections.keySet());
    List<String> free = known.stream().filter(key -> !entries.containsKey(key)).toList();
    for (String key : entries.keySet()) {
      if (!known.contains(key)) {
        String hint = Nearest.suggestion(key, free);
        problem(
            key,
            "unknown key"
                + (hint.isEmpty() ? "; the keys here are " + String.join(", ", known) : hint));
      }
    }
    sections.values().forEach(Section::reportUnknownKeys);
  }

  /** The keys that hold a value, here and below, with {@code <name>} for names the file chooses. */
  Stream<String> knownKeys() {
    Stream<String> below =
        sections.entrySet().stream()
            .flatMap(
                section ->
                    section
                        .getValue()
                        .knownKeys()
                        .map(key -> (freelyNamed ? "<name>" : section.getKey()) + "." + key));
    Stream<String> here = values.stream().map(key -> freelyNamed ? "<name>" : key);
    return Stream.concat(here, below).distinct();
  }

  private Optional<Entry> entry(String key) {
    return Optional.ofNullable(entries.get(key));
  }

  private String path(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private void fill(Node node) {
    if (Nodes.isNull(node)) {
      return;
    }
    if (!(node instanceof MappingNode map)) {
      problems.add(
          Place.of(node.getStartMark()),
          path,
          "expected a map of keys and values, found " + Nodes.describe(node));
      return;
    }
    for (NodeTuple tuple : map.getValue()) {
      Place at = Place.of(tuple.getKeyNode().getStartMark());
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        problems.add(at, path, "a key must be text, found " + Nodes.describe(tuple.getKeyNode()));
        continue;
      }
      Entry first = entries.putIfAbsent(key.getValue(), new Entry(at, tuple.getValueNode()));
      if (first != null) {
        problems.add(
            at,
            path(key.getValue()),
            "written twice, first in line " + first.place().line() + "; keep one");
      }
    }
  }

  private Optional<Scalar> scalar(String key, Node node) {
    Place at = Place.of(node.getStartMark());
    if (Nodes.isNull(node)) {
      return Optional.empty();
    }
    if (!(node instanceof ScalarNode scalar)) {
      problems.add(at, path(key), "expected a single value, found " + Nodes.describe(node));
      return Optional.empty();
    }
    if (Nodes.hasForeignTag(node)) {
      problems.add(
          at, path(key), "YAML tags mean nothing here; put a value that starts with ! in quotes");
      return Optional.empty();
    }
    String written = scalar.getValue();
    return variables
        .fill(written, reason -> problems.add(at, path(key), reason))
        .map(
            text ->
                new Scalar(
                    problems,
                    at,
                    path(key),
                    written,
                    text,
                    scalar.getScalarStyle() != ScalarStyle.PLAIN));
  }
}
