package dev.tributary.backfill.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.config.Settings;
import dev.tributary.enrich.objects.UnreadableObjectException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads an export: the summary, which files it has, and their items. Nothing is taken from a file
 * whose checksum is wrong.
 */
public final class Exports {

  static final String SUMMARY = "manifest-summary.json";
  private static final String FILES = "manifest-files.json";

  /** DynamoDB writes the one, and its manual has the other. */
  private static final List<String> CHECKSUMS = List.of(".md5", ".checksum");

  /** Far more than a hundred thousand files take. */
  private static final int MOST_MANIFEST_BYTES = 64 << 20;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ExportFolder folder;
  private final Files files;

  /** The objects of the export's bucket. */
  @FunctionalInterface
  public interface Files {
    InputStream open(String key) throws IOException;
  }

  public Exports(ExportFolder folder, Files files) {
    this.folder = folder;
    this.files = files;
  }

  /**
   * @throws ExportException also for what this version cannot load
   */
  public Summary summary() throws ExportException, IOException {
    String name = folder.shown(folder.prefix() + SUMMARY);
    JsonNode summary = object(name, checked(SUMMARY));
    String format = summary.path("outputFormat").asText();
    if (!format.equals("DYNAMODB_JSON")) {
      throw new ExportException(
          "%s: the export's format is '%s'; make one with the format DYNAMODB_JSON"
              .formatted(name, format));
    }
    String type = summary.path("exportType").asText("FULL_EXPORT");
    if (!type.equals("FULL_EXPORT")) {
      throw new ExportException(
          "%s: the export is of the type %s, which has only what changed; make a full export"
              .formatted(name, type));
    }
    String arn = summary.path("tableArn").asText();
    int slash = arn.indexOf(":table/");
    if (slash < 0 || !summary.path("itemCount").isIntegralNumber()) {
      throw new ExportException(
          name + ": names no tableArn or no itemCount; it is not what DynamoDB writes");
    }
    return new Summary(
        arn.substring(slash + ":table/".length()),
        time(name, summary.path("exportTime").asText()),
        summary.path("itemCount").asLong());
  }

  private static Instant time(String name, String text) throws ExportException {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new ExportException(
          "%s: its exportTime '%s' is no time; it is not what DynamoDB writes"
              .formatted(name, text));
    }
  }

  /** Those that have items, in the order of the manifest. */
  public List<DataFile> files() throws ExportException, IOException {
    String name = folder.shown(folder.prefix() + FILES);
    List<DataFile> found = new ArrayList<>();
    int number = 0;
    for (String line :
        (Iterable<String>) new String(checked(FILES), StandardCharsets.UTF_8).lines()::iterator) {
      number++;
      if (!line.isBlank()) {
        DataFile file = file("%s, line %d".formatted(name, number), line);
        if (file.items() > 0) {
          found.add(file);
        }
      }
    }
    return found;
  }

  private DataFile file(String where, String line) throws ExportException, IOException {
    JsonNode file = object(where, line.getBytes(StandardCharsets.UTF_8));
    String key = file.path("dataFileS3Key").asText();
    String md5 = file.path("md5Checksum").asText();
    if (key.isEmpty() || md5.isEmpty() || !file.path("itemCount").isIntegralNumber()) {
      throw new ExportException(
          where
              + ": names no dataFileS3Key, md5Checksum or itemCount; it is not what DynamoDB"
              + " writes");
    }
    return new DataFile(folder.keyOf(key), file.path("itemCount").asLong(), md5);
  }

  /**
   * The items of a file, whose checksum is found to be right.
   *
   * @param key how the table's keys are called
   */
  public ItemLines items(DataFile file, Settings.Key key) throws ExportException, IOException {
    String name = folder.shown(file.key());
    try (Checksum whole = new Checksum(name, open(file.key()), file.md5())) {
      whole.verify();
    }
    return new ItemLines(name, new Checksum(name, open(file.key()), file.md5()), file, key);
  }

  private InputStream open(String key) throws ExportException, IOException {
    try {
      return files.open(key);
    } catch (IllegalArgumentException e) {
      throw new ExportException(folder.shown(key) + ": " + e.getMessage());
    }
  }

  /** A manifest, if it is what DynamoDB wrote. */
  private byte[] checked(String name) throws ExportException, IOException {
    String key = folder.prefix() + name;
    byte[] bytes;
    try {
      bytes = bytes(key);
    } catch (UnreadableObjectException e) {
      if (e.isMissing()) {
        throw new ExportException(missing(key));
      }
      throw e;
    }
    Checksum.verify(folder.shown(key), bytes, checksum(key));
    return bytes;
  }

  private String missing(String key) {
    return "%s is not there; name the folder of an export that has completed, as in s3://bucket/prefix/AWSDynamoDB/01234567890123-a1b2c3d4/"
        .formatted(folder.shown(key));
  }

  private String checksum(String key) throws ExportException, IOException {
    String base = key.substring(0, key.length() - ".json".length());
    for (String ending : CHECKSUMS) {
      try {
        return new String(bytes(base + ending), StandardCharsets.UTF_8).strip();
      } catch (UnreadableObjectException e) {
        if (!e.isMissing()) {
          throw e;
        }
      }
    }
    throw new ExportException(
        "%s is not there, so the manifest cannot be trusted; copy all of the export"
            .formatted(folder.shown(base + CHECKSUMS.get(0))));
  }

  private byte[] bytes(String key) throws ExportException, IOException {
    try (InputStream in = open(key)) {
      byte[] bytes = in.readNBytes(MOST_MANIFEST_BYTES);
      if (bytes.length == MOST_MANIFEST_BYTES) {
        throw new ExportException(
            "%s has more than %d bytes; it is not what DynamoDB writes"
                .formatted(folder.shown(key), MOST_MANIFEST_BYTES));
      }
      return bytes;
    }
  }

  private static JsonNode object(String where, byte[] json) throws ExportException, IOException {
    try {
      JsonNode node = JSON.readTree(json);
      if (node != null && node.isObject()) {
        return node;
      }
    } catch (JsonProcessingException e) {
      throw new ExportException(
          "%s: is not JSON: %s; copy it again, or make the export anew"
              .formatted(where, e.getOriginalMessage()));
    }
    throw new ExportException(where + ": is no JSON object; it is not what DynamoDB writes");
  }
}
