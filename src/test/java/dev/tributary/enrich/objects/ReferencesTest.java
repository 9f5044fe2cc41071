package dev.tributary.enrich.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.enrich.objects.Reference.Allowed;
import dev.tributary.enrich.objects.Reference.Refused;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReferencesTest {
  private final References references = new References(Buckets.SEVERAL);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = true,
      textBlock =
          """
          s3://parks/boundaries/garibaldi.json                                          | s3://parks/boundaries/garibaldi.json
          S3://parks/boundaries/garibaldi.json                                          | s3://parks/boundaries/garibaldi.json
          s3://my.dotted.bucket/a                                                       | s3://my.dotted.bucket/a
          s3://articles/PROV#1/x.json                                                   | s3://articles/PROV#1/x.json
          s3://articles/a b.json                                                        | s3://articles/a b.json
          s3://home/a                                                                   | s3://home/a
          https://parks.s3.ca-central-1.amazonaws.com/boundaries/a.json                 | s3://parks/boundaries/a.json
          https://parks.s3-ca-central-1.amazonaws.com/boundaries/a.json                 | s3://parks/boundaries/a.json
          https://parks.s3.amazonaws.com/boundaries/a.json                              | s3://parks/boundaries/a.json
          http://parks.s3.amazonaws.com/boundaries/a.json                               | s3://parks/boundaries/a.json
          https://parks.s3.amazonaws.com:443/boundaries/a.json                          | s3://parks/boundaries/a.json
          http://parks.s3.amazonaws.com:80/boundaries/a.json                            | s3://parks/boundaries/a.json
          HTTPS://PARKS.S3.AMAZONAWS.COM/boundaries/A.json                              | s3://parks/boundaries/A.json
          https://parks.s3.dualstack.ca-central-1.amazonaws.com/boundaries/a            | s3://parks/boundaries/a
          https://parks.s3-fips.us-gov-west-1.amazonaws.com/boundaries/a                | s3://parks/boundaries/a
          https://parks.s3-fips.dualstack.us-east-1.amazonaws.com/boundaries/a          | s3://parks/boundaries/a
          https://parks.s3-accelerate.amazonaws.com/boundaries/a                        | s3://parks/boundaries/a
          https://parks.s3-accelerate.dualstack.amazonaws.com/boundaries/a              | s3://parks/boundaries/a
          https://parks.s3-external-1.amazonaws.com/boundaries/a                        | s3://parks/boundaries/a
          https://parks.s3.us-gov-west-1.amazonaws.com/boundaries/a                     | s3://parks/boundaries/a
          https://parks.s3.cn-north-1.amazonaws.com.cn/boundaries/a                     | s3://parks/boundaries/a
          https://parks.s3.eusc-de-east-1.amazonaws.eu/boundaries/a                     | s3://parks/boundaries/a
          https://my.dotted.bucket.s3.eu-west-1.amazonaws.com/a                         | s3://my.dotted.bucket/a
          https://s3.ca-central-1.amazonaws.com/parks/boundaries/a                      | s3://parks/boundaries/a
          https://s3-ca-central-1.amazonaws.com/parks/boundaries/a                      | s3://parks/boundaries/a
          https://s3.amazonaws.com/parks/boundaries/a                                   | s3://parks/boundaries/a
          https://s3.dualstack.ca-central-1.amazonaws.com/parks/boundaries/a            | s3://parks/boundaries/a
          https://s3.cn-northwest-1.amazonaws.com.cn/my.dotted.bucket/a                 | s3://my.dotted.bucket/a
          https://0a1b.r2.cloudflarestorage.com/articles/2025/05/16.json                | s3://articles/2025/05/16.json
          https://articles.0a1b.r2.cloudflarestorage.com/2025/05/16.json                | s3://articles/2025/05/16.json
          https://cdn.example.org/2025/05/16.json                                       | s3://articles/2025/05/16.json
          https://CDN.example.org/2025/05/16.json                                       | s3://articles/2025/05/16.json
          https://media.example.org/articles/16.json                                    | s3://articles/16.json
          http://minio.local:9000/home/a/b                                              | s3://home/a/b
          http://[::1]:9000/loop/a                                                      | s3://loop/a
          https://s3.us-east-1.amazonaws.com/home/a                                     | s3://home/a
          https://cdn.example.org/a%20b%2Bc+d%2525.json                                 | s3://articles/a b+c+d%25.json
          https://cdn.example.org/%E5%9B%BD%E4%BC%9A/%F0%9F%8F%94.json                  | s3://articles/国会/🏔.json
          https://cdn.example.org/国会/🏔.json                                           | s3://articles/国会/🏔.json
          https://cdn.example.org/a%2Fb%23c%3Fd                                         | s3://articles/a/b#c?d
          https://cdn.example.org/PROV%231/x                                            | s3://articles/PROV#1/x
          https://cdn.example.org//twice//slashed                                       | s3://articles//twice//slashed
          https://cdn.example.org/...                                                   | s3://articles/...
          https://cdn.example.org/a..b/.hidden/c.                                       | s3://articles/a..b/.hidden/c.
          """)
  void understands(String text, String object) {
    assertThat(references.resolve(text)).isInstanceOf(Allowed.class);
    assertThat(object(text)).hasToString(object);
  }

  @Test
  void aPresignedUrlKeepsTheVersionAndNothingElseOfItsQuery() {
    assertThat(
            object(
                "https://parks.s3.ca-central-1.amazonaws.com/boundaries/a.json?X-Amz-Algorithm=AWS4"
                    + "&X-Amz-Credential=AKIA%2F20260101&versionId=3%2FL4kq_x.y&X-Amz-Signature=0f"))
        .isEqualTo(new ObjectReference("parks", "boundaries/a.json", Optional.of("3/L4kq_x.y")));
    assertThat(
            object("https://parks.s3.amazonaws.com/boundaries/a?X-Amz-Expires=60&x-id=GetObject"))
        .isEqualTo(ObjectReference.of("parks", "boundaries/a"));
    assertThat(object("s3://parks/boundaries/a?versionId=null"))
        .isEqualTo(new ObjectReference("parks", "boundaries/a", Optional.of("null")));
  }

  @Test
  void aKeyMayHaveAsManyBytesAsS3Allows() {
    assertThat(object("https://cdn.example.org/" + "é".repeat(512)).key()).hasSize(512);
    assertThat(reason("https://cdn.example.org/" + "é".repeat(512) + "a"))
        .isEqualTo("has a key of 1025 bytes; S3 has none over 1024");
  }

  @Test
  void bucketAndKeyAreTakenAsTheyAre() {
    References references = new References(Buckets.SEVERAL);
    assertThat(references.resolve("parks", "boundaries/a%20b+c"))
        .isEqualTo(new Reference.Allowed(ObjectReference.of("parks", "boundaries/a%20b+c")));
    assertThat(references.resolve("parks", "private/a")).isInstanceOf(Reference.Refused.class);
    assertThat(references.resolve("others", "a")).isInstanceOf(Reference.Refused.class);
    assertThat(references.resolve("home", "a/../b")).isInstanceOf(Reference.Refused.class);
  }

  @Test
  void anAddressBelowAnothersBelongsToTheInnerBucket() {
    References nested =
        new References(
            java.util.Map.of(
                "outer", Buckets.at("http://a", "https://cdn.example.org"),
                "inner", Buckets.at("http://b", "https://cdn.example.org/in")));
    assertThat(((Allowed) nested.resolve("https://cdn.example.org/in/x")).object())
        .isEqualTo(ObjectReference.of("inner", "x"));
    assertThat(((Allowed) nested.resolve("https://cdn.example.org/inside/x")).object())
        .isEqualTo(ObjectReference.of("outer", "inside/x"));
  }

  private ObjectReference object(String text) {
    return ((Allowed) references.resolve(text)).object();
  }

  private String reason(String text) {
    Reference resolved = references.resolve(text);
    assertThat(resolved).isInstanceOf(Refused.class);
    return ((Refused) resolved).reason();
  }
}
