package dev.tributary.backfill.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import dev.tributary.table.ItemReads.Scanned;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is taken for an export, and what is not. */
class ExportsTest {

  private static final Instant TIME = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final Settings.Key KEY = new Settings.Key("pk", Optional.of("sk"));
  private static final String ITEM = "{\"Item\":{\"pk\":{\"S\":\"A\"},\"sk\":{\"N\":\"1E+2\"}}}";

  private final ExportFixture fixture = new ExportFixture("shops", TIME, "2026/");
  private final ExportFolder folder =
      ExportFolder.of("s3://exports/2026/AWSDynamoDB/" + ExportFixture.ID).orElseThrow();

  private Exports exports() {
    return ExportFixture.read(folder, fixture.objects());
  }

  private static List<Scanned> items(Exports exports, DataFile file)
      throws ExportException, IOException {
    List<Scanned> items = new ArrayList<>();
    try (ItemLines lines = exports.items(file, KEY)) {
      for (Optional<Scanned> next = lines.next(); next.isPresent(); next = lines.next()) {
        items.add(next.get());
      }
    }
    return items;
  }

  private void refused(List<String> lines, String... why) {
    fixture.file("a", lines);
    refused(exports(), why);
  }

  private static void refused(Exports exports, String... why) {
    assertThatThrownBy(() -> items(exports, exports.files().get(0)))
        .isInstanceOf(ExportException.class)
        .hasMessageContainingAll(why);
  }

  @Test
  void summaryFilesAndItemsAreReadAsDynamoDbWroteThem() throws Exception {
    String all =
        """
        {"Item":{"pk":{"B":"AP8="},"sk":{"N":"5"},"t":{"S":"ä\\u0000\\""},"n":{"N":"1E+20"},\
        "b":{"BOOL":false},"z":{"NULL":true},"m":{"M":{"x":{"L":[{"S":"y"},{"M":{}}]}}},\
        "ss":{"SS":["a"]},"ns":{"NS":["1.50"]},"bs":{"BS":["AA=="]}}}""";
    fixture.file("a", List.of(ITEM, all)).file("none", List.of());
    assertThat(exports().summary()).isEqualTo(new Summary("shops", TIME, 2));
    assertThat(exports().files()).as("those with items").hasSize(1);

    List<Scanned> items = items(exports(), exports().files().get(0));
    ItemKey first = items.get(0).key();
    assertThat(first.pkText() + first.skText().orElseThrow()).isEqualTo("A100");
    assertThat(items.get(1).key().pkText()).as("base64url").isEqualTo("AP8");
    Map<String, Value> attributes = items.get(1).item().attributes();
    assertThat(attributes)
        .containsEntry("t", new Value.Text("ä\u0000\""))
        .containsEntry("n", new Value.Numeric("1E+20"))
        .containsEntry("b", new Value.Bool(false))
        .containsEntry("z", new Value.Null())
        .containsEntry("ss", new Value.TextSet(List.of("a")))
        .containsEntry("ns", new Value.NumericSet(List.of("1.50")))
        .containsEntry("bs", new Value.BinarySet(List.of(ByteBuffer.wrap(new byte[1]))));
    assertThat(attributes.get("m"))
        .isEqualTo(
            new Value.MapOf(
                Map.of(
                    "x",
                    new Value.ListOf(List.of(new Value.Text("y"), new Value.MapOf(Map.of()))))));
  }

  @Test
  void itGoesOnBehindWhatWasReadBefore() throws Exception {
    fixture.file("a", List.of(ITEM, ITEM.replace("A", "B"), ITEM.replace("A", "C")));
    try (ItemLines lines = exports().items(exports().files().get(0), KEY)) {
      lines.skip(2);
      assertThat(lines.next().orElseThrow().key().pkText()).isEqualTo("C");
      assertThat(lines.next()).isEmpty();
      assertThat(lines.read()).isEqualTo(3);
    }
    try (ItemLines lines = exports().items(exports().files().get(0), KEY)) {
      assertThatThrownBy(() -> lines.skip(4)).hasMessageContaining("4 items of it were read");
    }
  }

  @Test
  void aCopyElsewhereIsReadWhereItIs() throws Exception {
    fixture.file("a", List.of(ITEM));
    Map<String, byte[]> copies = new java.util.TreeMap<>();
    fixture
        .objects()
        .forEach((key, bytes) -> copies.put("copy/" + key.substring("2026/".length()), bytes));
    ExportFolder copy =
        ExportFolder.of(
                "s3://other/copy/AWSDynamoDB/" + ExportFixture.ID + "/manifest-summary.json")
            .orElseThrow();
    Exports exports = ExportFixture.read(copy, copies);
    assertThat(items(exports, exports.files().get(0))).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      value = {
        "nonsense | is not JSON",
        "{\"Item\":{\"pk\":{\"S\":\"A\"},\"sk\":{\"S\":\"B\"} | is not JSON",
        "{\"Keys\":{}} | is not of the form {\"Item\":{…}}",
        "[1] | is not of the form",
        "{\"Item\":{\"pk\":{\"S\":\"A\"}}} | has no key attribute 'sk'; it has [pk]",
        "{\"Item\":{\"pk\":{\"L\":[]},\"sk\":{\"S\":\"B\"}}} | has no key attribute 'pk'",
        "{\"Item\":{\"pk\":{\"S\":5}}} | pk: S holds text, and here it holds a number",
        "{\"Item\":{\"pk\":\"A\"}} | pk: is not of the form {\"S\": …}",
        "{\"Item\":{\"m\":{\"M\":{\"x\":{\"L\":[{\"N\":\"abc\"}]}}}}} | m.x[0]: 'abc' is not a number",
        "{\"Item\":{\"pk\":{\"S\":\"A\"},\"sk\":{\"S\":\"B\"}},\"x\":1} | has more than one item",
      })
  void aLineThatIsNoItemIsNamed(String line, String why) {
    refused(
        List.of(ITEM, line),
        "s3://exports/2026/AWSDynamoDB/" + ExportFixture.ID + "/data/a.json.gz, line 2: ",
        why,
        "make the export anew");
  }

