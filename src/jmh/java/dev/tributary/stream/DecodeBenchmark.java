package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.adapter.DynamoDBStreamsClientRecord;
import dev.tributary.change.Change;
import dev.tributary.config.Settings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;

/**
 * What it costs to read one record of DynamoDB's answer, with an item of about 1 KB, and to turn
 * one of the SDK into a change; and what KCL's own form of the same record would cost, which is a
 * text of JSON.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class DecodeBenchmark {

  private static final int RECORDS = 100;

  private final RecordDecoder decoder =
      new RecordDecoder(
          new Settings.Table("places", new Settings.Key("PK", Optional.of("SK"))), "stream");

  private final Record put = record(OperationType.MODIFY);
  private final Record removal = record(OperationType.REMOVE);

  private static Record record(OperationType event) {
    Map<String, AttributeValue> key =
        Map.of("PK", AttributeValue.fromS("PLACE#plc_004711"), "SK", AttributeValue.fromS("META"));
    StreamRecord.Builder stream =
        StreamRecord.builder()
            .keys(key)
            .sequenceNumber("111500000000006077105867")
            .approximateCreationDateTime(Instant.parse("2026-01-01T00:00:00Z"))
            .sizeBytes(1000L)
            .oldImage(item(key));
    if (event != OperationType.REMOVE) {
      stream.newImage(item(key));
    }
    return Record.builder().eventName(event).dynamodb(stream.build()).build();
  }

  private static Map<String, AttributeValue> item(Map<String, AttributeValue> key) {
    Map<String, AttributeValue> item = new java.util.HashMap<>(key);
    item.put("name", AttributeValue.fromS("a quiet lake behind the hill"));
    item.put("description", AttributeValue.fromS("words ".repeat(100)));
    item.put("visits", AttributeValue.fromN("4711"));
    item.put("rating", AttributeValue.fromN("4.25"));
    item.put("verified", AttributeValue.fromBool(true));
    item.put(
        "tags",
        AttributeValue.fromL(List.of(AttributeValue.fromS("a"), AttributeValue.fromS("b"))));
    item.put(
        "address",
        AttributeValue.fromM(
            Map.of("city", AttributeValue.fromS("Ulm"), "zip", AttributeValue.fromS("89073"))));
    return item;
  }

  /** A hundred records of DynamoDB's answer, each with both images. */
  private final byte[] answer = answer();

  private static byte[] answer() {
    String item =
        """
        {"PK": {"S": "PLACE#plc_004711"}, "SK": {"S": "META"},
         "name": {"S": "a quiet lake behind the hill"}, "description": {"S": "%s"},
         "visits": {"N": "4711"}, "rating": {"N": "4.25"}, "verified": {"BOOL": true},
         "tags": {"L": [{"S": "a"}, {"S": "b"}]},
         "address": {"M": {"city": {"S": "Ulm"}, "zip": {"S": "89073"}}}}
        """
            .formatted("words ".repeat(100));
    String record =
        """
        {"eventName": "MODIFY", "dynamodb": {"ApproximateCreationDateTime": 1795000020,
         "SequenceNumber": "111500000000006077105867", "SizeBytes": 1000,
         "StreamViewType": "NEW_AND_OLD_IMAGES",
         "Keys": {"PK": {"S": "PLACE#plc_004711"}, "SK": {"S": "META"}},
         "NewImage": %1$s, "OldImage": %1$s}}
        """
            .formatted(item);
    String records = String.join(",", Collections.nCopies(RECORDS, record));
    return ("{\"Records\": [" + records + "]}").getBytes(StandardCharsets.UTF_8);
  }

  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public RecordReader read() throws IOException {
    RecordReader reader = new RecordReader();
    reader.read(new ByteArrayInputStream(answer));
    return reader;
  }

  @Benchmark
  public Change decodePut() {
    return decoder.decode(ReadRecord.of(put));
  }

  @Benchmark
  public Change decodeRemoval() {
    return decoder.decode(ReadRecord.of(removal));
  }

  /** As KCL carries it: nothing is written. */
  @Benchmark
  public DynamoDBStreamsClientRecord carried() {
    return new PlainRecord(ReadRecord.of(put));
  }

  /** As the adapter would have it carried. */
  @Benchmark
  public DynamoDBStreamsClientRecord carriedAsJson() {
    return DynamoDBStreamsClientRecord.fromRecord(put);
  }
}
