package dev.tributary.bench;

import java.net.URI;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** What it takes to read a shard with the SDK and to do nothing with it. */
public final class RawStream {

  private RawStream() {}

  /**
   * Arguments: the stream's ARN, the partition key of the item that was written last, and how many
   * records a read may bring.
   */
  public static void main(String[] arguments) throws InterruptedException {
    try (DynamoDbStreamsClient streams = client()) {
      String iterator = oldest(streams, arguments[0]);
      long start = System.nanoTime();
      long records = 0;
      boolean last = false;
      while (!last) {
        GetRecordsResponse read = read(streams, iterator, Integer.parseInt(arguments[2]));
        records += read.records().size();
        last = read.records().stream().anyMatch(record -> isOf(record, arguments[1]));
        iterator = read.nextShardIterator();
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.println(Child.DONE + "seconds=" + seconds + " records=" + records);
      Thread.currentThread().join();
    }
  }

  static boolean isOf(Record record, String pk) {
    return record.dynamodb().keys().get(Items.PK).s().equals(pk);
  }

  static DynamoDbStreamsClient client() {
    return DynamoDbStreamsClient.builder()
        .region(Region.of(System.getenv("AWS_REGION")))
        .endpointOverride(URI.create(System.getenv("DYNAMODB_ENDPOINT")))
        .build();
  }

  /** The iterator of a stream's oldest record, in its only shard. */
  static String oldest(DynamoDbStreamsClient streams, String arn) {
    String shard =
        streams
            .describeStream(describe -> describe.streamArn(arn))
            .streamDescription()
            .shards()
            .get(0)
            .shardId();
    return streams
        .getShardIterator(
            from ->
                from.streamArn(arn)
                    .shardId(shard)
                    .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
        .shardIterator();
  }

  static GetRecordsResponse read(DynamoDbStreamsClient streams, String iterator, int limit) {
    return streams.getRecords(get -> get.shardIterator(iterator).limit(limit));
  }
}
