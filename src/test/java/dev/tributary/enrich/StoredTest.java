package dev.tributary.enrich;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.entity.AttributePath;
import dev.tributary.entity.Pull;
import dev.tributary.entity.Swapped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoredTest {

  private static final Pull PULL =
      new Pull(
          AttributePath.parse("url"),
          Pull.Source.OBJECT,
          new Pull.Geometry("outline", Optional.of("box"), Optional.empty(), Swapped.REJECT));

  private static Stored stored(String objects) {
    return new Stored(
        Map.of("outline", json("{}"), "box", json("[]"), "embedding", json("[1]")),
        Map.of(
            "objects",
            json(objects),
            "geometry",
            json("[{\"field\":\"other\"},{\"field\":\"outline\",\"step\":\"as-is\"}]")));
  }

  private static Made keeping(Stored stored) {
    Lacking lacking = new Lacking("url", "s3://b/k", "gone", false);
    return new Made(List.of(new Part.Absent(PULL, lacking))).keeping(stored);
  }

  @Test
  void whatCameFromTheSameObjectIsKeptAndMarked() {
    Made made =
        keeping(stored("[{\"attribute\":\"url\",\"reference\":\"s3://b/k\",\"etag\":\"e\"}]"));
    assertThat(made.fields()).containsOnlyKeys("outline", "box");
    assertThat(text(made, "geometry")).isEqualTo("[{\"field\":\"outline\",\"step\":\"as-is\"}]");
    assertThat(text(made, "objects"))
        .isEqualTo(
            "[{\"attribute\":\"url\",\"reference\":\"s3://b/k\",\"etag\":\"e\",\"pending\":true}]");
    assertThat(made.lacking()).as("it is still lacking").hasSize(1);
  }

  @Test
  void whatCameFromAnotherObjectOrNeverCameIsNotKept() {
    for (String objects :
        List.of(
            "[]",
            "{}",
            "not JSON",
            "[{\"attribute\":\"url\",\"reference\":\"s3://b/other\",\"etag\":\"e\"}]",
            "[{\"attribute\":\"page\",\"reference\":\"s3://b/k\",\"etag\":\"e\"}]",
            "[{\"attribute\":\"url\",\"reference\":\"s3://b/k\",\"pending\":true}]")) {
      Made made = keeping(stored(objects));
      assertThat(made.fields()).as(objects).isEmpty();
      assertThat(text(made, "objects")).contains("\"pending\":true").doesNotContain("etag");
    }
    assertThat(keeping(Stored.NOTHING).fields()).isEmpty();
  }

  private static String text(Made made, String name) {
    return new String(made.sync().get(name), UTF_8);
  }

  private static byte[] json(String text) {
    return text.getBytes(UTF_8);
  }
}
