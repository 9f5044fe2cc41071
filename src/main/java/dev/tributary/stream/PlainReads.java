package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.AmazonDynamoDBStreamsAdapterClient;
import com.amazonaws.services.dynamodbv2.streamsadapter.adapter.DynamoDBStreamsGetRecordsResponseAdapter;
import com.amazonaws.services.dynamodbv2.streamsadapter.util.AmazonServiceExceptionTransformer;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * The adapter, but for how records are read. Its own way writes each of them as JSON four times,
 * for KCL's sake and for nobody's use, which costs more than all else that is done with a record;
 * and it reads on a pool that all shards share.
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
      return CompletableFuture.completedFuture(new PlainAnswer(read(request)));
    } catch (RuntimeException e) {
      // As KCL expects whatever went wrong.
      return CompletableFuture.failedFuture(e);
    }
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