  @Test
  void bytesThatAreNoTextAreNamed() {
    byte[] broken =
        "{\"Item\":{\"pk\":{\"S\":\"\u00e9\"}}}"
            .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    java.io.ByteArrayOutputStream packed = new java.io.ByteArrayOutputStream();
    try (var out = new java.util.zip.GZIPOutputStream(packed)) {
      out.write(broken);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    fixture.file("a", packed.toByteArray(), 1);
    refused(exports(), "line 1: is not JSON");
  }

  @Test
  void aLineBeyondAllBoundsIsRefusedBeforeItFillsTheMemory() {
    refused(List.of("\"" + "x".repeat(Line.MOST_BYTES) + "\""), "line 1: is over 16777216 bytes");
  }

  @Test
  void aFileThatIsCutOffIsNamed() {
    byte[] whole = ExportFixture.packed((ITEM + "\n").repeat(1000));
    fixture.file("a", Arrays.copyOf(whole, whole.length - 9), 1000);
    refused(exports(), "data/a.json.gz, line ", "cannot be unpacked any further");
  }

  @Test
  void aFileThatIsNotPackedIsNamed() {
    fixture.file("a", ITEM.getBytes(UTF_8), 1);
    refused(exports(), "line 1: cannot be unpacked");
  }

  @Test
  void packetsBehindEachOtherAreOneFile() throws Exception {
    byte[] one = ExportFixture.packed(ITEM + "\n");
    byte[] two = Arrays.copyOf(one, 2 * one.length);
    System.arraycopy(one, 0, two, one.length, one.length);
    fixture.file("a", two, 2);
    assertThat(items(exports(), exports().files().get(0))).hasSize(2);
  }

  @Test
  void nothingIsTakenOfAFileWhoseChecksumIsWrong() {
    fixture.file("a", List.of(ITEM));
    Map<String, byte[]> objects = fixture.objects();
    objects.put(
        fixture.prefix() + "data/a.json.gz", ExportFixture.packed(ITEM.replace("A", "B") + "\n"));
    Exports exports = ExportFixture.read(folder, objects);
    assertThatThrownBy(() -> exports.items(exports.files().get(0), KEY))
        .isInstanceOf(ExportException.class)
        .hasMessageContainingAll("data/a.json.gz has the MD5 checksum", "copy it again");
  }

  @Test
  void aFileWithFewerItemsThanTheManifestSaysIsNotDone() {
    fixture.file("a", ExportFixture.packed(ITEM + "\n"), 2);
    refused(exports(), "has 1 items, and the manifest says 2");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    fixture.file("a", List.of(ITEM));
    Map<String, byte[]> objects = fixture.objects();
    objects.remove(fixture.prefix() + "data/a.json.gz");
    Exports exports = ExportFixture.read(folder, objects);
    assertThatThrownBy(() -> exports.items(exports.files().get(0), KEY))
        .hasMessageContaining("data/a.json.gz is not there");
  }

  @Test
  void manifestsAreCheckedBeforeTheyAreBelieved() {
    fixture.file("a", List.of(ITEM));
    Map<String, byte[]> objects = fixture.objects();
    String files = fixture.prefix() + "manifest-files";
    objects.put(files + ".json", "{}".getBytes(UTF_8));
    Exports changed = ExportFixture.read(folder, objects);
    assertThatThrownBy(changed::files).hasMessageContaining("manifest-files.json has the MD5");

    objects.put(files + ".md5", ExportFixture.md5("{}".getBytes(UTF_8)).getBytes(UTF_8));
    assertThatThrownBy(changed::files)
        .hasMessageContaining("manifest-files.json, line 1: names no dataFileS3Key");

    byte[] checksum = objects.remove(files + ".md5");
    assertThatThrownBy(changed::files).hasMessageContaining("manifest-files.md5 is not there");
    objects.put(files + ".checksum", checksum);
    assertThatThrownBy(changed::files).as("its other name").hasMessageContaining("line 1");

    objects.remove(fixture.prefix() + "manifest-summary.json");
    assertThatThrownBy(changed::summary)
        .hasMessageContainingAll("manifest-summary.json is not there", "has completed");
  }

  @ParameterizedTest
  @CsvSource({
    "ION, FULL_EXPORT, format is 'ION'; make one with the format DYNAMODB_JSON",
    "DYNAMODB_JSON, INCREMENTAL_EXPORT, only what changed; make a full export"
  })
  void otherKindsOfExportsAreRefused(String format, String type, String why) {
    fixture.of(format, type);
    assertThatThrownBy(() -> exports().summary()).hasMessageContaining(why);
  }

  @Test
  void aFolderIsNamedInSeveralWays() {
    ExportFolder folder = new ExportFolder("b", "p/AWSDynamoDB/1/");
    assertThat(ExportFolder.of("s3://b/p/AWSDynamoDB/1")).contains(folder);
    assertThat(ExportFolder.of("s3://b/p/AWSDynamoDB/1//")).contains(folder);
    assertThat(ExportFolder.of(folder + "manifest-summary.json")).contains(folder);
    for (String none : List.of("", "b/p", "s3://", "s3://b", "s3://b/", "s3:///p", "https://b/p")) {
      assertThat(ExportFolder.of(none)).as(none).isEmpty();
    }
  }
}
