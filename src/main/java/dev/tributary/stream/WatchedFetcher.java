package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.AmazonDynamoDBStreamsAdapterClient;
import com.amazonaws.services.dynamodbv2.streamsadapter.DynamoDBStreamsDataFetcher;
import com.amazonaws.services.dynamodbv2.streamsadapter.exceptions.UnableToReadMoreRecordsException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.kinesis.model.ExpiredIteratorException;
import software.amazon.awssdk.services.kinesis.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.kinesis.model.ResourceNotFoundException;
import software.amazon.awssdk.services.kinesis.model.ShardIteratorType;
import software.amazon.kinesis.retrieval.DataFetcherProviderConfig;
import software.amazon.kinesis.retrieval.GetRecordsResponseAdapter;
import software.amazon.kinesis.retrieval.kpl.ExtendedSequenceNumber;

/**
 * Reads a shard, and does not pass over what is lost before that was recorded. The adapter would
 * skip it in silence; so it is set to refuse ({@code KCL_RETRY}), and the skipping is done here:
 *
 * <pre>
 *   asked for a place that is trimmed ──► recorded ──► reads on from the oldest that is left
 *   asked for a shard that is gone    ──► recorded ──► the shard counts as ended
 * </pre>
 *
 * <p>If it cannot be recorded, that is thrown, and KCL asks again. One thread of KCL's at a time.
 */
final class WatchedFetcher extends DynamoDBStreamsDataFetcher {

  /**
   * So often in a row the oldest place may be trimmed before it is read. A shard of which nothing
   * is left answers so for ever, and counts as ended.
   */
  static final int MOST_SKIPS = 10;

  private final Consumer<Losses.Loss> losses;
  private int skips;

  WatchedFetcher(
      AmazonDynamoDBStreamsAdapterClient adapter,
      DataFetcherProviderConfig fetch,
      Consumer<Losses.Loss> losses) {
    super(adapter, fetch);
    this.losses = losses;
  }

  @Override
  public String getNextIterator(GetShardIteratorRequest request)
      throws ExecutionException, InterruptedException, TimeoutException {
    // Once, the place behind the last record is tried again: its iterator may just be too old.
    GetShardIteratorRequest asked = skips > 1 ? fromTheOldest(request) : request;
    boolean fromTheOldest = asked.shardIteratorType() == ShardIteratorType.TRIM_HORIZON;
    if (fromTheOldest && skips == 0) {
      losses.accept(Losses.Loss.NONE);
    }
    try {
      return super.getNextIterator(asked);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof UnableToReadMoreRecordsException lost)) {
        throw e;
      }
      if (lost.getCause() instanceof TrimmedDataAccessException && !fromTheOldest) {
        losses.accept(Losses.Loss.TRIMMED);
        return super.getNextIterator(fromTheOldest(request));
      }
      losses.accept(Losses.Loss.VANISHED);
      throw gone(lost);
    }
  }

  @Override
  public GetRecordsResponseAdapter getGetRecordsResponse(GetRecordsRequest request)
      throws ExecutionException, InterruptedException, TimeoutException {
    try {
      GetRecordsResponseAdapter answer = super.getGetRecordsResponse(request);
      skips = 0;
      return answer;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AbortedException interrupted) {
        throw (InterruptedException) new InterruptedException().initCause(interrupted);
      }
      if (e.getCause() instanceof ResourceNotFoundException) {
        losses.accept(Losses.Loss.VANISHED);
      }
      if (!(e.getCause() instanceof UnableToReadMoreRecordsException lost)) {
        throw e;
      }
      // Where no record was read yet, there is no place that could be lost, only a shard's age.
      losses.accept(hasRead() ? Losses.Loss.TRIMMED : Losses.Loss.NONE);
      skips++;
      throw skips > MOST_SKIPS ? gone(lost) : anotherIterator(lost);
    }
  }

  private boolean hasRead() {
    return !ExtendedSequenceNumber.TRIM_HORIZON
        .sequenceNumber()
        .equals(getLastKnownSequenceNumber());
  }

  private static GetShardIteratorRequest fromTheOldest(GetShardIteratorRequest request) {
    return request.toBuilder()
        .shardIteratorType(ShardIteratorType.TRIM_HORIZON)
        .startingSequenceNumber(null)
        .build();
  }

  /** KCL then takes the shard as ended. */
  private static ExecutionException gone(Throwable cause) {
    return new ExecutionException(
        ResourceNotFoundException.builder().message(cause.getMessage()).cause(cause).build());
  }

  /** KCL then asks for an iterator behind the last record that it read. */
  private static ExecutionException anotherIterator(Throwable cause) {
    return new ExecutionException(
        ExpiredIteratorException.builder().message(cause.getMessage()).cause(cause).build());
  }
}
