package dev.tributary.backfill;

import dev.tributary.index.DocumentOwners.Slice;
import dev.tributary.table.ItemReads.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A part of what is to be compared: small enough to be done again after a restart. */
public sealed interface VerifyPart {

  /** Items, and whether their documents are as they should be. */
  record OfTable(String table, Segment segment) implements VerifyPart {}

  /** Documents, and whether their items ask for them. */
  record OfIndex(String index, Slice slice) implements VerifyPart {}

  /**
   * All of them, in an order that a restart finds again: tables first, so that most differences are
   * told of by their items.
   *
   * @param tables in how many parts each is to be compared
   * @param indexes the same
   */
  static List<VerifyPart> all(Map<String, Integer> tables, Map<String, Integer> indexes) {
    List<VerifyPart> parts = new ArrayList<>();
    tables.forEach(
        (table, of) -> {
          for (int number = 0; number < of; number++) {
            parts.add(new OfTable(table, new Segment(number, of)));
          }
        });
    indexes.forEach(
        (index, of) -> {
          for (int number = 0; number < of; number++) {
            parts.add(new OfIndex(index, new Slice(number, of)));
          }
        });
    return parts;
  }
}
