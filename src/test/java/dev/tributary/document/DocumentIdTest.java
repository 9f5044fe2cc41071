package dev.tributary.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import dev.tributary.entity.IdForm;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentIdTest {

  private static final String DIGEST = "~[0-9a-f]{64}";

  @Test
  void joinsBothKeysLiterally() {
    ItemKey key = ItemKey.of(new Value.Text("PLACE#1"), new Value.Text("a b/%#é"));

    assertThat(DocumentId.of(key, IdForm.LITERAL)).isEqualTo("PLACE#1#a b/%#é");
  }

  @Test
  void withoutASortKeyThePartitionKeyIsTheId() {
    assertThat(id("PLACE#1")).isEqualTo("PLACE#1");
  }

  @Test
  void numbersArePlainDecimals() {
    ItemKey key = ItemKey.of(new Value.Numeric("1E+20"), new Value.Numeric("1.0"));

    assertThat(DocumentId.of(key, IdForm.LITERAL)).isEqualTo("100000000000000000000#1");
  }

  @Test
  void bytesAreBase64ForUrls() {
    ByteBuffer bytes = ByteBuffer.wrap(new byte[] {(byte) 0xFB, (byte) 0xFF});

    assertThat(
            DocumentId.of(ItemKey.of(new Value.Text("a"), new Value.Binary(bytes)), IdForm.LITERAL))
        .isEqualTo("a#-_8");
  }

  @Test
  void fiveHundredAndTwelveBytesStayAsTheyAre() {
    assertThat(id("x".repeat(512))).isEqualTo("x".repeat(512));
    assertThat(id("é".repeat(256))).isEqualTo("é".repeat(256));
  }

  @Test
  void oneByteMoreIsCutAndDigested() {
    // The digest was computed with sha256sum.
    assertThat(id("x".repeat(513)))
        .isEqualTo(
            "x".repeat(447) + "~35ade0090e64e74d6ad04204009c23a4e34b82bdf0f4f317fbcc5f26f9b10241");
  }

  @Test
  void theSeparatorCountsToo() {
    ItemKey key = ItemKey.of(new Value.Text("p".repeat(256)), new Value.Text("s".repeat(256)));

    assertThat(DocumentId.of(key, IdForm.LITERAL))
        .matches("p{256}#s{190}" + DIGEST)
        .satisfies(id -> assertThat(id.getBytes(UTF_8)).hasSize(512));
  }

  @ParameterizedTest
  @ValueSource(ints = {443, 444, 445, 446, 447, 448})
  void neverCutsInsideACharacter(int before) {
    String emoji = "\uD83C\uDF0D"; // four bytes of UTF-8
    String id = id("x".repeat(before) + emoji.repeat(200));

    assertThat(id).matches("x+(" + emoji + ")?" + DIGEST).doesNotContain("\uFFFD");
    assertThat(id.getBytes(UTF_8)).hasSizeBetween(509, 512);
    assertThat(id.contains(emoji)).isEqualTo(before + 4 <= 447);
  }

  @Test
  void theLongestKeysStayWithinTheBound() {
    ItemKey key = ItemKey.of(new Value.Text("日".repeat(682)), new Value.Text("本".repeat(341)));

    assertThat(DocumentId.of(key, IdForm.LITERAL)).matches("日{149}" + DIGEST);
  }

  @Test
  void longIdsThatDifferOnlyAtTheirEndStayApart() {
    assertThat(id("x".repeat(2000) + "a")).isNotEqualTo(id("x".repeat(2000) + "b"));
  }

  private static String id(String pk) {
    return DocumentId.of(ItemKey.of(new Value.Text(pk)), IdForm.LITERAL);
  }
}
