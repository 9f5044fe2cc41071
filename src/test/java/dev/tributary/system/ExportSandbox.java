package dev.tributary.system;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.tributary.backfill.export.ExportFixture;
import dev.tributary.enrich.objects.ObjectUpload;
import dev.tributary.local.LocalStack;
import dev.tributary.local.Servers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** A sandbox of one table whose config names a bucket, and exports of that table in it. */
public final class ExportSandbox implements AutoCloseable {

  private final String name = "x" + UUID.randomUUID().toString().substring(0, 8);
  private final String bucket = name + "-exports";
  private final LocalStack stack = Servers.shared();
  private final Sandbox sandbox;
  private final ObjectUpload upload;

  private final Map<String, byte[]> written = new HashMap<>();

  /** One whose index only stores. */
  public ExportSandbox() {
    this("{\"mappings\":{\"dynamic\":false}}");
  }

  ExportSandbox(String mapping) {
    this.sandbox = Sandbox.ofConfig(config(mapping), StreamViewType.NEW_AND_OLD_IMAGES);
    // After the sandbox, which sets the credentials.
    this.upload = new ObjectUpload(stack.s3(), stack.region()).bucket(bucket);
  }

  private Path config(String text) {
    try {
      Path folder =
          Files.createDirectories(
              Path.of(System.getProperty("tributary.home", "."), "target", "it", name));
      Path mapping = Files.writeString(folder.resolve("mapping.json"), text);
      return Files.writeString(
          folder.resolve(name + ".yml"),
          """
          application: %1$s
          aws: {region: "${AWS_REGION}", dynamodb: {endpoint: "${DYNAMODB_ENDPOINT}"}}
          opensearch: {url: "${OPENSEARCH_URL}"}
          worker: {failover: 2s, poll: 50ms, checkpoint: 300ms}
          tables: {%1$s: {key: {pk: PK, sk: SK}}}
          indexes: {%1$s: {mapping: "%2$s"}}
          entities: {%1$s: {table: %1$s, index: %1$s, clash: accepted}}
          objects: {buckets: {%3$s: {endpoint: "${S3_ENDPOINT}", pathStyle: true}}}
          """
              .formatted(name, mapping.toAbsolutePath(), bucket));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Sandbox sandbox() {
    return sandbox;
  }

  public List<Map<String, AttributeValue>> items() {
    return sandbox
        .dynamoDb()
        .scanPaginator(scan -> scan.tableName(sandbox.table()).consistentRead(true))
        .items()
        .stream()
        .toList();
  }

  /**
   * Writes an export of the items, as if it were made at some time.
   *
   * @return its folder, to be loaded from
   */
  public String export(
      List<Map<String, AttributeValue>> items, int files, Instant time, String prefix) {
    ExportFixture export = new ExportFixture(sandbox.table(), time, prefix + "/");
    for (int file = 0; file < files; file++) {
      List<String> lines = new ArrayList<>();
      for (int i = file; i < items.size(); i += files) {
        lines.add("{\"Item\":" + json(items.get(i)) + "}");
      }
      export.file("file" + file, lines);
    }
    export.putTo(
        (key, bytes) -> {
          upload.put(bucket, key, bytes);
          written.put(key, bytes);
        });
    return "s3://" + bucket + "/" + prefix + "/AWSDynamoDB/" + ExportFixture.ID + "/";
  }

  /** Replaces one of its files by something else. */
  public void damage(String folder, int file) {
    upload.put(bucket, key(folder, file), new byte[100]);
  }

  public void restore(String folder, int file) {
    upload.put(bucket, key(folder, file), written.get(key(folder, file)));
  }

  private String key(String folder, int file) {
    return folder.substring(("s3://" + bucket + "/").length()) + "data/file" + file + ".json.gz";
  }

  private static String json(Map<String, AttributeValue> attributes) {
    return attributes.entrySet().stream()
        .map(entry -> quoted(entry.getKey()) + ":" + json(entry.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String json(AttributeValue value) {
    return switch (value.type()) {
      case S -> "{\"S\":" + quoted(value.s()) + "}";
      case N -> "{\"N\":" + quoted(value.n()) + "}";
      case B -> "{\"B\":" + quoted(base64(value.b().asByteArray())) + "}";
      case BOOL -> "{\"BOOL\":" + value.bool() + "}";
      case NUL -> "{\"NULL\":true}";
      case M -> "{\"M\":" + json(value.m()) + "}";
      case L -> "{\"L\":" + array(value.l().stream().map(ExportSandbox::json).toList()) + "}";
      case SS -> "{\"SS\":" + array(value.ss().stream().map(ExportSandbox::quoted).toList()) + "}";
      case NS -> "{\"NS\":" + array(value.ns().stream().map(ExportSandbox::quoted).toList()) + "}";
      case BS ->
          "{\"BS\":"
              + array(value.bs().stream().map(b -> quoted(base64(b.asByteArray()))).toList())
              + "}";
      case UNKNOWN_TO_SDK_VERSION -> throw new IllegalArgumentException(value.toString());
    };
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static String array(List<String> elements) {
    return "[" + String.join(",", elements) + "]";
  }

  private static String quoted(String text) {
    return "\"" + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"";
  }

  @Override
  public void close() {
    upload.close();
    sandbox.close();
  }
}
