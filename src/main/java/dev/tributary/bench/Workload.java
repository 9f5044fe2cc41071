package dev.tributary.bench;

import dev.tributary.bench.Operations.Kind;
import dev.tributary.bench.Operations.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What a table is filled with, and how it is to be indexed.
 *
 * @param changes how many there are, but for the item that is the last
 * @param at each by its number
 * @param mapping a resource of this package
 * @param entity lines of the entity besides the usual ones
 */
record Workload(long changes, LongFunction<Preload.Write> at, String mapping, String entity) {

  /** How many hot items {@link #mixed} has. */
  static final int HOT = 50;

  private static final int HOT_KEYS = 1000;
  private static final int WIDE_BYTES = 390_000;
  private static final int VERTICES = 120;

  private static final String MAPPING = "items.json";

  /** The pk of the item that is written last. */
  static final String LAST = Records.lastPk(0);

  /** Its document's id. */
  static final String LAST_ID = id(LAST);

  static String id(String pk) {
    return pk + "#META";
  }

  /** Inserts, changes of a few hot items, and removals, of about 1 KB. */
  static Workload mixed(long changes) {
    return mixed(changes, 0);
  }

  /** The same for one of several tables that go to the same index. */
  static Workload mixed(long changes, int shard) {
    Items items = new Items();
    return new Workload(
        changes, number -> write(new Operations(HOT), items, shard, number), MAPPING, "");
  }

  private static Preload.Write write(Operations operations, Items items, int shard, long number) {
    Operation operation = operations.at(number);
    String pk = Records.pk(shard, operation.item());
    return new Preload.Write(
        pk, operation.kind() == Kind.REMOVE ? Map.of() : items.item(pk, number));
  }

  /** A thousand items, changed again and again in no order. */
  static Workload hotKeys(long changes) {
    Items items = new Items();
    return new Workload(
        changes,
        number -> {
          String pk = Items.pk(-1 - scattered(number) % HOT_KEYS);
          return new Preload.Write(pk, items.item(pk, number));
        },
        MAPPING,
        "");
  }

  /** As if drawn, and the same every time. */
  private static long scattered(long number) {
    long bits = number * 0x9E3779B97F4A7C15L;
    bits = (bits ^ (bits >>> 32)) * 0xBF58476D1CE4E5B9L;
    return (bits ^ (bits >>> 29)) >>> 1;
  }

  /** Items of nearly the most that DynamoDB takes. */
  static Workload wide(long changes) {
    Items items = new Items();
    AttributeValue text = Items.text("wide ".repeat(WIDE_BYTES / 5));
    return new Workload(
        changes,
        number -> {
          Preload.Write write = write(new Operations(HOT / 10), items, 0, number);
          if (!write.removes()) {
            write.item().put("text", text);
          }
          return write;
        },
        MAPPING,
        "");
  }

  /** Inserts of items with a polygon each. */
  static Workload geometry(long changes) {
    Items items = new Items();
    return new Workload(
        changes,
        number -> {
          String pk = Items.pk(number);
          Map<String, AttributeValue> item = items.item(pk, number);
          item.put("boundary", polygon(number));
          return new Preload.Write(pk, item);
        },
        "shapes.json",
        "    geometry: {boundary: {}}\n");
  }

  private static AttributeValue polygon(long number) {
    double lon = scattered(number) % 340 - 170;
    double lat = scattered(number + 1) % 150 - 75;
    List<AttributeValue> ring = new ArrayList<>();
    for (int i = 0; i <= VERTICES; i++) {
      double angle = 2 * Math.PI * (i % VERTICES) / VERTICES;
      // A coast, not a circle; and its first point is its last.
      double radius = 1 + 0.2 * Math.sin(7 * angle);
      ring.add(
          AttributeValue.fromL(
              List.of(
                  degrees(lon + radius * Math.cos(angle)),
                  degrees(lat + radius * Math.sin(angle)))));
    }
    return AttributeValue.fromM(
        Map.of(
            "type", Items.text("Polygon"),
            "coordinates", AttributeValue.fromL(List.of(AttributeValue.fromL(ring)))));
  }

  private static AttributeValue degrees(double value) {
    return Items.number(String.format(Locale.ROOT, "%.6f", value));
  }
}
