package dev.tributary.enrich.objects;

import dev.tributary.config.ObjectSettings;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;

/**
 * Objects of a bucket that an operator names, of any size. The bucket need not be one that items
 * may reference; where the config has it, it is read from where that says. Thread-safe.
 */
public final class ObjectFiles implements AutoCloseable {

  /** Large enough that requests cost little, and small enough to have a few in memory. */
  private static final int BLOCK_BYTES = 2 << 20;

  private static final int CONCURRENCY = 16;
  private static final Duration STALL = Duration.ofSeconds(10);

  private final String bucket;
  private final S3Clients clients;
  private final Blocks blocks;
  private final Backoff backoff = new Backoff(new Random());

  private ObjectFiles(String bucket, S3Clients clients, Site site) {
    this.bucket = bucket;
    this.clients = clients;
    this.blocks = new S3Blocks(clients.of(site));
  }

  /**
   * @param region of a bucket that the config does not name
   */
  public static ObjectFiles open(ObjectSettings settings, String region, String bucket) {
    Site site =
        Site.of(settings.buckets(), region)
            .getOrDefault(bucket, new Site(region, Optional.empty(), false, Optional.empty()));
    S3Clients clients =
        new S3Clients(
            List.of(site),
            Runnable::run,
            DefaultCredentialsProvider.builder().build(),
            CONCURRENCY,
            STALL);
    return new ObjectFiles(bucket, clients, site);
  }

  /**
   * The bytes of an object as it is stored. Reading throws {@link UnreadableObjectException} where
   * that cannot be mended by trying again for a while.
   */
  public InputStream open(String key) {
    return new BlockStream(
        blocks,
        ObjectReference.of(bucket, key),
        BLOCK_BYTES,
        backoff,
        time -> TimeUnit.NANOSECONDS.sleep(time.toNanos()));
  }

  @Override
  public void close() {
    clients.close();
  }
}
