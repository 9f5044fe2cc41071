package dev.tributary.document;

import dev.tributary.change.Change;
import dev.tributary.change.Fault;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.entity.Condition;
import dev.tributary.entity.Criterion;
import dev.tributary.entity.Rule;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One entity's rule, ready to be asked. */
final class Entity {

  private static final String OTHER_KEY = "the key does not match";

  private final String name;
  private final String index;
  private final Rule rule;
  private final Shaper shaper;

  /**
   * @param name the entity's name in the config
   * @param index the index's name in the config
   * @param preserved fields of the index that are another program's
   */
  Entity(String name, String index, Rule rule, Set<String> preserved) {
    this.name = name;
    this.index = index;
    this.rule = rule;
    this.shaper = new Shaper(rule.shape(), preserved);
  }

  /**
   * A key that does not match is skipped: nothing of it was ever indexed. An item that does not
   * match may have matched before, so its document is deleted; nobody has to know what was before.
   */
  Action actionFor(Change change) {
    Optional<Map<String, String>> captures = rule.key().match(change.key());
    if (captures.isEmpty()) {
      return new Action.Skip(name, OTHER_KEY);
    }
    String id = id(change);
    if (change instanceof Change.Put put && unmet(put.item()).isEmpty()) {
      return index(put, id, captures.get());
    }
    return new Action.Delete(name, index, id);
  }

  String name() {
    return name;
  }

  /** Whether an item of this key may ask for this document. */
  boolean makes(ItemKey item, String index, String id) {
    return this.index.equals(index)
        && rule.key().match(item).isPresent()
        && DocumentId.of(item, rule.id()).equals(id);
  }

  Explanation explain(Change change) {
    return new Explanation(name, index, id(change), match(change), actionFor(change));
  }

  private Match match(Change change) {
    Optional<Map<String, String>> captures = rule.key().match(change.key());
    if (captures.isEmpty()) {
      return new Match.OtherKey(rule.key().mismatch(change.key()));
    }
    if (!(change instanceof Change.Put put)) {
      return new Match.Gone();
    }
    Optional<Condition> unmet = unmet(put.item());
    return unmet.isPresent()
        ? new Match.OtherItem(why(unmet.get(), put.item()))
        : new Match.Matches(captures.get());
  }

  private String id(Change change) {
    return DocumentId.of(change.key(), rule.id());
  }

  /** The first condition that keeps the item out. */
  private Optional<Condition> unmet(Item item) {
    for (Condition condition : rule.where()) {
      if (!condition.holds(item)) {
        return Optional.of(condition);
      }
    }
    for (Condition condition : rule.unless()) {
      if (condition.holds(item)) {
        return Optional.of(condition);
      }
    }
    return Optional.empty();
  }

  private static String why(Condition unmet, Item item) {
    String found = unmet.value(item).map(Criterion::show).orElse("absent");
    return unmet.holds(item)
        ? "%s is %s".formatted(unmet.path(), found)
        : "%s is %s, not %s".formatted(unmet.path(), found, unmet.criterion());
  }

  private Action index(Change.Put put, String id, Map<String, String> captures) {
    try {
      Shaper.Shaped shaped = shaper.shape(put.item().attributes(), captures);
      return new Action.Index(
          name,
          index,
          id,
          DocumentWriter.write(put, shaped.attributes(), shaped.omitted()),
          shaped.needs());
    } catch (ShapeException e) {
      return new Action.Reject(name, index, id, e.getMessage());
    } catch (IOException | NumberFormatException e) {
      // No item of DynamoDB's comes here. If one does, it alone is set aside, not its shard.
      return new Action.Reject(
          name, index, id, "cannot be written as JSON: " + e.getClass().getSimpleName());
    } catch (RuntimeException e) {
      // Nor does one come here. Else it would cost the other entities' documents, too, and whoever
      // reads the item again would fail again.
      return new Action.Reject(name, index, id, Fault.of(e));
    }
  }
}
