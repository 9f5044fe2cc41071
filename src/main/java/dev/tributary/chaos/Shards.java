package dev.tributary.chaos;

import dev.tributary.table.AwsClients;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The streams' shards, which DynamoDB Local rolls only on demand. */
final class Shards {

  private static final int TRIES = 20;
  private static final long AGAIN_MILLIS = 200;

  private final AwsClients aws;
  private final String table;

  /**
   * @param table any: all roll at once
   */
  Shards(AwsClients aws, String table) {
    this.aws = aws;
    this.table = table;
  }

  /** Asks until it is so: the server may be asked too soon after the last time. */
  void roll() throws InterruptedException {
    int before = count();
    var never = new CountDownLatch(1);
    for (int left = TRIES; left > 0 && count() == before; left--) {
      aws.dynamoDb()
          .putItem(
              request ->
                  request
                      .tableName("[TEST_CONTROL]")
                      .item(Map.of("ACTION", AttributeValue.fromS("ROLLOVER"))));
      never.await(AGAIN_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** What KCL knows of them: one line for each lease. */
  List<String> leases(String table) {
    return aws
        .dynamoDb()
        .scanPaginator(request -> request.tableName(table).consistentRead(true))
        .items()
        .stream()
        .map(row -> new TreeMap<>(row).toString())
        .sorted()
        .toList();
  }

  int count() {
    String stream =
        aws.dynamoDb().describeTable(request -> request.tableName(table)).table().latestStreamArn();
    return aws.streams()
        .describeStream(request -> request.streamArn(stream))
        .streamDescription()
        .shards()
        .size();
  }
}
