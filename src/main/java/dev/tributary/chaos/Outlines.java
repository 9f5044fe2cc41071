package dev.tributary.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tributary.enrich.objects.ObjectUpload;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The objects that items name. Each is written once and stays: one that changed by itself would be
 * noticed only with events. Some come later than the item that names them. Thread-safe.
 */
final class Outlines implements AutoCloseable {

  static final int AT_ONCE = 30;
  private static final String BUCKET = "chaos-outlines";

  private final ObjectUpload upload;
  private final Set<Long> awaited = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread late = new Thread(task, "late-objects");
            late.setDaemon(true);
            return late;
          });

  Outlines(URI s3, String region) {
    upload = new ObjectUpload(s3, region);
    upload.bucket(BUCKET);
    for (long number = 0; number < AT_ONCE; number++) {
      put(number);
    }
  }

  static String reference(long number) {
    return "s3://" + BUCKET + "/" + key(number);
  }

  /** This one will be there after a while, S3 permitting. */
  void later(long number, long millis) {
    awaited.add(number);
    var unused = thread.schedule(() -> tryToPut(number), millis, TimeUnit.MILLISECONDS);
  }

  /** How many are not there yet. */
  int awaited() {
    return awaited.size();
  }

  private void tryToPut(long number) {
    try {
      put(number);
      awaited.remove(number);
    } catch (CompletionException e) {
      // S3 is away: one of the faults.
      var unused = thread.schedule(() -> tryToPut(number), 1, TimeUnit.SECONDS);
    }
  }

  private void put(long number) {
    upload.put(BUCKET, key(number), square(number).getBytes(UTF_8));
  }

  private static String key(long number) {
    return "outline-" + number + ".json";
  }

  /** No two are alike. */
  private static String square(long number) {
    long west = number % 170;
    long south = number / 170 % 80;
    String size = "0." + (number + 1);
    return """
        {"type": "Polygon", "coordinates": \
        [[[%1$d, %2$d], [%1$d%3$s, %2$d], [%1$d%3$s, %2$d%3$s], [%1$d, %2$d%3$s], [%1$d, %2$d]]]}
        """
        .formatted(west, south, size.substring(1));
  }

  @Override
  public void close() {
    thread.shutdownNow();
    upload.close();
  }
}
