package dev.tributary.enrich.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.config.ObjectSettings;
import dev.tributary.enrich.objects.Reference.Allowed;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RandomReferencesTest {
  private static final Map<String, ObjectSettings.Bucket> BUCKETS =
      Map.of(
          "parks", Buckets.aws("boundaries/", "public/"),
          "articles", Buckets.at("https://r2.example", "https://cdn.example.org"));

  private static final List<String> PIECES =
      List.of(
          "s3://",
          "https://",
          "http://",
          "file://",
          "://",
          "/",
          "//",
          "parks",
          "articles",
          "evil",
          "s3",
          ".s3.",
          ".amazonaws.com",
          "s3.amazonaws.com",
          "s3.us-east-1.amazonaws.com",
          "r2.example",
          "cdn.example.org",
          ".evil",
          "@",
          ":",
          ":443",
          "boundaries/",
          "public/",
          "..",
          ".",
          "%2e",
          "%2E%2e",
          "%252e",
          "%2f",
          "%2F",
          "\\",
          "%5c",
          "%00",
          "%0a",
          "\n",
          "#",
          "?",
          "?versionId=",
          "&versionId=1",
          "%",
          "%%",
          "%zz",
          "+",
          " ",
          "é",
          "%C3%A9",
          "%C3",
          "🏔",
          "\uD800",
          "a",
          "b.json",
          "169.254.169.254",
          "[::1]",
          "PARKS",
          "?X-Amz-Signature=1");

  private final References references = new References(BUCKETS);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void whateverIsAllowedLiesInABucketAndBelowAPrefix(long seed) {
    Random random = new Random(seed);
    int allowed = 0;
    for (int i = 0; i < 20_000; i++) {
      String text = random(random);
      if (references.resolve(text) instanceof Allowed found) {
        allowed++;
        ObjectReference object = found.object();
        assertThat(BUCKETS).as("seed %d: %s", seed, text).containsKey(object.bucket());
        if (object.bucket().equals("parks")) {
          assertThat(object.key()).as(text).matches("(?s)(boundaries|public)/.*");
        }
        assertThat(List.of(object.key().split("/", -1)))
            .as("seed %d: %s", seed, text)
            .doesNotContain(".", "..");
        assertThat(object.key()).as(text).isNotEmpty().doesNotContain("\\", "\n", "\0");
        assertThat(text).as("seed %d", seed).matches("(?s)(s3|https?)://[^@]*(/.*)?");
      }
    }
    assertThat(allowed).as("else this says nothing; seed %d", seed).isGreaterThan(100);
  }

  private static String random(Random random) {
    StringBuilder text = new StringBuilder();
    if (random.nextBoolean()) {
      text.append(
          List.of("s3://parks/", "https://s3.amazonaws.com/", "https://cdn.example.org/", "s3://")
              .get(random.nextInt(4)));
    }
    for (int pieces = random.nextInt(8); pieces >= 0; pieces--) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13})
  void everyKeyCanBeWrittenInEveryForm(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      String key = key(random);
      String encoded = URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");
      String slashed = encoded.replace("%2F", "/");
      for (String form :
          List.of(
              "s3://articles/" + encoded,
              "s3://articles/" + slashed,
              "https://articles.s3.eu-west-1.amazonaws.com/" + slashed,
              "https://s3.eu-west-1.amazonaws.com/articles/" + encoded,
              "https://r2.example/articles/" + slashed + "?X-Amz-Expires=1",
              "https://articles.r2.example/" + encoded,
              "https://cdn.example.org/" + slashed)) {
        assertThat(references.resolve(form))
            .as("seed %d", seed)
            .isEqualTo(new Allowed(ObjectReference.of("articles", key)));
      }
    }
  }

  private static String key(Random random) {
    StringBuilder key = new StringBuilder("k");
    for (int length = random.nextInt(40); length > 0; length--) {
      int point =
          switch (random.nextInt(4)) {
            case 0 -> "/+%#?&=@: ~'\"<>{}|^`[]!*();,".codePointAt(random.nextInt(27));
            case 1 -> ' ' + random.nextInt(95);
            case 2 -> 0xA1 + random.nextInt(0x3000);
            default -> 0x1F300 + random.nextInt(200);
          };
      key.appendCodePoint(point == '\\' ? 'x' : point);
    }
    // A last part that is no dot, and no part that could be one.
    return key.toString().replace("/", "/x").replace(".", "_");
  }
}
