package dev.tributary.enrich.events;

import dev.tributary.config.Enrichment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.SdkEventLoopGroup;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.utils.ThreadFactoryBuilder;

/**
 * SQS, by the SDK's asynchronous client: a thread that waits in a synchronous one cannot be
 * interrupted, and a stop would take as long as a poll.
 */
final class SqsQueue implements MessageQueue {
  private static final int MOST_MESSAGES = 10;
  private static final Duration POLL = Duration.ofSeconds(20);
  private static final Duration ANSWER = Duration.ofSeconds(5);

  /** SQS hides nothing for longer than twelve hours from when it came. */
  private static final Duration LONGEST = Duration.ofHours(12).minus(HELD);

  private final String url;
  private final SqsFailures failures;
  private final SdkEventLoopGroup threads;
  private final SdkAsyncHttpClient http;
  private final SqsAsyncClient client;

  private SqsQueue(Enrichment.Events settings, String region, AwsCredentialsProvider credentials) {
    this.url = settings.queue().toString();
    this.failures = new SqsFailures(url, region);
    this.threads =
        SdkEventLoopGroup.builder()
            .numberOfThreads(1)
            .threadFactory(
                new ThreadFactoryBuilder()
                    .threadNamePrefix("object-events-io")
                    .daemonThreads(true)
                    .build())
            .build();
    this.http =
        NettyNioAsyncHttpClient.builder()
            .connectionTimeout(ANSWER)
            .readTimeout(POLL.plus(ANSWER))
            .eventLoopGroup(threads)
            .build();
    var builder =
        SqsAsyncClient.builder()
            .httpClient(http)
            .region(Region.of(region))
            .credentialsProvider(credentials)
            // One call is one attempt: when to try again is decided where it can be tested.
            .overrideConfiguration(o -> o.retryStrategy(AwsRetryStrategy.doNotRetry()))
            // Answers are only handed over, so the thread that brings them can do it.
            .asyncConfiguration(
                async ->
                    async.advancedOption(
                        SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, Runnable::run));
    settings.endpoint().ifPresent(builder::endpointOverride);
    this.client = builder.build();
  }

  /**
   * @param region where the settings name none
   */
  static SqsQueue open(
      Enrichment.Events settings, String region, AwsCredentialsProvider credentials) {
    return new SqsQueue(settings, settings.region().orElse(region), credentials);
  }

  @Override
  public List<Message> receive() throws QueueException, InterruptedException {
    var answer =
        await(
            POLL.plus(ANSWER),
            () ->
                client.receiveMessage(
                    request ->
                        request
                            .queueUrl(url)
                            .maxNumberOfMessages(MOST_MESSAGES)
                            .waitTimeSeconds((int) POLL.toSeconds())
                            .visibilityTimeout((int) HELD.toSeconds())
                            .messageSystemAttributeNames(
                                MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT)));
    return answer.messages().stream().map(SqsQueue::message).toList();
  }

  private static Message message(software.amazon.awssdk.services.sqs.model.Message message) {
    String receives =
        message
            .attributes()
            .getOrDefault(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT, "1");
    return new Message(
        message.messageId(), message.receiptHandle(), Integer.parseInt(receives), message.body());
  }

  @Override
  public void hide(Message message, Duration time) throws QueueException, InterruptedException {
    Duration bounded = time.compareTo(LONGEST) < 0 ? time : LONGEST;
    int seconds = (int) bounded.plusNanos(999_999_999).toSeconds();
    var unused =
        await(
            ANSWER,
            () ->
                client.changeMessageVisibility(
                    request ->
                        request
                            .queueUrl(url)
                            .receiptHandle(message.receipt())
                            .visibilityTimeout(seconds)));
  }

  @Override
  public void delete(Message message) throws QueueException, InterruptedException {
    var unused =
        await(
            ANSWER,
            () ->
                client.deleteMessage(
                    request -> request.queueUrl(url).receiptHandle(message.receipt())));
  }

  private <T> T await(Duration most, Supplier<CompletableFuture<T>> request)
      throws QueueException, InterruptedException {
    CompletableFuture<T> call;
    try {
      call = request.get();
    } catch (RuntimeException e) {
      throw failures.of(e);
    }
    try {
      return call.get(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw failures.of(e.getCause());
    } catch (java.util.concurrent.TimeoutException e) {
      throw failures.of(e);
    } finally {
      // Where nobody waits for it any more, it need not go on.
      call.cancel(true);
    }
  }

  @Override
  public void close() {
    client.close();
    http.close();
    // Without a quiet time: else every stop would take two seconds.
    var unused = threads.eventLoopGroup().shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
