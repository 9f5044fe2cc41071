package dev.tributary.sync;

import dev.tributary.document.Action;
import dev.tributary.document.Body;
import dev.tributary.enrich.Enriched;
import dev.tributary.enrich.Enricher;
import dev.tributary.enrich.Lacking;
import dev.tributary.enrich.Made;
import dev.tributary.enrich.Stored;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a change asks of one document, with what that needs. Immutable.
 *
 * @param action what is to be done
 * @param added what it got beyond its item's attributes
 */
public record Completed(Action action, Optional<Added> added) {

  /**
   * @param bare the document without it
   */
  record Added(Action.Index bare, Made made) {}

  public static Completed of(Action action) {
    return new Completed(action, Optional.empty());
  }

  static Completed of(Action.Index bare, Enriched enriched) {
    if (enriched instanceof Made made) {
      // Not with its needs: an item's shape takes many times the room of what is made of it.
      return of(
          new Added(new Action.Index(bare.entity(), bare.index(), bare.id(), bare.body()), made));
    }
    Enriched.Refused refused = (Enriched.Refused) enriched;
    return of(
        new Action.Reject(
            bare.entity(), bare.index(), bare.id(), refused.reason(), refused.trace()));
  }

  private static Completed of(Added added) {
    Action.Index bare = added.bare();
    Body body = bare.body().with(added.made().fields(), added.made().sync());
    return new Completed(
        new Action.Index(bare.entity(), bare.index(), bare.id(), body), Optional.of(added));
  }

  /** Whether it needs objects that were not fetched yet. */
  public boolean unfinished() {
    return action instanceof Action.Index index && Enricher.refer(index.needs());
  }

  /** Whether a newer change of the document may be ready before it is. */
  boolean slow() {
    return unfinished() || added.isPresent();
  }

  /** The objects that are not there for now. */
  public List<Lacking> lacking() {
    return added.map(add -> add.made().lacking()).orElse(List.of());
  }

  /** The fields that objects would fill which are not there. */
  public Set<String> lackingFields() {
    return added.map(add -> add.made().lackingFields()).orElse(Set.of());
  }

  /** What it adds to {@code _sync} under a name, as JSON; null for nothing. */
  byte[] sync(String name) {
    return added.map(add -> add.made().sync().get(name)).orElse(null);
  }

  /** The same with what the stored document has of objects that are not there. */
  Completed keeping(Stored stored) {
    return lacking().isEmpty()
        ? this
        : of(new Added(added.get().bare(), added.get().made().keeping(stored)));
  }

  /**
   * What to try where OpenSearch refuses it.
   *
   * @param refusal what it said
   */
  public Optional<Completed> simpler(String refusal) {
    return added.flatMap(
        add -> add.made().simpler(refusal).map(made -> of(new Added(add.bare(), made))));
  }
}
