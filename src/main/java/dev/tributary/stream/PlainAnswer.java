package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.adapter.DynamoDBStreamsGetRecordsResponseAdapter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.kinesis.retrieval.KinesisClientRecord;

/** What one read brought. KCL asks for its records four times, and gets the same list. */
final class PlainAnswer extends DynamoDBStreamsGetRecordsResponseAdapter {

  private final List<KinesisClientRecord> records;

  /**
   * @param answer all but the records
   */
  PlainAnswer(GetRecordsResponse answer, List<ReadRecord> read) {
    super(answer);
    records = new ArrayList<>(read.size());
    for (ReadRecord record : read) {
      records.add(new PlainRecord(record));
    }
  }

  /** KCL makes a list of its own before it takes any out. */
  @Override
  public List<KinesisClientRecord> records() {
    return records;
  }

  @Override
  public Long millisBehindLatest() {
    Instant last =
        records.isEmpty() ? null : records.get(records.size() - 1).approximateArrivalTimestamp();
    return last == null
        ? null
        : Long.valueOf(Math.max(0, System.currentTimeMillis() - last.toEpochMilli()));
  }
}
