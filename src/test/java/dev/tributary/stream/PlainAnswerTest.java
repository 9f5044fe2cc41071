package dev.tributary.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.kinesis.retrieval.AggregatorUtil;
import software.amazon.kinesis.retrieval.KinesisClientRecord;

class PlainAnswerTest {

  private static final Instant AT = Instant.parse("2026-11-18T07:00:00Z");

  private static Record record(String sequenceNumber, Long size) {
    return Record.builder()
        .eventName(OperationType.INSERT)
        .dynamodb(
            StreamRecord.builder()
                .sequenceNumber(sequenceNumber)
                .approximateCreationDateTime(AT)
                .sizeBytes(size)
                .build())
        .build();
  }

  private static PlainAnswer answer(Record... records) {
    return new PlainAnswer(
        GetRecordsResponse.builder().build(), Stream.of(records).map(ReadRecord::of).toList());
  }

  private static KinesisClientRecord only(Record record) {
    return answer(record).records().get(0);
  }

  @Test
  void eachRecordIsCarriedAsItIs() {
    Record first = record("100", 7L);
    Record second = record("101", 8L);
    List<KinesisClientRecord> records = answer(first, second).records();
    assertThat(records)
        .extracting(carried -> ((PlainRecord) carried).read())
        .containsExactly(ReadRecord.of(first), ReadRecord.of(second));
    assertThat(records)
        .extracting(KinesisClientRecord::sequenceNumber)
        .containsExactly("100", "101");
    assertThat(records.get(0).approximateArrivalTimestamp()).isEqualTo(AT);
  }

  @Test
  void howFarBehindItIsGoesByTheLastRecord() {
    assertThat(answer().millisBehindLatest()).isNull();
    assertThat(answer(record("100", 7L)).millisBehindLatest())
        .isBetween(0L, System.currentTimeMillis() - AT.toEpochMilli());
  }

  @Test
  void recordsAreMadeOnceHoweverOftenKclAsks() {
    PlainAnswer answer = answer(record("100", 7L));
    assertThat(answer.records()).isSameAs(answer.records());
  }

  @Test
  void kclCountsTheBytesThatDynamoDbNames() {
    assertThat(only(record("100", 1234L)).data().limit()).isEqualTo(1234);
    assertThat(only(record("100", null)).data().limit()).isPositive();
    assertThat(only(record("100", Long.MAX_VALUE)).data().limit()).isPositive();
  }

  @Test
  void kclTakesNoneOfThemApart() {
    List<KinesisClientRecord> records = answer(record("100", 7L), record("101", 5000L)).records();
    assertThat(new AggregatorUtil().deaggregate(records)).isEqualTo(records);
  }
}
