package dev.tributary.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import dev.tributary.table.AwsClients;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.kinesis.retrieval.KinesisClientRecord;

/** What comes over the wire, read by our own reader and by the SDK's. */
final class PlainReadsTest {

  /** All ten types, a number that no double holds, and what the documents do not need. */
  private static final String PUT =
      """
      {"awsRegion": "ddblocal", "eventID": "1", "eventName": "MODIFY", "eventSource": "aws:dynamodb",
       "dynamodb": {"ApproximateCreationDateTime": 1795000020, "SequenceNumber": "000000000000000000017",
        "SizeBytes": 421, "StreamViewType": "NEW_AND_OLD_IMAGES",
        "Keys": {"PK": {"S": "a"}, "SK": {"N": "1"}},
        "OldImage": {"PK": {"S": "a"}, "SK": {"N": "1"}, "deep": {"M": {"L": {"L": [{"NULL": true}]}}}},
        "NewImage": {"PK": {"S": "a"}, "SK": {"N": "1"}, "text": {"S": "é \\"quoted\\" \\ud83d\\ude00"},
         "number": {"N": "12345678901234567890123456789012345678"}, "bytes": {"B": "AQID"},
         "yes": {"BOOL": true}, "no": {"BOOL": false}, "nothing": {"NULL": true},
         "map": {"M": {"S": {"S": "a name like a type"}, "empty": {"M": {}}}},
         "list": {"L": [{"S": "x"}, {"L": []}]},
         "texts": {"SS": ["a", "b"]}, "numbers": {"NS": ["1", "2.5"]}, "buffers": {"BS": ["AQ==", ""]}}}}
      """;

  private static final String EXPIRY =
      """
      {"eventName": "REMOVE", "userIdentity": {"Type": "Service", "PrincipalId": "dynamodb.amazonaws.com"},
       "dynamodb": {"ApproximateCreationDateTime": 1.795000020125E9, "SequenceNumber": "18",
        "Keys": {"PK": {"S": "a"}, "SK": {"N": "1"}}, "OldImage": {"PK": {"S": "a"}}}}
      """;

  /** How one request is answered. */
  @FunctionalInterface
  private interface Answer {
    void to(HttpExchange exchange) throws IOException;
  }

  private static final Deque<Answer> ANSWERS = new ConcurrentLinkedDeque<>();
  private static final AtomicInteger ASKED = new AtomicInteger();
  private static HttpServer server;

  /** For all tests: to close it takes seconds. */
  private static AwsClients aws;

  private static PlainReads reads;

  @BeforeAll
  static void start() throws IOException {
    System.setProperty("aws.accessKeyId", "test");
    System.setProperty("aws.secretAccessKey", "test");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", PlainReadsTest::answer);
    server.start();
    URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    aws = AwsClients.open(new Settings.Aws(Optional.of("us-east-1"), Optional.of(endpoint)));
    reads = new PlainReads(aws.streams(), aws.region());
  }

  @AfterAll
  static void stop() {
    aws.close();
    server.stop(0);
  }

  @AfterEach
  void forget() {
    ANSWERS.clear();
    ASKED.set(0);
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      ASKED.incrementAndGet();
      exchange.getRequestBody().readAllBytes();
      (ANSWERS.size() > 1 ? ANSWERS.remove() : ANSWERS.element()).to(exchange);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] body(String... records) {
    return "{\"NextShardIterator\": \"next\", \"Records\": [%s]}"
        .formatted(String.join(",", records))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static Answer fine(byte[] body) {
    CRC32 sum = new CRC32();
    sum.update(body);
    return summed(body, sum.getValue());
  }

  private static Answer summed(byte[] body, long sum) {
    return exchange -> {
      exchange.getResponseHeaders().add("x-amz-crc32", "" + sum);
      exchange.getResponseHeaders().add("x-amzn-RequestId", "asked-for");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    };
  }

  private static Answer packed(byte[] body) {
    return exchange -> {
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
        gzip.write(body);
      }
      exchange.getResponseHeaders().add("Content-Encoding", "gzip");
      exchange.sendResponseHeaders(200, packed.size());
      packed.writeTo(exchange.getResponseBody());
    };
  }

  private static final GetRecordsRequest REQUEST =
      GetRecordsRequest.builder().shardIterator("first").build();

  private List<ReadRecord> read() {
    return reads.getDynamoDBStreamsRecords(REQUEST).join().records().stream()
        .map(record -> ((PlainRecord) record).read())
        .toList();
  }

