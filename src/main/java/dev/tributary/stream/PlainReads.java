package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.AmazonDynamoDBStreamsAdapterClient;
import com.amazonaws.services.dynamodbv2.streamsadapter.adapter.DynamoDBStreamsGetRecordsResponseAdapter;
import com.amazonaws.services.dynamodbv2.streamsadapter.util.AmazonServiceExceptionTransformer;
import dev.tributary.table.OwnReading;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * The adapter, but for how records are read. Its own way writes each of them as JSON four times,
 * for KCL's sake and for nobody's use, which costs more than all else that is done with a record;
 * and it reads on a pool that all shards share. Nor is the SDK's form of a record made, which costs
 * as much again: {@link RecordReader}.
 */
final class PlainReads extends AmazonDynamoDBStreamsAdapterClient {

  /** The adapter would else pass over what is lost in silence: see {@link WatchedFetcher}. */
  private static final SkipRecordsBehavior LOSSES = SkipRecordsBehavior.KCL_RETRY;

  private final DynamoDbStreamsClient streams;

  PlainReads(DynamoDbStreamsClient streams, Region region) {
    super(streams, region);
    this.streams = streams;
    setSkipRecordsBehavior(LOSSES);
  }

  /** On the calling thread: who asks waits for it anyway. */
  @Override
  public CompletableFuture<DynamoDBStreamsGetRecordsResponseAdapter> getDynamoDBStreamsRecords(
      GetRecordsRequest request) {
    try {
      RecordReader reader = new RecordReader();
      GetRecordsResponse answer = read(readBy(reader, request));
      // If the SDK has them, it was the last that read: the reader may have read another try.
      List<ReadRecord> records =
          answer.hasRecords()
              ? answer.records().stream().map(ReadRecord::of).toList()
              : reader.records();
      return CompletableFuture.completedFuture(new PlainAnswer(answer, records));
    } catch (RuntimeException e) {
      // As KCL expects whatever went wrong.
      return CompletableFuture.failedFuture(e);
    }
  }

  private static GetRecordsRequest readBy(RecordReader reader, GetRecordsRequest request) {
    return request.toBuilder()
        .overrideConfiguration(
            request
                .overrideConfiguration()
                .map(AwsRequestOverrideConfiguration::toBuilder)
                .orElseGet(AwsRequestOverrideConfiguration::builder)
                .putExecutionAttribute(OwnReading.READER, reader)
                .build())
        .build();
  }

  private GetRecordsResponse read(GetRecordsRequest request) {
    try {
      return streams.getRecords(request);
    } catch (AwsServiceException e) {
      throw AmazonServiceExceptionTransformer.transformDynamoDBStreamsToKinesisGetRecords(
          e, LOSSES);
    }
  }
}
