package dev.tributary.table;

import dev.tributary.config.Settings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The SDK's clients for DynamoDB, with time limits on every call: KCL itself sets none. */
public final class AwsClients implements AutoCloseable {

  private static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(20);

  private final Region region;
  private final DynamoDbClock clock;
  private final DynamoDbClient dynamoDb;
  private final DynamoDbAsyncClient dynamoDbAsync;
  private final DynamoDbStreamsClient streams;

  private AwsClients(Settings.Aws settings, Region region, Instant now) {
    this.region = region;
    this.clock = new DynamoDbClock(now, System::nanoTime);
    this.dynamoDb = configured(DynamoDbClient.builder(), settings, region, List.of(clock)).build();
    this.dynamoDbAsync =
        configured(DynamoDbAsyncClient.builder(), settings, region, List.of())
            .httpClientBuilder(NettyNioAsyncHttpClient.builder())
            .build();
    this.streams =
        configured(DynamoDbStreamsClient.builder(), settings, region, List.of(new OwnReading()))
            .build();
  }

  /**
   * @throws NoRegionException where neither the config nor the environment names a region
   */
  public static AwsClients open(Settings.Aws settings) {
    return open(settings, Instant.now());
  }

  /**
   * @param now as the machine's clock has it
   */
  static AwsClients open(Settings.Aws settings, Instant now) {
    Region region = settings.region().map(Region::of).orElseGet(AwsClients::found);
    return new AwsClients(settings, region, now);
  }

  private static Region found() {
    try {
      return new DefaultAwsRegionProviderChain().getRegion();
    } catch (SdkClientException e) {
      throw new NoRegionException(e);
    }
  }

  private static <B extends AwsClientBuilder<B, C>, C> B configured(
      B builder, Settings.Aws settings, Region region, List<ExecutionInterceptor> interceptors) {
    var overrides =
        ClientOverrideConfiguration.builder()
            .apiCallAttemptTimeout(ATTEMPT_TIMEOUT)
            .apiCallTimeout(CALL_TIMEOUT);
    interceptors.forEach(overrides::addExecutionInterceptor);
    settings
        .dynamoDbEndpoint()
        .ifPresent(
            endpoint -> {
              builder.endpointOverride(endpoint);
              overrides.addExecutionInterceptor(new DynamoDbLocalArns(region.id()));
            });
    return builder.region(region).overrideConfiguration(overrides.build());
  }

  public Region region() {
    return region;
  }

  /** What DynamoDB takes for the time, whatever the machine does. */
  public Clock clock() {
    return clock;
  }

  public DynamoDbClient dynamoDb() {
    return dynamoDb;
  }

  public DynamoDbAsyncClient dynamoDbAsync() {
    return dynamoDbAsync;
  }

  public DynamoDbStreamsClient streams() {
    return streams;
  }

  @Override
  public void close() {
    streams.close();
    dynamoDbAsync.close();
    dynamoDb.close();
  }
}
