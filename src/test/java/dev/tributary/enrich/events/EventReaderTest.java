package dev.tributary.enrich.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.enrich.events.Told.Named;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventReaderTest {

  /** As AWS documents it, with all its fields. */
  private static final String PUT =
      """
      {"Records":[{"eventVersion":"2.1","eventSource":"aws:s3","awsRegion":"us-west-2",
      "eventTime":"1970-01-01T00:00:00.000Z","eventName":"ObjectCreated:Put",
      "userIdentity":{"principalId":"AIDAJDPLRKLG7UEXAMPLE"},
      "requestParameters":{"sourceIPAddress":"172.16.0.1"},
      "responseElements":{"x-amz-request-id":"C3D13FE58DE4C810","x-amz-id-2":"FMyUVURIY8/IgAtTv8x"},
      "s3":{"s3SchemaVersion":"1.0","configurationId":"testConfigRule",
      "bucket":{"name":"parks","ownerIdentity":{"principalId":"A3NL1KOZZKExample"},
      "arn":"arn:aws:s3:::parks"},
      "object":{"key":"boundaries/Red+Flower%2B%C3%A9.json","size":1024,"eTag":"d41d8cd98f00b204",
      "versionId":"096fKKXTRTtl3on89fVO.nfljtsv6qko","sequencer":"0055AED6DCD90281E5"}}}]}
      """;

  private static final String BRIDGED =
      """
      {"version":"0","id":"17793124-05d4-b198-2fde-7ededc63b103","detail-type":"Object Deleted",
      "source":"aws.s3","account":"111122223333","time":"2021-11-12T00:00:00Z",
      "region":"ca-central-1","resources":["arn:aws:s3:::parks"],
      "detail":{"version":"0","bucket":{"name":"parks"},
      "object":{"key":"boundaries/Red+Flower%2B é.json","sequencer":"61"},
      "deletion-type":"Permanently Deleted","reason":"DeleteObject"}}
      """;

  private static final String TEST =
      """
      {"Service":"Amazon S3","Event":"s3:TestEvent","Time":"2014-10-13T15:57:02.089Z",
      "Bucket":"parks","RequestId":"5582815E1AEA5ADF","HostId":"8cLeGAmw098X5cv4Zkwcmo8vvZa3eH3e"}
      """;

  private static Told touched(String bucket, String key) {
    return new Told.Touched(List.of(new Named(bucket, key)));
  }

  private static String bySns(String message) throws Exception {
    return new ObjectMapper()
        .createObjectNode()
        .put("Type", "Notification")
        .put("TopicArn", "arn:aws:sns:us-west-2:123456789012:objects")
        .put("Message", message)
        .toString();
  }

  @Test
  void readsWhatS3Sends() {
    assertThat(EventReader.read(PUT)).isEqualTo(touched("parks", "boundaries/Red Flower+é.json"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ObjectCreated:CompleteMultipartUpload",
        "ObjectRemoved:DeleteMarkerCreated",
        "ObjectRestore:Completed",
        "LifecycleExpiration:Delete",
        "SomethingNew:Happened"
      })
  void everyEventOfAnObjectCounts(String name) {
    assertThat(EventReader.read(PUT.replace("ObjectCreated:Put", name)))
        .isEqualTo(touched("parks", "boundaries/Red Flower+é.json"));
  }

  @Test
  void readsWhatEventBridgeSendsAndDecodesNothing() {
    assertThat(EventReader.read(BRIDGED))
        .isEqualTo(touched("parks", "boundaries/Red+Flower%2B é.json"));
  }

  @Test
  void readsBothAsSnsWrapsThem() throws Exception {
    assertThat(EventReader.read(bySns(PUT))).isEqualTo(EventReader.read(PUT));
    assertThat(EventReader.read(bySns(BRIDGED))).isEqualTo(EventReader.read(BRIDGED));
  }

  @Test
  void unwrapsOnce() throws Exception {
    assertThat(EventReader.read(bySns(bySns(PUT)))).isInstanceOf(Told.Unreadable.class);
  }

  @Test
  void aTestOfS3TouchesNothing() throws Exception {
    Told nothing = new Told.Touched(List.of());
    assertThat(EventReader.read(TEST)).isEqualTo(nothing);
    assertThat(EventReader.read(bySns(TEST))).isEqualTo(nothing);
    assertThat(EventReader.read("{\"Records\":[]}")).isEqualTo(nothing);
  }

  @Test
  void readsEveryRecordOfAMessage() {
    String two =
        "{\"Records\":[%s,%s]}".formatted(record("parks", "a"), record("home", "b%2Fc%25"));
    assertThat(EventReader.read(two))
        .isEqualTo(new Told.Touched(List.of(new Named("parks", "a"), new Named("home", "b/c%"))));
  }

  private static String record(String bucket, String key) {
    return "{\"s3\":{\"bucket\":{\"name\":\"%s\"},\"object\":{\"key\":\"%s\"}}}"
        .formatted(bucket, key);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                            | no event notification",
        "null                                          | no event notification",
        "[1]                                           | no event notification",
        "{\"Message\":\"{\\\"Message\\\":\\\"{}\\\"}\"} | no event notification",
        "{\"Records\":{}}                              | no event notification",
        "{\"Event\":\"s3:Other\"}                      | no event notification",
        "hello                                         | not JSON",
        "{\"Records\":[                                | not JSON",
        "{\"Records\":[]} x                            | not JSON",
        "{\"Records\":[1]}                             | no Records[0].s3.bucket.name",
        "{\"Records\":[{\"s3\":{\"bucket\":{\"name\":\"b\"}}}]} | no Records[0].s3.object.key",
        "{\"detail-type\":\"x\",\"detail\":{}}         | no detail.bucket.name",
        "{\"detail-type\":\"x\",\"detail\":{\"bucket\":{\"name\":\"b\"},\"object\":{\"key\":7}}} | no detail.object.key"
      })
  void saysWhatIsWrongWithOthers(String body, String reason) {
    assertThat(EventReader.read(body)).isInstanceOf(Told.Unreadable.class);
    assertThat(((Told.Unreadable) EventReader.read(body)).reason()).contains(reason);
  }

  @Test
  void aRecordAmongOthersThatCannotBeReadIsNamed() {
    assertThat(
            EventReader.read(
                "{\"Records\":[%s,%s]}".formatted(record("b", "k"), record("b", "50%"))))
        .isEqualTo(
            new Told.Unreadable(
                "Records[1].s3.object.key has a % that starts no escape; S3 encodes the keys of its"
                    + " events"));
  }

  @Test
  void takesNothingLargerThanSqsDoesAndNothingDeep() {
    String large = "{\"Records\":[" + record("b", "k".repeat(EventReader.MOST_CHARS)) + "]}";
    assertThat(EventReader.read(large))
        .hasToString(
            "Unreadable[reason=it has 1048640 characters; SQS has no messages over 1048576]");
    int depth = EventReader.MOST_DEPTH;
    assertThat(EventReader.read(nested(depth - 1))).isInstanceOf(Told.Touched.class);
    assertThat(EventReader.read(nested(depth))).isInstanceOf(Told.Unreadable.class);
    assertThat(EventReader.read(nested(500_000))).isInstanceOf(Told.Unreadable.class);
  }

  private static String nested(int depth) {
    return "{\"Event\":\"s3:TestEvent\",\"x\":" + "[".repeat(depth) + "]".repeat(depth) + "}";
  }

  @Test
  void doesNotRepeatTheWordsOfABody() {
    assertThat(EventReader.read("{\"secret\" password}").toString()).doesNotContain("password");
  }
}
