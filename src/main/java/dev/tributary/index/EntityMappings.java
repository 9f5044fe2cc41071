package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.config.Settings;
import dev.tributary.index.MappedFields.Found;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Whether the documents that the entities make fit the mapping files. Needs no server, so that a
 * start can tell it before the first document is refused.
 */
public final class EntityMappings {

  /**
   * @param problems documents that OpenSearch would refuse or misread
   * @param notes what is well, and perhaps not meant
   */
  public record Result(List<String> problems, List<String> notes) {
    public Result {
      problems = List.copyOf(problems);
      notes = List.copyOf(notes);
    }
  }

  private final List<String> problems = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private EntityMappings() {}

  public static Result check(Settings settings) {
    EntityMappings check = new EntityMappings();
    settings.entities().forEach((name, entity) -> check.entity(settings, name, entity));
    settings.indexes().forEach(check::preserved);
    return new Result(check.problems, check.notes);
  }

  private void entity(Settings settings, String name, Settings.Entity entity) {
    Settings.Key key = settings.tables().get(entity.table()).key();
    look(
        "entity '%s'".formatted(name),
        settings.indexes().get(entity.index()),
        EntityFields.of(entity.rule(), key));
  }

  private void preserved(String name, Settings.Index index) {
    List<FieldUse> uses =
        index.preserve().stream()
            .sorted()
            .map(field -> new FieldUse(List.of(field), "preserve", Made.ANYTHING, true))
            .toList();
    look("index '%s'".formatted(name), index, uses);
  }

  private void look(String who, Settings.Index index, Collection<FieldUse> uses) {
    Optional<Definition> definition = definition(index);
    if (definition.isEmpty()) {
      return;
    }
    String file = definition.get().source();
    MappedFields fields = definition.get().fields();
    List<String> stored = new ArrayList<>();
    for (FieldUse use : uses) {
      Found found = fields.find(use.path());
      problem(use, found, file).ifPresent(problem -> problems.add(who + ": " + problem));
      if (found instanceof Found.Stored && use.named()) {
        stored.add(use.name());
      }
    }
    if (!stored.isEmpty()) {
      notes.add(
          "%s: stored, and not searchable, since %s does not map them: %s"
              .formatted(who, file, String.join(", ", stored)));
    }
  }

  private static Optional<String> problem(FieldUse use, Found found, String file) {
    if (found instanceof Found.Refused) {
      return Optional.of(
          """
          the field '%s' (%s) is not in %s, which is strict: documents with it are refused; \
          map it there%s"""
              .formatted(use.name(), use.origin(), file, use.named() ? "" : ", or exclude it"));
    }
    if (found instanceof Found.Blocked blocked) {
      return Optional.of(
          "the field '%s' (%s) lies in '%s', which %s maps as %s; map it as an object"
              .formatted(use.name(), use.origin(), blocked.path(), file, blocked.type()));
    }
    if (found instanceof Found.Field field && !use.made().fits(field.mapping())) {
      return Optional.of(
          "the field '%s' (%s) holds %s, and %s maps it as %s; change one of the two"
              .formatted(
                  use.name(), use.origin(), use.made().words(), file, shown(field.mapping())));
    }
    return Optional.empty();
  }

  private static String shown(JsonNode mapping) {
    String type = MappedKind.type(mapping);
    return MappedKind.of(mapping) == MappedKind.DATE
        ? "%s of the format %s".formatted(type, Made.format(mapping))
        : type;
  }

  /** Nothing for an index that only stores, and for a file that is told to be wrong elsewhere. */
  private static Optional<Definition> definition(Settings.Index index) {
    try {
      return index.mapping().isPresent()
          ? Optional.of(Definition.of(index.mapping()))
          : Optional.empty();
    } catch (InvalidIndexException e) {
      return Optional.empty();
    }
  }
}