  @Test
  void aRecordIsReadAsTheSdkWouldReadIt() {
    ANSWERS.add(fine(body(PUT, EXPIRY)));
    List<ReadRecord> bySdk =
        aws.streams().getRecords(REQUEST).records().stream().map(ReadRecord::of).toList();
    assertThat(read()).isEqualTo(bySdk);
    assertThat(bySdk.get(0).newImage().orElseThrow()).hasSize(13);
    assertThat(bySdk.get(0).fault()).isNull();
    assertThat(bySdk.get(1).expired()).isTrue();
    assertThat(bySdk.get(1).createdAt()).hasToString("2026-11-18T11:07:00.125Z");
  }

  @Test
  void theRestOfTheAnswerIsTheSdks() {
    ANSWERS.add(fine(body(PUT)));
    var answer = reads.getDynamoDBStreamsRecords(REQUEST).join();
    assertThat(answer.nextShardIterator()).isEqualTo("next");
    assertThat(answer.requestId()).isEqualTo("asked-for");
    assertThat(answer.records()).extracting(KinesisClientRecord::sequenceNumber).hasSize(1);
  }

  @Test
  void anEmptyReadOfAShardThatEndedHasNoNextPlace() {
    ANSWERS.add(fine("{\"Records\": []}".getBytes(StandardCharsets.UTF_8)));
    var answer = reads.getDynamoDBStreamsRecords(REQUEST).join();
    assertThat(answer.records()).isEmpty();
    assertThat(answer.nextShardIterator()).isNull();
  }

  @Test
  void aPackedAnswerIsLeftToTheSdk() {
    ANSWERS.add(packed(body(PUT)));
    assertThat(read()).hasSize(1);
  }

  @Test
  void whatBreaksOffIsAskedForAgain() {
    byte[] whole = body(PUT, EXPIRY);
    ANSWERS.add(
        exchange -> {
          exchange.sendResponseHeaders(200, whole.length);
          exchange.getResponseBody().write(whole, 0, whole.length / 2);
          exchange.getResponseBody().flush();
        });
    ANSWERS.add(fine(whole));
    assertThat(read()).hasSize(2);
    assertThat(ASKED).hasValue(2);
  }

  @Test
  void anAnswerWhoseChecksumIsWrongIsAskedForAgain() {
    ANSWERS.add(summed(body(EXPIRY), 4711));
    ANSWERS.add(fine(body(PUT)));
    assertThat(read())
        .extracting(ReadRecord::sequenceNumber)
        .containsExactly("000000000000000000017");
    assertThat(ASKED).hasValue(2);
  }

  @Test
  void nothingStaysOfAnAnswerThatWasAskedForAgain() {
    ANSWERS.add(summed(body(EXPIRY), 4711));
    ANSWERS.add(packed(body(PUT)));
    assertThat(read())
        .extracting(ReadRecord::sequenceNumber)
        .containsExactly("000000000000000000017");
  }

  @Test
  void whatIsNoListOfRecordsIsTold() {
    ANSWERS.add(fine("{\"Records\": {}}".getBytes(StandardCharsets.UTF_8)));
    assertThatThrownBy(() -> reads.getDynamoDBStreamsRecords(REQUEST).join())
        .hasStackTraceContaining("it is no list of records, at byte");
  }

  @Test
  void aStrangeAttributeSpoilsOnlyItsRecord() {
    String strange =
        PUT.replace(
            "{\"N\": \"12345678901234567890123456789012345678\"}", "{\"X\": [{}, {\"a\": 1}]}");
    ANSWERS.add(fine(body(PUT, strange, EXPIRY)));
    List<ReadRecord> read = read();
    assertThat(read).hasSize(3);
    assertThat(read.get(1).fault())
        .hasMessageContaining("the attribute number: is not of the form");
    assertThat(read.get(1).sequenceNumber()).isEqualTo("000000000000000000017");
    assertThat(read.get(1).keys())
        .isEqualTo(Map.of("PK", new Value.Text("a"), "SK", new Value.Numeric("1")));
    assertThat(read.get(2).fault()).isNull();
    assertThat(read.get(2).expired()).isTrue();
  }

  @Test
  void whatLacksInARecordIsMissingAndNoMore() {
    String bare =
        "{\"eventName\": null, \"dynamodb\": {\"SequenceNumber\": [1], \"Keys\": 3, \"SizeBytes\": [{}],"
            + " \"ApproximateCreationDateTime\": \"today\", \"NewImage\": null}, \"userIdentity\": 5}";
    ANSWERS.add(fine(body(bare, "{\"dynamodb\": [{}], \"userIdentity\": [3]}", EXPIRY)));
    List<ReadRecord> read = read();
    ReadRecord nothing =
        new ReadRecord(false, null, null, Map.of(), Optional.empty(), null, false, null, null);
    assertThat(read.subList(0, 2)).containsExactly(nothing, nothing);
    assertThat(read.get(2).removal()).isTrue();
  }
}
