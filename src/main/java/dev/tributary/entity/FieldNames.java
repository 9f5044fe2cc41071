package dev.tributary.entity;

import dev.tributary.change.SyncFields;
import java.util.Set;

/**
 * The field that an attribute becomes. Nearly always that is the attribute's own name. DynamoDB
 * also takes names that OpenSearch refuses or takes apart; those are changed by two rules:
 *
 * <ul>
 *   <li><b>Dots.</b> OpenSearch reads {@code a.b} as an object {@code a}, which cannot live beside
 *       a plain {@code a}; {@code .a} and {@code a..b} it refuses, and {@code a.} it mistakes for
 *       {@code a}. A dot becomes {@code %2E}: {@code a.b} is the field {@code a%2Eb}. In such a
 *       name, and in one that already holds {@code %2E} or {@code %25}, a percent sign becomes
 *       {@code %25}.
 *   <li><b>Reserved names.</b> At the top of a document OpenSearch keeps some names for itself, and
 *       {@code _sync} is ours; empty and blank names are refused at any depth. They get an
 *       underscore at the end: {@code _id} is the field {@code _id_}. A reserved name that already
 *       ends in underscores gets one more: {@code _id_} is {@code _id__}.
 * </ul>
 *
 * <p>Each rule turns different names into different names, so no two attributes ever meet in one
 * field. And the field follows from the attribute's name alone, not from its neighbours: all items
 * of a table keep an attribute in the same field.
 */
public final class FieldNames {

  /**
   * OpenSearch's metadata fields, those of its bundled plugins, and the names under which it keeps
   * a document's state in Lucene, where a value of ours would meet its own.
   */
  private static final Set<String> RESERVED =
      Set.of(
          "_data_stream_timestamp",
          "_doc_count",
          "_feature",
          "_field_names",
          "_id",
          "_ignored",
          "_index",
          "_nested_path",
          "_parent_join",
          "_primary_term",
          "_recovery_source",
          "_routing",
          "_seq_no",
          "_size",
          "__soft_deletes",
          "_source",
          SyncFields.SYNC,
          "_tier",
          "_tombstone",
          "_type",
          "_version");

  private FieldNames() {}

  /** The field of an item's attribute. */
  public static String ofAttribute(String name) {
    String field = withoutDots(name);
    return isBlankStem(field) || isReservedStem(field) ? field + '_' : field;
  }

  /** The field of an entry in a map, at any depth. */
  public static String ofEntry(String name) {
    String field = withoutDots(name);
    return isBlankStem(field) ? field + '_' : field;
  }

  private static String withoutDots(String name) {
    if (name.indexOf('.') < 0 && !holdsEscape(name)) {
      return name;
    }
    return name.replace("%", "%25").replace(".", "%2E");
  }

  private static boolean holdsEscape(String name) {
    return name.indexOf('%') >= 0 && (name.contains("%2E") || name.contains("%25"));
  }

  private static boolean isBlankStem(String field) {
    // Most names begin with a letter: those are done here.
    return (field.isEmpty() || field.charAt(0) == '_' || Character.isWhitespace(field.charAt(0)))
        && stem(field).isBlank();
  }

  private static boolean isReservedStem(String field) {
    return field.charAt(0) == '_' && RESERVED.contains(stem(field));
  }

  /** The name without the underscores at its end. */
  private static String stem(String field) {
    int end = field.length();
    while (end > 0 && field.charAt(end - 1) == '_') {
      end--;
    }
    return field.substring(0, end);
  }
}
