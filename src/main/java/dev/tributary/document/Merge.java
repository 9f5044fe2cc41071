package dev.tributary.document;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Leaves one action for each document, since two of one change would carry one version and the last
 * to arrive would win. A wish for the document beats a delete; two wishes cannot both be met.
 */
final class Merge {

  private Merge() {}

  static List<Action> merged(List<Action> actions) {
    if (actions.size() < 2) {
      return actions;
    }
    List<Action> merged = new ArrayList<>();
    Map<Target, Action.Targeted> byTarget = new LinkedHashMap<>();
    for (Action action : actions) {
      if (action instanceof Action.Targeted targeted) {
        byTarget.merge(new Target(targeted.index(), targeted.id()), targeted, Merge::whatRemainsOf);
      } else {
        merged.add(action);
      }
    }
    merged.addAll(byTarget.values());
    return List.copyOf(merged);
  }

  private static Action.Targeted whatRemainsOf(Action.Targeted one, Action.Targeted other) {
    if (other instanceof Action.Delete || one instanceof Action.Reject) {
      return one;
    }
    if (one instanceof Action.Delete || other instanceof Action.Reject) {
      return other;
    }
    return new Action.Reject(
        one.entity(),
        one.index(),
        one.id(),
        "entities " + one.entity() + " and " + other.entity() + " both make this document");
  }

  private record Target(String index, String id) {}
}
