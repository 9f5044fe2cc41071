package dev.tributary.backfill.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.zip.GZIPOutputStream;

/** Writes an export as DynamoDB does, file by file, to wherever objects are put. */
public final class ExportFixture {

  public static final String ID = "01700000000000-a1b2c3d4";

  private final String table;
  private final Instant time;
  private final String prefix;
  private final Map<String, byte[]> objects = new TreeMap<>();
  private final List<String> manifest = new ArrayList<>();
  private long items;
  private String format = "DYNAMODB_JSON";
  private String type = "FULL_EXPORT";

  /**
   * @param prefix what the keys begin with; empty, or ends with a slash
   */
  public ExportFixture(String table, Instant time, String prefix) {
    this.table = table;
    this.time = time;
    this.prefix = prefix + "AWSDynamoDB/" + ID + "/";
  }

  ExportFixture of(String otherFormat, String otherType) {
    format = otherFormat;
    type = otherType;
    return this;
  }

  /**
   * @param lines each an item: {@code {"Item":{…}}}
   */
  public ExportFixture file(String name, List<String> lines) {
    byte[] packed = packed(String.join("\n", lines) + (lines.isEmpty() ? "" : "\n"));
    return file(name, packed, lines.size());
  }

  ExportFixture file(String name, byte[] packed, long count) {
    String key = prefix + "data/" + name + ".json.gz";
    objects.put(key, packed);
    items += count;
    manifest.add(
        """
        {"itemCount":%d,"md5Checksum":"%s","etag":"%s-1","dataFileS3Key":"%s"}"""
            .formatted(count, md5(packed), name, key));
    return this;
  }

  /** All objects, each with its key. */
  public Map<String, byte[]> objects() {
    add("manifest-files", String.join("\n", manifest) + "\n");
    add(
        "manifest-summary",
        """
        {"version":"2020-06-30",
         "exportArn":"arn:aws:dynamodb:us-east-1:123456789012:table/%s/export/%s",
         "startTime":"%s","endTime":"%s",
         "tableArn":"arn:aws:dynamodb:us-east-1:123456789012:table/%s",
         "tableId":"12345a12-abcd-123a-ab12-1234abc12345",
         "exportTime":"%s","s3Bucket":"exports","s3Prefix":"x","s3SseAlgorithm":"AES256",
         "manifestFilesS3Key":"%smanifest-files.json","billedSizeBytes":0,"itemCount":%d,
         "outputFormat":"%s","exportType":"%s"}"""
            .formatted(table, ID, time, time, table, time, prefix, items, format, type));
    return objects;
  }

  public void putTo(BiConsumer<String, byte[]> objectStore) {
    objects().forEach(objectStore);
  }

  private void add(String name, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    objects.put(prefix + name + ".json", bytes);
    objects.put(prefix + name + ".md5", md5(bytes).getBytes(UTF_8));
  }

  String prefix() {
    return prefix;
  }

  static byte[] packed(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static String md5(byte[] bytes) {
    try {
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Of objects in memory. */
  static Exports read(ExportFolder folder, Map<String, byte[]> objects) {
    return new Exports(folder, key -> open(folder, objects, key));
  }

  private static InputStream open(ExportFolder folder, Map<String, byte[]> objects, String key)
      throws IOException {
    byte[] bytes = objects.get(key);
    if (bytes == null) {
      throw dev.tributary.enrich.objects.MissingObjects.of(folder.shown(key));
    }
    return new java.io.ByteArrayInputStream(bytes);
  }
}
