package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.adapter.DynamoDBStreamsGetRecordsResponseAdapter;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.kinesis.retrieval.KinesisClientRecord;

/** What one read brought. KCL asks for its records four times, and gets the same list. */
final class PlainAnswer extends DynamoDBStreamsGetRecordsResponseAdapter {

  private final List<KinesisClientRecord> records;

  PlainAnswer(GetRecordsResponse answer) {
    super(answer);
    records = new ArrayList<>(answer.records().size());
    for (Record record : answer.records()) {
      records.add(new PlainRecord(record));
    }
  }

  /** KCL makes a list of its own before it takes any out. */
  @Override
  public List<KinesisClientRecord> records() {
    return records;
  }
}
