package dev.tributary.enrich.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.enrich.objects.Reference.Refused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What must not be read, each for the reason that an operator can act upon. */
final class HostileReferencesTest {
  private final References references = new References(Buckets.SEVERAL);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          s3://secrets/a                                                | bucket 'secrets' is not in objects.buckets: add it if it may be read
          s3://PARKS/boundaries/a                                       | bucket 'PARKS' is not in objects.buckets
          s3://user:password@parks/boundaries/a                         | has a ':' or something before '@' where its bucket stands
          s3://parks:443/boundaries/a                                   | has a ':' or something before '@' where its bucket stands
          s3://p%61rks/boundaries/a                                     | bucket 'p%61rks' is not in objects.buckets
          s3:///boundaries/a                                            | bucket '' is not in objects.buckets
          https://secrets.s3.amazonaws.com/a                            | bucket 'secrets' is not in objects.buckets
          https://s3.amazonaws.com/secrets/boundaries/a                 | bucket 'secrets' is not in objects.buckets
          https://s3.amazonaws.com//parks/boundaries/a                  | bucket '' is not in objects.buckets
          https://s3.amazonaws.com/p%61rks/boundaries/a                 | bucket 'p%61rks' is not in objects.buckets
          https://parks.evil.s3.amazonaws.com/boundaries/a              | bucket 'parks.evil' is not in objects.buckets
          s3://parks/private/a                                          | key 'private/a' starts with none of objects.buckets.parks.prefixes: add
          s3://parks/Boundaries/a                                       | key 'Boundaries/a' starts with none of
          s3://parks//boundaries/a                                      | key '/boundaries/a' starts with none of
          s3://parks/boundaries                                         | key 'boundaries' starts with none of
          s3://parks/boundaries/../private/a                            | has '..' as a part of its key
          s3://parks/boundaries/%2e%2e/private/a                        | has '..' as a part of its key
          s3://parks/boundaries/.%2E/private/a                          | has '..' as a part of its key
          s3://parks/boundaries/%252e%252e/private/a                    | has '..' as a part of its key
          s3://parks/boundaries/%25252E./private/a                      | has '..' as a part of its key
          s3://parks/boundaries/..%2Fprivate/a                          | has '..' as a part of its key
          s3://parks/boundaries/./a                                     | has '.' as a part of its key
          s3://parks/..                                                 | has '..' as a part of its key
          https://0a1b.r2.cloudflarestorage.com/articles/../home/a      | has '..' as a part of its key
          s3://parks                                                    | has no key behind the bucket
          s3://parks/                                                   | has no key behind the bucket
          https://parks.s3.amazonaws.com                                | has no key behind the bucket
          https://s3.amazonaws.com/parks                                | has no key behind the bucket
          https://0a1b.r2.cloudflarestorage.com/articles                | has no key behind the bucket
          https://cdn.example.org                                       | has no key behind the bucket
          https://cdn.example.org/?versionId=1                          | has no key behind the bucket
          https://parks.s3.amazonaws.com/boundaries\\a                  | has a backslash
          https://parks.s3.amazonaws.com\\@evil.example/boundaries/a    | has a backslash
          https://cdn.example.org/a%5Cb                                 | has a backslash in its key 'a\\b'
          https://cdn.example.org/a%00b                                 | has a control character in its key 'a\\u0000b'
          https://cdn.example.org/a%0D%0AHost:%20evil                   | has a control character in its key
          https://cdn.example.org/a%7Fb                                 | has a control character in its key
          https://cdn.example.org/a%C2%85b                              | has a control character in its key
          https://cdn.example.org/a%                                    | 'a%' has a % that starts no escape: write %25 for a percent sign
          https://cdn.example.org/a%2                                   | has a % that starts no escape
          https://cdn.example.org/100%.json                             | has a % that starts no escape
          https://cdn.example.org/a%-1                                  | has a % that starts no escape
          https://cdn.example.org/a%٣٢                                  | has a % that starts no escape
          https://cdn.example.org/a%C0%AEb                              | does not decode to UTF-8
          https://cdn.example.org/a%FF                                  | does not decode to UTF-8
          https://cdn.example.org/a%ED%A0%80                            | does not decode to UTF-8
          https://cdn.example.org/a#b                                   | has a '#': write %23 if it belongs to the key
          s3://articles/what?.json                                      | has a '?': write %3F if it belongs to the key
          https://cdn.example.org/a?versionId=1&versionId=2             | names more than one versionId
          https://cdn.example.org/a?versionId=                          | has a versionId that S3 does not make
          https://cdn.example.org/a?versionId=a%0Ab                     | has a versionId that S3 does not make
          """)
  void refuses(String text, String reason) {
    assertThat(reason(text)).contains(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://169.254.169.254/latest/meta-data/iam/security-credentials/",
        "http://[fd00:ec2::254]/latest/meta-data/",
        "http://169.254.170.2/v2/credentials",
        "http://metadata.google.internal/computeMetadata/v1/",
        "http://2852039166/latest/meta-data/",
        "http://0xa9fea9fe/latest/meta-data/",
        "http://0251.0376.0251.0376/latest/meta-data/",
        "http://localhost/articles/a",
        "http://127.0.0.1:9200/_all",
        "https://evil.example/articles/a",
        "https://s3.amazonaws.com.evil.example/parks/boundaries/a",
        "https://parks.s3.amazonaws.com.evil.example/boundaries/a",
        "https://parks.s3.amazonaws.com./boundaries/a",
        "https://evils3.amazonaws.com/parks/boundaries/a",
        "https://parks.s3.amazonaws.com:8443/boundaries/a",
        "https://parks.s3.evil.amazonaws.com/boundaries/a",
        "https://parks.s3-website-us-east-1.amazonaws.com/boundaries/a",
        "https://parks.s3.us-east-1.amazonaws.org/boundaries/a",
        "https://parks.ec2.us-east-1.amazonaws.com/boundaries/a",
        "https://0a1b.r2.cloudflarestorage.com.evil.example/articles/a",
        "https://r2.cloudflarestorage.com/articles/a",
        "https://evil.cdn.example.org/a",
        "http://minio.local/home/a",
        "http://minio.local:9001/home/a",
        "http://home.evil.local:9000/a",
        "http://[::1]/loop/a",
        "http://[::2]:9000/loop/a",
      })
  void anotherHostIsNeverAsked(String text) {
    assertThat(reason(text))
        .startsWith("host '")
        .endsWith("is neither S3 nor the endpoint or a url of a bucket in objects.buckets");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://par\u212As.s3.amazonaws.com/boundaries/a",
        "https://parks。s3.amazonaws.com/boundaries/a",
        "https://parks.s3.amazonaws.com%2F@evil.example/boundaries/a",
        "https://cdn.example.org%00.evil.example/a",
        "https://cdn.example.org:x/a",
        "https://cdn.example.org:443:443/a",
        "https:///articles/a",
        "https:// cdn.example.org/a",
        "https://cdn.example.org\n/a",
        "https://[::1/loop/a",
        "https://?a",
      })
  void anOddHostIsNoHost(String text) {
    assertThat(reason(text))
        .matches("(?s)host '.*' is no host name: write .*|has a user name before its host: .*");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://parks.s3.amazonaws.com@evil.example/boundaries/a",
        "https://parks.s3.amazonaws.com:443@evil.example/boundaries/a",
        "https://user:hunter2@parks.s3.amazonaws.com/boundaries/a",
        "https://@cdn.example.org/a",
      })
  void aUserNameIsRefusedAndNotRepeated(String text) {
    assertThat(reason(text))
        .isEqualTo("has a user name before its host: remove what stands before '@'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:///etc/passwd",
        "ftp://parks.s3.amazonaws.com/boundaries/a",
        "gopher://cdn.example.org/a",
        "jar:https://cdn.example.org/a!/b",
        "s3a://parks/boundaries/a",
        "\u017F3://parks/boundaries/a",
        " s3://parks/boundaries/a",
        "http\n://cdn.example.org/a",
      })
  void otherSchemesAreNotRead(String text) {
    assertThat(reason(text)).startsWith("scheme '").contains("is not read: write s3://bucket/key");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "boundaries/a.json",
        "://parks/boundaries/a",
        "//parks.s3.amazonaws.com/boundaries/a",
        "file:/etc/passwd",
        "data:application/json,{}",
        "javascript:alert(1)",
        "s3:parks/boundaries/a",
        "arn:aws:s3:::parks/boundaries/a",
        "{\"type\":\"Point\"}",
      })
  void whatIsNoReferenceIsSaidToBeNone(String text) {
    assertThat(reason(text)).contains("is no reference: write s3://bucket/key or the https URL");
  }

  @Test
  void aBucketIsReadOnlyFromWhereItIs() {
    assertThat(reason("http://minio.local:9000/articles/a"))
        .isEqualTo(
            "bucket 'articles' is not read from 'minio.local:9000': correct objects.buckets if it"
                + " should be");
  }

  @Test
  void textThatIsNotUnicodeIsRefused() {
    assertThat(reason("https://cdn.example.org/a\uD800b")).contains("not valid Unicode");
    assertThat(reason("https://cdn.example.org/a\uD800%20b")).contains("not valid Unicode");
    assertThat(reason("s3://articles/a\uDC00")).contains("not valid Unicode");
  }

  @Test
  void reasonsStayShortAndKeepSecrets() {
    String secret = "X-Amz-Signature=5ec2e7";
    assertThat(reason("https://evil.example/" + "a".repeat(9000) + "?" + secret))
        .hasSizeLessThan(200)
        .doesNotContain("5ec2e7");
    assertThat(reason("evil?" + secret)).doesNotContain("5ec2e7");
    assertThat(reason("s3://" + "b".repeat(9000) + "/a")).hasSizeLessThan(200);
    assertThat(reason("s3://AKIAEXAMPLE:5ec2e7@parks/a"))
        .contains("before '@'")
        .doesNotContain("5ec2e7", "AKIA");
    assertThat(reason("x".repeat(1_000_000))).hasSizeLessThan(200);
    assertThat(reason("s3://a\nb/c")).contains("'a\\u000Ab'").doesNotContain("\n");
  }

  private String reason(String text) {
    Reference resolved = references.resolve(text);
    assertThat(resolved).isInstanceOf(Refused.class);
    return ((Refused) resolved).reason();
  }
}
