package dev.tributary.enrich.objects;

import dev.tributary.config.ObjectSettings;
import dev.tributary.local.LocalStack;
import dev.tributary.local.Servers;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/** A bucket of its own on the shared S3 server, and fetchers for it. */
public final class S3Fixture implements AutoCloseable {
  static final long LIMIT = 32 << 20;

  final String bucket;
  private final LocalStack stack = Servers.shared();
  private final S3AsyncClient client;

  public S3Fixture(String bucket) {
    this.bucket = bucket;
    this.client =
        S3AsyncClient.builder()
            .region(Region.of(stack.region()))
            .endpointOverride(stack.s3())
            .forcePathStyle(true)
            .credentialsProvider(credentials(stack.secretKey()))
            .build();
    client.createBucket(request -> request.bucket(bucket)).join();
  }

  public URI endpoint() {
    return stack.s3();
  }

  public void put(String key, byte[] bytes) {
    client
        .putObject(request -> request.bucket(bucket).key(key), AsyncRequestBody.fromBytes(bytes))
        .join();
  }

  void putCompressed(String key, byte[] bytes) {
    client
        .putObject(
            request -> request.bucket(bucket).key(key).contentEncoding("gzip"),
            AsyncRequestBody.fromBytes(bytes))
        .join();
  }

  public void delete(String key) {
    client.deleteObject(request -> request.bucket(bucket).key(key)).join();
  }

  ObjectFetcher fetcher() {
    return fetcher(endpoint(), LIMIT, Duration.ofSeconds(20));
  }

  /**
   * @param endpoint the server's own, or something between it and us
   */
  ObjectFetcher fetcher(URI endpoint, long limit, Duration time) {
    return fetcher(bucket, endpoint, limit, time, credentials(stack.secretKey()));
  }

  static ObjectFetcher fetcher(
      String bucket,
      URI endpoint,
      long limit,
      Duration time,
      StaticCredentialsProvider credentials) {
    return ObjectFetcher.open(
        new ObjectSettings(
            Map.of(bucket, Buckets.at(endpoint.toString())), limit, time, 8, 64 << 20, 64 << 20),
        "us-east-1",
        credentials);
  }

  static StaticCredentialsProvider credentials(String secret) {
    return StaticCredentialsProvider.create(AwsBasicCredentials.create("local", secret));
  }

  ObjectReference object(String key) {
    return ObjectReference.of(bucket, key);
  }

  FetchResult fetch(ObjectFetcher fetcher, String key) throws Exception {
    return await(fetcher, object(key));
  }

  static FetchResult await(ObjectFetcher fetcher, ObjectReference reference) throws Exception {
    return fetcher.fetch(reference).get(60, TimeUnit.SECONDS);
  }

  static Optional<byte[]> bytes(FetchResult result) {
    return result instanceof FetchResult.Fetched fetched
        ? Optional.of(fetched.bytes().array())
        : Optional.empty();
  }

  @Override
  public void close() {
    client.close();
  }
}
