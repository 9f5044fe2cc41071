package dev.tributary.config;

import dev.tributary.change.Value;
import dev.tributary.config.Settings.Entity;
import dev.tributary.config.Settings.Table;
import dev.tributary.entity.Condition;
import dev.tributary.entity.Criterion;
import dev.tributary.entity.IdForm;
import dev.tributary.entity.KeyPattern;
import dev.tributary.entity.KeyRule;
import dev.tributary.entity.Overlap;
import dev.tributary.entity.Pull;
import dev.tributary.entity.Rule;
import dev.tributary.entity.Shape;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is wrong with entities that are each well written: one that no item can match, two that make
 * the same document of one item, keys that share an id.
 */
final class EntityChecks {
  private final Section section;
  private final Map<String, Entity> entities;
  private final Map<String, Table> tables;

  private EntityChecks(Section section, Map<String, Entity> entities, Map<String, Table> tables) {
    this.section = section;
    this.entities = entities;
    this.tables = tables;
  }

  /** Looks at those that have no problem yet: what follows from one is not worth a line. */
  static void report(Section root, Settings settings) {
    Section entities = root.known("entities");
    Section tables = root.known("tables");
    EntityChecks checks = new EntityChecks(entities, settings.entities(), settings.tables());
    List<String> names =
        settings.entities().entrySet().stream()
            .filter(entity -> entities.flawless(entity.getKey()))
            .filter(entity -> settings.tables().containsKey(entity.getValue().table()))
            .filter(entity -> tables.flawless(entity.getValue().table()))
            .filter(entity -> settings.indexes().containsKey(entity.getValue().index()))
            .map(Map.Entry::getKey)
            .toList();
    for (int i = 0; i < names.size(); i++) {
      checks.canMatch(names.get(i));
      checks.leavesAlone(names.get(i), settings.indexes());
      if (root.flawless("objects") && settings.enrichment().objects().buckets().isEmpty()) {
        checks.needsNoObjects(names.get(i));
      }
      for (int j = 0; j <= i; j++) {
        checks.canShare(names.get(j), names.get(i));
      }
    }
  }

  private void canMatch(String name) {
    Entity entity = entities.get(name);
    Rule rule = entity.rule();
    Settings.Key key = tables.get(entity.table()).key();
    if (rule.key().sk().isPresent() && key.sk().isEmpty()) {
      section
          .known(name)
          .known("key")
          .problem("sk", "the table has no sort key; leave it out, or correct the table's key");
    }
    for (Condition condition : rule.where()) {
      rule.where().stream()
          .filter(condition::excludes)
          .findFirst()
          .ifPresent(other -> never(name, say(condition) + " and " + say(other)));
      rule.unless().stream()
          .filter(condition::implies)
          .findFirst()
          .ifPresent(other -> never(name, say(condition) + ", and is out if " + say(other)));
      contradicted(condition, key, rule.key())
          .ifPresent(pattern -> never(name, say(condition) + ", and the key is " + pattern));
    }
  }

  /** A field of another program's must not be made here: it would be left out in silence. */
  private void leavesAlone(String name, Map<String, Settings.Index> indexes) {
    Shape shape = entities.get(name).rule().shape();
    Set<String> preserve = indexes.get(entities.get(name).index()).preserve();
    Stream.of(
            shape.rename().values().stream().map(target -> target.names().get(0)),
            shape.fields().stream().map(field -> field.target().names().get(0)),
            shape.pulls().stream().flatMap(pull -> pull.content().fields().stream()))
        .flatMap(fields -> fields)
        .filter(preserve::contains)
        .findFirst()
        .ifPresent(
            field ->
                section.problem(
                    name,
                    "makes the field '%s', which indexes.%s.preserve leaves to another program"
                        .formatted(field, entities.get(name).index())));
  }

  private void needsNoObjects(String name) {
    boolean needs =
        entities.get(name).rule().shape().pulls().stream()
            .anyMatch(pull -> pull.source() == Pull.Source.OBJECT);
    if (needs) {
      section
          .known(name)
          .problem("objects", "no object may be read; name the buckets in objects.buckets");
    }
  }

  private void never(String name, String why) {
    if (section.sound(name)) {
      section.problem(name, "no item can match it: it must have %s".formatted(why));
    }
  }

  /** The pattern of a key attribute that no value with this condition can match. */
  private static Optional<KeyPattern> contradicted(
      Condition condition, Settings.Key key, KeyRule rule) {
    List<String> names = condition.path().names();
    Optional<KeyPattern> pattern =
        names.equals(List.of(key.pk()))
            ? Optional.of(rule.pk())
            : key.sk().filter(sk -> names.equals(List.of(sk))).flatMap(sk -> rule.sk());
    return pattern.filter(p -> excludes(condition.criterion(), p));
  }

  private static boolean excludes(Criterion criterion, KeyPattern pattern) {
    if (criterion instanceof Criterion.In in) {
      return in.values().stream()
          .allMatch(v -> v instanceof Value.Text text && pattern.match(text.text()).isEmpty());
    }
    if (criterion instanceof Criterion.Prefix prefix) {
      return !Overlap.of(KeyPattern.prefix(prefix.prefix()), pattern);
    }
    return criterion instanceof Criterion.Absent;
  }

  private void canShare(String first, String second) {
    Entity one = entities.get(first);
    Entity other = entities.get(second);
    if (!one.index().equals(other.index())) {
      return;
    }
    boolean oneTable = one.table().equals(other.table());
    if (oneTable && !first.equals(second) && canBeOneItem(one.rule(), other.rule())) {
      section.problem(
          second,
          "an item can match entities.%s too, and both would make one document in index '%s';"
                  .formatted(first, one.index())
              + " tell them apart by key, where or unless, or use another index");
    } else if (!one.rule().clashAccepted() || !other.rule().clashAccepted()) {
      Overlap.ofIds(
              one.rule().key(), one.rule().id(), other.rule().key(), other.rule().id(), oneTable)
          .ifPresent(shared -> clash(first, second, shared, mend(one, other, oneTable)));
    }
  }

  private void clash(String first, String second, Overlap.SharedId shared, String mend) {
    String where = first.equals(second) ? "" : " (entities.%s)".formatted(first);
    section.problem(
        second,
        "two keys can share the id '%s': '%s'%s and '%s'; %s"
            .formatted(shared.id(), shared.key(), where, shared.otherKey(), mend));
  }

  private static String mend(Entity one, Entity other, boolean oneTable) {
    boolean helps =
        Overlap.ofIds(
                one.rule().key(), IdForm.ESCAPED, other.rule().key(), IdForm.ESCAPED, oneTable)
            .isEmpty();
    return (helps ? "narrow the key patterns, say id: escaped, " : "narrow the key patterns, ")
        + "or clash: accepted if such keys never occur";
  }

  private static boolean canBeOneItem(Rule one, Rule other) {
    return Overlap.of(one.key(), other.key())
        && one.where().stream().noneMatch(c -> other.where().stream().anyMatch(c::excludes))
        && one.where().stream().noneMatch(c -> other.unless().stream().anyMatch(c::implies))
        && other.where().stream().noneMatch(c -> one.unless().stream().anyMatch(c::implies));
  }

  private static String say(Condition condition) {
    return condition.path() + " " + condition.criterion();
  }
}
