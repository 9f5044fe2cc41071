package dev.tributary.config;

import dev.tributary.config.Settings.Entity;
import dev.tributary.config.Settings.Index;
import dev.tributary.config.Settings.Table;
import dev.tributary.entity.FieldNames;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The sections {@code tables}, {@code indexes} and {@code entities}, and how they fit together. */
record Routes(Map<String, Table> tables, Map<String, Index> indexes, Map<String, Entity> entities) {

  static Routes read(Section tables, Section indexes, Section entities, Path file) {
    Map<String, Table> readTables = tables(tables);
    Map<String, Index> readIndexes = new LinkedHashMap<>();
    indexes
        .named(NameRule.INDEX, "name at least one index")
        .forEach((name, index) -> readIndexes.put(name, index(index, file)));
    Map<String, Entity> readEntities = new LinkedHashMap<>();
    Map<String, Section> named = entities.named(NameRule.REFERENCE, "name at least one entity");
    named.forEach(
        (name, entity) -> readEntities.put(name, entity(entity, readTables, readIndexes.keySet())));
    // An entity with a wrong name in it meant one of them: naming the others would mislead.
    if (named.values().stream().allMatch(e -> e.sound("table") && e.sound("index"))) {
      reportUnused(tables, readTables.keySet(), readEntities, Entity::table, "reads");
      reportUnused(indexes, readIndexes.keySet(), readEntities, Entity::index, "feeds");
    }
    return new Routes(readTables, readIndexes, readEntities);
  }

  private static Map<String, Table> tables(Section section) {
    Map<String, Table> tables = new LinkedHashMap<>();
    Map<String, String> owners = new HashMap<>();
    section
        .named(NameRule.REFERENCE, "name at least one table")
        .forEach(
            (name, table) -> {
              Table read = TableReader.read(name, table);
              tables.put(name, read);
              String owner = table.sound("name") ? owners.putIfAbsent(read.name(), name) : null;
              if (owner != null) {
                section.problem(
                    name,
                    "tables.%s is the table '%s' already; set another name"
                        .formatted(owner, read.name()));
              }
            });
    return tables;
  }

  private static Index index(Section index, Path file) {
    return new Index(
        index.optional("mapping").flatMap(scalar -> NamedFile.of(scalar, file, "JSON")),
        preserve(index));
  }

  private static Set<String> preserve(Section index) {
    Set<String> preserve = new LinkedHashSet<>();
    for (Scalar field : index.list("preserve")) {
      if (field.text().indexOf('*') >= 0) {
        field.problem("cannot be preserved; name each field, without *");
      } else if (FieldNames.ofAttribute(field.text()).equals(field.text())) {
        preserve.add(field.text());
      } else {
        field.problem("cannot be preserved; name a field at the top of the document");
      }
    }
    return preserve;
  }

  private static Entity entity(Section entity, Map<String, Table> tables, Set<String> indexes) {
    String table =
        reference(
            entity, "table", tables.keySet(), "tables", "name the table it reads, a key of tables");
    String index =
        reference(entity, "index", indexes, "indexes", "name the index it feeds, a key of indexes");
    return new Entity(
        table, index, EntityReader.read(entity, Optional.ofNullable(tables.get(table))));
  }

  private static String reference(
      Section entity, String key, Set<String> known, String section, String mend) {
    Optional<Scalar> scalar = entity.required(key, mend);
    // An empty section has a problem of its own.
    scalar
        .filter(s -> !known.isEmpty() && !known.contains(s.text()))
        .ifPresent(s -> s.problem("is not a key of " + section + hint(s.text(), known)));
    return scalar.map(Scalar::text).orElse("none");
  }

  private static String hint(String typed, Set<String> known) {
    String suggestion = Nearest.suggestion(typed, known);
    return suggestion.isEmpty() ? "; it has " + String.join(", ", known) : suggestion;
  }

  private static void reportUnused(
      Section section,
      Set<String> names,
      Map<String, Entity> entities,
      Function<Entity, String> use,
      String verb) {
    Set<String> used = entities.values().stream().map(use).collect(Collectors.toSet());
    for (String name : names) {
      if (!used.contains(name)) {
        section.problem(name, "no entity %s it; remove it or add an entity".formatted(verb));
      }
    }
  }
}
