package dev.tributary.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.kinesis.model.ExpiredIteratorException;
import software.amazon.kinesis.common.InitialPositionInStream;
import software.amazon.kinesis.common.InitialPositionInStreamExtended;
import software.amazon.kinesis.common.StreamIdentifier;
import software.amazon.kinesis.metrics.NullMetricsFactory;
import software.amazon.kinesis.retrieval.KinesisDataFetcherProviderConfig;

/** The answers are AWS's, which refuses places that DynamoDB Local still gives iterators for. */
class WatchedFetcherTest {

  private static final String STREAM =
      "111122223333:us-east-1$111122223333$places$2026-11-16T14_40_51.701:1";
  private static final InitialPositionInStreamExtended BEGINNING =
      InitialPositionInStreamExtended.newInitialPosition(InitialPositionInStream.TRIM_HORIZON);

  private enum Answer {
    PASS,
    TRIMMED,
    GONE
  }

  private final List<String> told = new ArrayList<>();
  private final Deque<Answer> answers = new ArrayDeque<>();
  private boolean recordingFails;

  /** Answers as it is told to, and passes when nothing is left. */
  private final DynamoDbStreamsClient streams =
      new DynamoDbStreamsClient() {
        @Override
        public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
          told.add("ask " + request.shardIteratorTypeAsString());
          answer();
          return GetShardIteratorResponse.builder().shardIterator("i").build();
        }

        @Override
        public GetRecordsResponse getRecords(GetRecordsRequest request) {
          told.add("read");
          answer();
          return GetRecordsResponse.builder().records(List.of()).nextShardIterator("i").build();
        }

        private void answer() {
          switch (answers.isEmpty() ? Answer.PASS : answers.poll()) {
            case PASS -> {}
            case TRIMMED ->
                throw TrimmedDataAccessException.builder()
                    .awsErrorDetails(AwsErrorDetails.builder().errorCode("Trimmed").build())
                    .message("trimmed")
                    .build();
            case GONE ->
                throw ResourceNotFoundException.builder()
                    .awsErrorDetails(AwsErrorDetails.builder().errorCode("NotFound").build())
                    .message("gone")
                    .build();
          }
        }

        @Override
        public String serviceName() {
          return SERVICE_NAME;
        }

        @Override
        public void close() {}
      };

  private final WatchedFetcher fetcher = fetcher();

  private WatchedFetcher fetcher() {
    return new WatchedFetcher(
        new PlainReads(streams, Region.US_EAST_1),
        new KinesisDataFetcherProviderConfig(
            StreamIdentifier.multiStreamInstance(STREAM),
            "shardId-00000001794894400750-1e899449",
            new NullMetricsFactory(),
            1000,
            Duration.ofSeconds(10),
            "test"),
        loss -> {
          if (recordingFails) {
            throw new IllegalStateException("the state table does not answer");
          }
          told.add("lost " + loss);
        });
  }

  private void open(String checkpoint) {
    fetcher.initialize(checkpoint, BEGINNING);
  }

  @Test
  void aTrimmedPlaceIsRecordedBeforeTheOldestIsAskedFor() {
    answers.add(Answer.TRIMMED);
    open("100");
    assertThat(told)
        .containsExactly("ask AFTER_SEQUENCE_NUMBER", "lost TRIMMED", "ask TRIM_HORIZON");
    assertThat(fetcher.isShardEndReached()).isFalse();
  }

  @Test
  void nothingIsPassedOverThatCannotBeRecorded() {
    answers.add(Answer.TRIMMED);
    recordingFails = true;
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> open("100"));
    assertThat(told).containsExactly("ask AFTER_SEQUENCE_NUMBER");
  }

  @Test
  void aShardThatIsGoneIsRecordedAndCountsAsEnded() {
    answers.add(Answer.GONE);
    open("100");
    assertThat(told).containsExactly("ask AFTER_SEQUENCE_NUMBER", "lost VANISHED");
    assertThat(fetcher.isShardEndReached()).isTrue();
  }

  @Test
  void aShardThatIsGoneWhileItIsReadIsRecordedToo() {
    answers.addAll(List.of(Answer.PASS, Answer.GONE));
    open("100");
    assertThat(fetcher.getRecords().isShardEnd()).isTrue();
    assertThat(told).containsExactly("ask AFTER_SEQUENCE_NUMBER", "read", "lost VANISHED");
  }

  @Test
  void aShardOfWhichNothingIsLeftIsRecordedAndCountsAsEnded() {
    answers.add(Answer.TRIMMED);
    open("TRIM_HORIZON");
    assertThat(told).containsExactly("lost NONE", "ask TRIM_HORIZON", "lost VANISHED");
    assertThat(fetcher.isShardEndReached()).isTrue();
  }

  @Test
  void aPlaceThatIsTrimmedWhileItIsReadIsTriedAgainThenLeft() {
    answers.addAll(
        List.of(
            Answer.PASS, Answer.TRIMMED, Answer.PASS, Answer.TRIMMED, Answer.PASS, Answer.PASS));
    open("100");
    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(ExpiredIteratorException.class)
          .as("KCL restarts the iterator then")
          .isThrownBy(fetcher::getRecords);
      fetcher.restartIterator();
    }
    assertThat(fetcher.getRecords().isShardEnd()).isFalse();
    assertThat(told)
        .containsExactly(
            "ask AFTER_SEQUENCE_NUMBER",
            "read",
            "lost TRIMMED",
            "ask AFTER_SEQUENCE_NUMBER",
            "read",
            "lost TRIMMED",
            "ask TRIM_HORIZON",
            "read");
  }

  @Test
  void aShardThatIsTrimmedForEverCountsAsEnded() {
    open("100");
    for (int i = 0; i < WatchedFetcher.MOST_SKIPS; i++) {
      answers.add(Answer.TRIMMED);
      assertThatExceptionOfType(ExpiredIteratorException.class).isThrownBy(fetcher::getRecords);
      fetcher.restartIterator();
    }
    answers.add(Answer.TRIMMED);
    assertThat(fetcher.getRecords().isShardEnd()).isTrue();
  }

  @Test
  void whereNothingWasReadYetOnlyTheShardsAgeCounts() {
    answers.addAll(List.of(Answer.PASS, Answer.TRIMMED));
    open("TRIM_HORIZON");
    assertThatExceptionOfType(ExpiredIteratorException.class).isThrownBy(fetcher::getRecords);
    assertThat(told).containsExactly("lost NONE", "ask TRIM_HORIZON", "read", "lost NONE");
  }
}
