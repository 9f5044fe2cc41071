package dev.tributary.enrich.objects;

import java.net.URI;
import java.util.concurrent.CompletionException;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Puts objects to a local server, for the demo and for tests: a worker only reads. */
public final class ObjectUpload implements AutoCloseable {
  private static final int CONFLICT = 409;

  private final S3AsyncClient client;

  public ObjectUpload(URI endpoint, String region) {
    this.client =
        S3AsyncClient.builder()
            .endpointOverride(endpoint)
            .region(Region.of(region))
            .forcePathStyle(true)
            .build();
  }

  /** Makes the bucket unless it is there. */
  public ObjectUpload bucket(String bucket) {
    try {
      client.createBucket(request -> request.bucket(bucket)).join();
    } catch (CompletionException e) {
      if (!(e.getCause() instanceof S3Exception refused) || refused.statusCode() != CONFLICT) {
        throw e;
      }
    }
    return this;
  }

  public void put(String bucket, String key, byte[] bytes) {
    client
        .putObject(request -> request.bucket(bucket).key(key), AsyncRequestBody.fromBytes(bytes))
        .join();
  }

  @Override
  public void close() {
    client.close();
  }
}
