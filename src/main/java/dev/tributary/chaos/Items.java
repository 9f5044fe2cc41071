package dev.tributary.chaos;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Draws keys and attributes. Every change has its turn in it, so that no two are alike. */
final class Items {

  /** What starts like this, name or value, is what an index refuses. */
  static final String POISON = "poison-";

  private static final int HOT = 6;
  private static final int ALL = 80;

  /** How many keys are in use before they are left alone. */
  private static final int PASSING = 10;

  private static final int POISON_PERCENT = 4;
  private static final int LONGEST_TEXT = 1500;

  private final Random random;
  private int passing = 1000;

  Items(Random random) {
    this.random = random;
  }

  /** An item's place: its table and its key. */
  record Place(Kind kind, String table, Map<String, AttributeValue> key) {}

  enum Kind {
    PLACE,
    VISIT,
    NOTE
  }

  /**
   * Half of the changes go to few keys: that is where orders matter. But what is lost there is
   * mended by the next change. So the others go to keys that soon are never written again.
   */
  Place place() {
    int drawn = random.nextInt(10);
    if (drawn < 4) {
      passing++;
      Kind kind = random.nextBoolean() ? Kind.VISIT : Kind.NOTE;
      return place(kind, passing - random.nextInt(PASSING));
    }
    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    return place(kind, drawn < 9 ? random.nextInt(HOT) : random.nextInt(ALL));
  }

  private static Place place(Kind kind, int number) {
    return switch (kind) {
      case PLACE -> sorted(kind, "PLACE#" + number, "META");
      case VISIT -> sorted(kind, "PLACE#" + number % 7, "VISIT#" + number);
      case NOTE -> new Place(kind, "chaos-notes", Map.of("id", text("NOTE#" + number)));
    };
  }

  private static Place sorted(Kind kind, String pk, String sk) {
    return new Place(kind, "chaos-places", Map.of("PK", text(pk), "SK", text(sk)));
  }

  /** All attributes but the key, and but the object that it may name. */
  Map<String, AttributeValue> attributes(Kind kind, long turn) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("turn", number(turn));
    item.put("status", text(random.nextInt(4) > 0 ? "open" : "closed"));
    item.put("name", text("name " + turn));
    if (random.nextBoolean()) {
      item.put("text", text("word ".repeat(random.nextInt(LONGEST_TEXT / 5)) + turn));
    }
    if (random.nextBoolean()) {
      item.put("tags", AttributeValue.fromSs(List.of("a", "b" + random.nextInt(5), "c")));
    }
    if (random.nextBoolean()) {
      item.put("detail", AttributeValue.fromM(Map.of("x.y", number(turn), "z", text("" + turn))));
    }
    if (random.nextBoolean()) {
      item.put("count", number(random.nextInt(1_000_000)));
    }
    if (random.nextInt(10) == 0) {
      item.put("isDeleted", AttributeValue.fromBool(random.nextBoolean()));
    }
    if (kind != Kind.PLACE && random.nextInt(100) < POISON_PERCENT) {
      if (random.nextBoolean()) {
        item.put("count", text(POISON + turn));
      } else {
        item.put(POISON + turn, AttributeValue.fromBool(true));
      }
    }
    return item;
  }

  /** The attributes that an update may take away. */
  String dispensable(Kind kind) {
    List<String> names = List.of("text", "tags", "detail", "count", "isDeleted", "outlineUrl");
    return names.get(random.nextInt(kind == Kind.PLACE ? names.size() : names.size() - 1));
  }

  static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }
}
