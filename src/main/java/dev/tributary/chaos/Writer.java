package dev.tributary.chaos;

import static dev.tributary.chaos.Items.number;
import static dev.tributary.chaos.Items.text;

import dev.tributary.chaos.Items.Kind;
import dev.tributary.chaos.Items.Place;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The only one who writes to the tables: one thread, one change after the other, in bursts. */
final class Writer {

  private static final int LONGEST_BURST = 60;
  private static final int LONGEST_PAUSE_MILLIS = 150;
  private static final int LATEST_OBJECT_MILLIS = 6000;

  private final DynamoDbClient dynamoDb;
  private final Outlines outlines;
  private final Random random;
  private final Items items;
  private volatile long turn = 1000;

  Writer(DynamoDbClient dynamoDb, Outlines outlines, Random random) {
    this.dynamoDb = dynamoDb;
    this.outlines = outlines;
    this.random = random;
    this.items = new Items(random);
  }

  /** Writes until it is over. */
  void run(CountDownLatch over) throws InterruptedException {
    while (!over.await(random.nextInt(LONGEST_PAUSE_MILLIS), TimeUnit.MILLISECONDS)) {
      for (int left = random.nextInt(LONGEST_BURST); left > 0; left--) {
        change();
      }
    }
  }

  /** How many changes it made; a delete of nothing counts too. */
  long changes() {
    return turn - 1000;
  }

  private void change() {
    long now = turn + 1;
    Place place = items.place();
    int drawn = random.nextInt(100);
    if (drawn < 45) {
      put(place, now);
    } else if (drawn < 75) {
      update(place, now);
    } else if (drawn < 88) {
      dynamoDb.deleteItem(request -> request.tableName(place.table()).key(place.key()));
    } else {
      boolean deleted = random.nextBoolean();
      set(place, now, "isDeleted", AttributeValue.fromBool(deleted));
    }
    turn = now;
  }

  private void put(Place place, long now) {
    Map<String, AttributeValue> item = new HashMap<>(place.key());
    item.putAll(items.attributes(place.kind(), now));
    if (place.kind() == Kind.PLACE && random.nextInt(10) < 7) {
      item.put("outlineUrl", text(Outlines.reference(outline(now))));
    }
    dynamoDb.putItem(request -> request.tableName(place.table()).item(item));
  }

  /** Mostly one that is there; sometimes one that comes later. */
  private long outline(long now) {
    if (random.nextInt(10) > 0) {
      return random.nextInt(Outlines.AT_ONCE);
    }
    outlines.later(now, random.nextInt(LATEST_OBJECT_MILLIS));
    return now;
  }

  private void update(Place place, long now) {
    String gone = items.dispensable(place.kind());
    dynamoDb.updateItem(
        request ->
            request
                .tableName(place.table())
                .key(place.key())
                .updateExpression("SET turn = :turn, #name = :name REMOVE #gone")
                .expressionAttributeNames(Map.of("#name", "name", "#gone", gone))
                .expressionAttributeValues(
                    Map.of(":turn", number(now), ":name", text("updated " + now))));
  }

  private void set(Place place, long now, String name, AttributeValue value) {
    dynamoDb.updateItem(
        request ->
            request
                .tableName(place.table())
                .key(place.key())
                .updateExpression("SET turn = :turn, #name = :value")
                .expressionAttributeNames(Map.of("#name", name))
                .expressionAttributeValues(Map.of(":turn", number(now), ":value", value)));
  }
}
