package dev.tributary.backfill;

import dev.tributary.backfill.export.ExportFolder;
import dev.tributary.backfill.export.Exports;
import dev.tributary.config.ObjectSettings;
import dev.tributary.enrich.objects.ObjectFiles;
import java.util.HashMap;
import java.util.Map;

/** Exports in S3, by the rights of this process. Thread-safe. */
public final class ExportSources implements AutoCloseable {

  private final ObjectSettings settings;
  private final String region;
  private final Map<String, ObjectFiles> buckets = new HashMap<>();

  /**
   * @param region of buckets that the settings do not name
   */
  public ExportSources(ObjectSettings settings, String region) {
    this.settings = settings;
    this.region = region;
  }

  public Exports of(ExportFolder folder) {
    return new Exports(folder, files(folder.bucket())::open);
  }

  private synchronized ObjectFiles files(String bucket) {
    return buckets.computeIfAbsent(bucket, name -> ObjectFiles.open(settings, region, name));
  }

  @Override
  public synchronized void close() {
    buckets.values().forEach(ObjectFiles::close);
    buckets.clear();
  }
}
