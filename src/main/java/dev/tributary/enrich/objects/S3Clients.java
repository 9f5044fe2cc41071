package dev.tributary.enrich.objects;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.SdkEventLoopGroup;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.utils.ThreadFactoryBuilder;

/** The SDK's clients, one for each site, over one set of connections. */
final class S3Clients implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(2);

  /** Moving bytes is little work: all thinking is done by the workers. */
  private static final int IO_THREADS = 2;

  private final SdkEventLoopGroup threads;
  private final SdkAsyncHttpClient http;
  private final Map<Site, S3AsyncClient> clients = new HashMap<>();

  /**
   * @param workers where answers are taken up
   * @param credentials of the worker, for sites without a profile
   * @param stall how long a connection may stay silent
   */
  S3Clients(
      Iterable<Site> sites,
      Executor workers,
      AwsCredentialsProvider credentials,
      int concurrency,
      Duration stall) {
    this.threads =
        SdkEventLoopGroup.builder()
            .numberOfThreads(IO_THREADS)
            .threadFactory(
                new ThreadFactoryBuilder()
                    .threadNamePrefix("objects-io")
                    .daemonThreads(true)
                    .build())
            .build();
    this.http =
        NettyNioAsyncHttpClient.builder()
            .maxConcurrency(concurrency)
            .connectionTimeout(stall.compareTo(CONNECT) < 0 ? stall : CONNECT)
            .readTimeout(stall)
            .eventLoopGroup(threads)
            .build();
    for (Site site : sites) {
      clients.computeIfAbsent(site, key -> client(key, workers, credentials));
    }
  }

  private S3AsyncClient client(Site site, Executor workers, AwsCredentialsProvider credentials) {
    var builder =
        S3AsyncClient.builder()
            .httpClient(http)
            .region(Region.of(site.region()))
            .forcePathStyle(site.pathStyle())
            .credentialsProvider(
                site.profile()
                    .<AwsCredentialsProvider>map(ProfileCredentialsProvider::create)
                    .orElse(credentials))
            // Other servers may send checksums that are none of AWS's.
            .responseChecksumValidation(
                site.endpoint().isPresent()
                    ? ResponseChecksumValidation.WHEN_REQUIRED
                    : ResponseChecksumValidation.WHEN_SUPPORTED)
            // One call is one attempt: when to try again is decided where it can be tested.
            .overrideConfiguration(o -> o.retryStrategy(AwsRetryStrategy.doNotRetry()))
            .asyncConfiguration(
                async ->
                    async.advancedOption(
                        SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, workers));
    site.endpoint().ifPresent(builder::endpointOverride);
    return builder.build();
  }

  S3AsyncClient of(Site site) {
    return clients.get(site);
  }

  @Override
  public void close() {
    clients.values().forEach(S3AsyncClient::close);
    http.close();
    // Without a quiet time: else every stop would take two seconds.
    var unused = threads.eventLoopGroup().shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
