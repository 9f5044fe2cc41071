package dev.tributary.document;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.change.Change;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.change.Value;
import dev.tributary.config.SettingsReader;
import dev.tributary.entity.IdForm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What it costs to turn one item of about 1 KB into the bytes of its document, beside Jackson
 * writing the very same document from a plain map and from a tree.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class MappingBenchmark {

  private static final String ITEM =
      """
      {"PK": "ORG#snaprace-kr#EVT#seoul-marathon-2024", "SK": "PHOTO#01HXY8FWZM5KJQD9K3Y6R8NZTP",
       "EntityType": "PHOTO", "ulid": "01HXY8FWZM5KJQD9K3Y6R8NZTP", "orgId": "snaprace-kr",
       "eventId": "seoul-marathon-2024", "originalFilename": "DSC_1234.jpg",
       "rawKey": "snaprace-kr/seoul-marathon-2024/raw/DSC_1234.jpg",
       "processedKey": "snaprace-kr/seoul-marathon-2024/processed/01HXY8FWZM5KJQD9K3Y6R8NZTP.jpg",
       "s3Uri": "s3://images/snaprace-kr/seoul-marathon-2024/processed/01HXY8FWZM5KJQD9K3Y6R8NZTP.jpg",
       "dimensions": {"width": 3840, "height": 2160}, "format": "jpeg", "size": 2048576,
       "bibs": ["1234", "5678"], "bibCount": 2, "faceIds": ["face-aaa-1", "face-aaa-2"],
       "faceCount": 2, "photographerId": "ph_01ABCXYZ", "photographerHandle": "studio_aaa",
       "photographerDisplayName": "Studio AAA", "GSI2PK": "PHOTOGRAPHER#ph_01ABCXYZ",
       "GSI2SK": "EVT#seoul-marathon-2024#TIME#2024-11-09T10:30:00.000Z",
       "createdAt": "2024-11-09T10:30:00.000Z", "updatedAt": "2024-11-09T10:30:05.123Z"}
      """;

  private static final String PHOTO =
      """
          key: {pk: "ORG#{orgId}#EVT#{eventId}", sk: "PHOTO#{ulid}"}
          where: {EntityType: PHOTO}
          unless: {isDeleted: true}
          exclude: [PK, SK, GSI*, rawKey, processedKey, faceIds]
          rename: {photographerDisplayName: photographer.name, photographerId: photographer.id}
          fields: {kind: {value: photo}}
      """;

  private final ObjectMapper mapper = new ObjectMapper();
  private Documents whole;
  private Documents shaped;
  private Change photo;
  private Change otherKey;
  private Map<String, Object> map;
  private JsonNode tree;

  @Setup
  public void start() throws Exception {
    Map<String, Value> item = ((Value.MapOf) JsonValues.read(ITEM)).entries();
    whole = documents("    id: escaped\n");
    shaped = documents(PHOTO);
    photo = put("PHOTO#01HXY8FWZM5KJQD9K3Y6R8NZTP", item);
    otherKey = put("BIB#1234#PHOTO#01HXY8FWZM5KJQD9K3Y6R8NZTP", item);
    byte[] document = wholeItem();
    map = mapper.readValue(document, mapper.constructType(Map.class));
    tree = mapper.readTree(document);
    System.out.printf("%n# whole document %d bytes, shaped %d%n", document.length, photo().length);
  }

  private static Change put(String sk, Map<String, Value> item) {
    return new Change.Put(
        "photos",
        ItemKey.of(new Value.Text("ORG#snaprace-kr#EVT#seoul-marathon-2024"), new Value.Text(sk)),
        new Origin.Streamed(
            "arn:aws:dynamodb:eu-west-1:111122223333:table/photos/stream/2025-01-01T00:00:00.000",
            SequenceNumber.of("111500000000006077105867"),
            Instant.parse("2025-09-26T12:00:00Z")),
        new Item(item),
        Optional.empty());
  }

  private static Documents documents(String rule) throws IOException {
    Path file = Files.createTempFile("photos", ".yml");
    Files.writeString(
        file,
        """
        application: photos
        opensearch: {url: http://localhost:9200}
        tables: {photos: {key: {pk: PK, sk: SK}}}
        indexes: {photos: }
        entities:
          photo:
            table: photos
            index: photos
        """
            + rule);
    Documents documents = new Documents(new SettingsReader().read(file, Map.of()));
    Files.delete(file);
    return documents;
  }

  private static byte[] body(List<Action> actions) {
    return ((Action.Index) actions.get(0)).body().bytes();
  }

  @Benchmark
  public byte[] wholeItem() {
    return body(whole.actionsFor(photo));
  }

  @Benchmark
  public byte[] photo() {
    return body(shaped.actionsFor(photo));
  }

  @Benchmark
  public List<Action> skippedByItsKey() {
    return shaped.actionsFor(otherKey);
  }

  @Benchmark
  public long version() {
    return Version.of((Origin.Streamed) photo.origin());
  }

  @Benchmark
  public String id() {
    return DocumentId.of(photo.key(), IdForm.LITERAL);
  }

  @Benchmark
  public String escapedId() {
    return DocumentId.of(photo.key(), IdForm.ESCAPED);
  }

  @Benchmark
  public byte[] jacksonFromAMap() throws IOException {
    return mapper.writeValueAsBytes(map);
  }

  @Benchmark
  public byte[] jacksonFromATree() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    try (JsonGenerator json = mapper.createGenerator(bytes)) {
      mapper.writeTree(json, tree);
    }
    return bytes.toByteArray();
  }
}
