package dev.tributary.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** Reads rows of a table by their keys, and asks again for those that DynamoDB leaves over. */
final class BatchGet {

  /** More are refused. */
  private static final int MOST = 100;

  private final DynamoDbClient dynamoDb;
  private final ReadMeter meter;

  BatchGet(DynamoDbClient dynamoDb, ReadMeter meter) {
    this.dynamoDb = dynamoDb;
    this.meter = meter;
  }

  /**
   * @param keys each of them once, else DynamoDB refuses all
   * @param projection the attributes; absent (null) for all
   * @param each told the rows that are there, in no order
   */
  void read(
      String table,
      List<Map<String, AttributeValue>> keys,
      boolean consistent,
      String projection,
      Consumer<Map<String, AttributeValue>> each)
      throws InterruptedException {
    for (int from = 0; from < keys.size(); from += MOST) {
      List<Map<String, AttributeValue>> some =
          new ArrayList<>(keys.subList(from, Math.min(from + MOST, keys.size())));
      for (int times = 1; !some.isEmpty(); times++) {
        if (times > 1) {
          meter.leftOver(times - 1);
        }
        meter.before();
        BatchGetItemResponse answer = ask(table, some, consistent, projection);
        answer.responses().getOrDefault(table, List.of()).forEach(each);
        KeysAndAttributes left = answer.unprocessedKeys().get(table);
        some = left == null ? List.of() : left.keys();
      }
    }
  }

  private BatchGetItemResponse ask(
      String table, List<Map<String, AttributeValue>> keys, boolean consistent, String projection) {
    KeysAndAttributes wanted =
        KeysAndAttributes.builder()
            .keys(keys)
            .consistentRead(consistent)
            .projectionExpression(projection)
            .build();
    BatchGetItemResponse answer =
        dynamoDb.batchGetItem(
            request ->
                request
                    .requestItems(Map.of(table, wanted))
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
    meter.after(
        answer.consumedCapacity().stream().mapToDouble(ConsumedCapacity::capacityUnits).sum());
    return answer;
  }
}
