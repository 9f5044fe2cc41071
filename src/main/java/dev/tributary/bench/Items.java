package dev.tributary.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items of about 1 KB, made at little cost: most of an item is one of a few that are ready. */
final class Items {

  static final String PK = "PK";
  static final String SK = "SK";

  /** By which change an item became what it is. */
  static final String REVISION = "revision";

  /** The item that is written last. */
  static final String LAST = "LAST";

  private static final int MODELS = 64;
  private static final String[] WORDS =
      ("lake river cenote forest trail summit harbour market garden bridge tower museum island"
              + " quiet steep narrow sunny shaded ancient famous hidden open wide small")
          .split(" ", -1);
  private static final AttributeValue META = text("META");

  private final List<Map<String, AttributeValue>> models = new ArrayList<>();

  Items() {
    Random random = new Random(1);
    for (int i = 0; i < MODELS; i++) {
      models.add(model(random));
    }
  }

  private static Map<String, AttributeValue> model(Random random) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("name", text(words(random, 3)));
    item.put("description", text(words(random, 70)));
    item.put("kind", text(words(random, 1)));
    item.put("status", text(random.nextBoolean() ? "open" : "closed"));
    item.put("owner", text("user-" + random.nextInt(10_000)));
    item.put("price", number(random.nextInt(100_000) + "." + random.nextInt(100)));
    item.put("visits", number("" + random.nextInt(1_000_000)));
    item.put("rating", number("" + random.nextInt(500) / 100.0));
    item.put("verified", AttributeValue.fromBool(random.nextBoolean()));
    item.put("tags", AttributeValue.fromL(List.of(text(words(random, 1)), text(words(random, 1)))));
    item.put(
        "address",
        AttributeValue.fromM(
            Map.of(
                "street", text(words(random, 2)),
                "city", text(words(random, 1)),
                "zip", text("" + random.nextInt(100_000)))));
    item.put("createdAt", text("2026-01-%02dT10:00:00Z".formatted(1 + random.nextInt(28))));
    item.put("updatedAt", text("2026-02-%02dT11:30:00Z".formatted(1 + random.nextInt(28))));
    return item;
  }

  private static String words(Random random, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : " ").append(WORDS[random.nextInt(WORDS.length)]);
    }
    return text.toString();
  }

  static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  static AttributeValue number(String digits) {
    return AttributeValue.fromN(digits);
  }

  static String pk(long item) {
    return item < 0 ? "HOT#" + (-1 - item) : "ITEM#" + item;
  }

  static Map<String, AttributeValue> key(String pk) {
    Map<String, AttributeValue> key = new HashMap<>();
    key.put(PK, text(pk));
    key.put(SK, META);
    return key;
  }

  /** An item as a change made it. */
  Map<String, AttributeValue> item(String pk, long revision) {
    Map<String, AttributeValue> item =
        new HashMap<>(models.get((int) Math.floorMod(revision * 31, (long) MODELS)));
    item.put(PK, text(pk));
    item.put(SK, META);
    item.put(REVISION, number(Long.toString(revision)));
    return item;
  }
}
