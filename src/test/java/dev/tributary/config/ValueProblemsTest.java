package dev.tributary.config;

import static dev.tributary.config.ConfigFile.FULL;
import static dev.tributary.config.ConfigFile.MINIMAL;
import static dev.tributary.config.ConfigFile.with;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One wrong value in a file that is right otherwise: one problem, that says where and what. */
final class ValueProblemsTest {
  private static final String NAME = "1 to 200 of the letters A-Z a-z 0-9 _ . -";
  private static final String TABLE =
      "is not a DynamoDB table name: 3 to 255 of the letters A-Z a-z 0-9 _ . -";
  private static final String BUCKET =
      "is not a bucket name: 3 to 63 of the letters a-z 0-9 . -, a letter or digit at both ends";
  private static final String QUEUE = "https://sqs.eu-west-1.amazonaws.com/123456789012/objects";
  private static final String INDEX =
      "is not an index name: at most 240 bytes of lower case, not starting with - _ or +,"
          + " without spaces and \\ / * ? \" < > | , # :";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      application: geo | application: a b | 1:14 | application: 'a b' must be NAME
      application: geo | application: [geo] | 1:14 | application: expected a single value, found a list
      application: geo | application: {a: b} | 1:14 | application: expected a single value, found a map
      application: geo | application: !Ref geo | 1:14 | application: YAML tags mean nothing here; put a value that starts with ! in quotes
      application: geo | application: ${A} | 1:14 | application: the environment variable A is not set; set it, or write ${A:-default}
      application: geo | application: a${A | 1:14 | application: a ${ is never closed; add the }, or for a literal ${ write $${
      application: geo | application: ${A:-é} | 1:14 | application: 'é' (from '${A:-é}') must be NAME
      region: eu-central-1 | region: EU | 3:11 | aws.region: 'EU' is not a region; write e.g. region: eu-west-1
      endpoint: http://localhost:8000 | endpoint: localhost:8000 | 5:15 | aws.dynamodb.endpoint: 'localhost:8000' must start with http:// or https://
      url: https://search.example:9200 | url: 'https://a b' | 7:8 | opensearch.url: 'https://a b' is not a URL; write e.g. http://localhost:9200
      url: https://search.example:9200 | url: ftp://search | 7:8 | opensearch.url: 'ftp://search' must start with http:// or https://
      url: https://search.example:9200 | url: https://my_host:9200 | 7:8 | opensearch.url: 'https://my_host:9200' has no host name made of letters, digits, - and .
      url: https://search.example:9200 | url: https://search/es | 7:8 | opensearch.url: 'https://search/es' must end after host and port
      url: https://search.example:9200 | url: https://search?a | 7:8 | opensearch.url: 'https://search?a' must end after host and port
      url: https://search.example:9200 | url: https://search#a | 7:8 | opensearch.url: 'https://search#a' must end after host and port
      url: https://search.example:9200 | url: https://search:70000 | 7:8 | opensearch.url: 'https://search:70000' has a port outside 1 to 65535
      url: https://search.example:9200 | url: https://search:0 | 7:8 | opensearch.url: 'https://search:0' has a port outside 1 to 65535
      url: https://search.example:9200 | url: https://me:s3cret@search | 7:8 | opensearch.url: 'https://***@search' must not carry credentials; remove them from the URL
      url: https://search.example:9200 | url: 'https://me:s3 c/ret@search' | 7:8 | opensearch.url: 'https://***@search' is not a URL; write e.g. http://localhost:9200
      username: admin | username: a:b | 8:13 | opensearch.username: 'a:b' must not contain a colon
      signing: none | signing: sigv4 | 10:12 | opensearch.signing: 'sigv4' is not one of none, es, aoss
      signing: none | signing: es | 10:12 | opensearch.signing: 'es' cannot go with a username; keep one way to authenticate
      requestTimeout: 7s | requestTimeout: 7 | 11:19 | opensearch.requestTimeout: '7' is not a duration; write e.g. 250ms, 10s, 5m or 1h
      requestTimeout: 7s | requestTimeout: 20s | 11:3 | opensearch.requestTimeout: '20s' must be shorter than worker.failover (20s)
      requestTimeout: 7s | requestTimeout: 99ms | 11:19 | opensearch.requestTimeout: '99ms' is too small; at least 100ms
      certificates: ca.pem | certificates: ca.crt | 12:17 | opensearch.certificates: 'ca.crt' does not exist: the path starts at this file's folder and leads to ca.crt
      certificates: ca.pem | certificates: . | 12:17 | opensearch.certificates: '.' is a folder; name the PEM file in it
      certificates: ca.pem | certificates: mapping.json | 12:17 | opensearch.certificates: 'mapping.json' holds no certificate in PEM, with -----BEGIN CERTIFICATE-----: No certificate data found
      name: places-dev | name: pl | 15:11 | tables.places.name: 'pl' TABLE
      name: places-dev | name: users | 19:3 | tables.users: tables.places is the table 'users' already; set another name
      sk: SK | sk: PK | 18:7 | tables.places.key.sk: 'PK' is the partition key already; a table without a sort key has no sk
      mapping: mapping.json | mapping: . | 22:14 | indexes.place-index.mapping: '.' is a folder; name the JSON file in it
      preserve: [embedding] | preserve: [emb*] | 23:16 | indexes.place-index.preserve: 'emb*' cannot be preserved; name each field, without *
      preserve: [embedding] | preserve: [a.b] | 23:16 | indexes.place-index.preserve: 'a.b' cannot be preserved; name a field at the top of the document
      table: users | table: user | 48:12 | entities.user.table: 'user' is not a key of tables; did you mean 'users'?
      table: users | table: elsewhere | 48:12 | entities.user.table: 'elsewhere' is not a key of tables; it has places, users
      index: place-index | index: place-idnex | 52:12 | entities.place.index: 'place-idnex' is not a key of indexes; did you mean 'place-index'?
      id: worker-1 | id: a b | 26:7 | worker.id: 'a b' must be 1 to 200 of the letters A-Z a-z 0-9 _ . : -
      failover: 20s | failover: 999ms | 27:13 | worker.failover: '999ms' is too small; at least 1s
      failover: 20s | failover: 11m | 27:13 | worker.failover: '11m' is too large; at most 10m
      poll: 1s | poll: 61s | 28:9 | worker.poll: '61s' is too large; at most 1m
      poll: 1s | poll: -1s | 28:9 | worker.poll: '-1s' is not a duration; write e.g. 250ms, 10s, 5m or 1h
      checkpoint: 3s | checkpoint: 1h | 29:15 | worker.checkpoint: '1h' is too large; at most 10m
      checkpoint: 3s | checkpoint: 0ms | 29:15 | worker.checkpoint: '0ms' is too small; at least 100ms
      repairGaps: true | repairGaps: maybe | 31:15 | worker.repairGaps: 'maybe' is neither true nor false
      repairReadUnitsPerSecond: 50 | repairReadUnitsPerSecond: 0 | 40:29 | worker.repairReadUnitsPerSecond: '0' is too small; at least 1
      drain: 1m | drain: 601s | 30:10 | worker.drain: '601s' is too large; at most 10m
      readUnitsPerSecond: 7 | readUnitsPerSecond: 0 | 33:25 | worker.verify.readUnitsPerSecond: '0' is too small; at least 1
      port: 9464 | port: 70000 | 36:11 | worker.http.port: '70000' is not a port; write a number from 1 to 65535, or off
      port: 9464 | port: auto | 36:11 | worker.http.port: 'auto' is not a port; write a number from 1 to 65535, or off
      bind: 0.0.0.0 | bind: a b | 37:11 | worker.http.bind: 'a b' is not an address to listen at; write e.g. 127.0.0.1, or 0.0.0.0 for all of them
      emf: 90s | emf: 2h | 39:10 | worker.metrics.emf: '2h' is too large; at most 1h
      bytesInFlight: 32MiB | bytesInFlight: 32MB | 42:18 | limits.bytesInFlight: '32MB' is not a size; write e.g. 512KiB, 64MiB, 1GiB or a number of bytes
      bytesInFlight: 32MiB | bytesInFlight: 0 | 42:18 | limits.bytesInFlight: '0' is too small; at least 1
      bulkBytes: 1MiB | bulkBytes: 91MiB | 43:14 | limits.bulkBytes: '91MiB' is too large; at most 90MiB
      bulkBytes: 1MiB | bulkBytes: 33MiB | 43:3 | limits.bulkBytes: '33MiB' is more than limits.bytesInFlight (32MiB); a bulk is made of bytes in flight
      bulkActions: 500 | bulkActions: 0 | 44:16 | limits.bulkActions: '0' is too small; at least 1
      bulkActions: 500 | bulkActions: many | 44:16 | limits.bulkActions: 'many' is not a whole number from 1 to 100000
      bulksInFlight: 3 | bulksInFlight: 7 | 45:18 | limits.bulksInFlight: '7' is too large; at most 6
      name: geo-boundaries | name: Geo | 114:13 | objects.buckets.geo.name: 'Geo' BUCKET
      prefixes: [boundaries/, v2/] | prefixes: [''] | 115:18 | objects.buckets.geo.prefixes: '' is the start of every key; leave prefixes out if all may be read
      prefixes: [boundaries/, v2/] | prefixes: ['s3://geo/a'] | 115:18 | objects.buckets.geo.prefixes: 's3://geo/a' is the start of a key, without scheme and bucket; write e.g. boundaries/
      endpoint: http://localhost:9090 | endpoint: http://localhost:9090/geo | 117:17 | objects.buckets.geo.endpoint: 'http://localhost:9090/geo' must end after host and port
      pathStyle: false | pathStyle: maybe | 118:18 | objects.buckets.geo.pathStyle: 'maybe' is neither true nor false
      urls: [https://assets.example.org/geo, http://cdn.example] | urls: [https://a.example/geo?v=1] | 119:14 | objects.buckets.geo.urls: 'https://a.example/geo?v=1' must end after the path
      urls: [https://assets.example.org/geo, http://cdn.example] | urls: [s3://geo] | 119:14 | objects.buckets.geo.urls: 's3://geo' must start with http:// or https://
      profile: r2 | profile: my keys | 120:16 | objects.buckets.geo.profile: 'my keys' must be 1 to 200 of the letters A-Z a-z 0-9 _ . / % @ : + -
      bytes: 2MiB | bytes: 1025MiB | 123:12 | objects.limits.bytes: '1025MiB' is too large; at most 1GiB
      expandedBytes: 12MiB | expandedBytes: 3GiB | 124:20 | objects.limits.expandedBytes: '3GiB' is too large; at most 2GiB
      ratio: 50 | ratio: 0 | 125:12 | objects.limits.ratio: '0' is too small; at least 1
      depth: 16 | depth: 501 | 126:12 | objects.limits.depth: '501' is too large; at most 500
      vertices: 5000 | vertices: 20000001 | 127:15 | objects.limits.vertices: '20000001' is too large; at most 20000000
      time: 5s | time: 99ms | 128:11 | objects.limits.time: '99ms' is too small; at least 100ms
      concurrency: 4 | concurrency: 257 | 129:16 | objects.concurrency: '257' is too large; at most 256
      bytesInFlight: 8MiB | bytesInFlight: 0 | 130:18 | objects.bytesInFlight: '0' is too small; at least 1
      cache: 0 | cache: none | 131:10 | objects.cache: 'none' is not a size; write e.g. 512KiB, 64MiB, 1GiB or a number of bytes
      giveUp: 6h | giveUp: 721h | 132:11 | objects.giveUp: '721h' is too large; at most 720h
      queue: https://sqs.example/123456789012/objects | queue: https://sqs.example/ | 134:12 | objects.events.queue: 'https://sqs.example/' names no queue; write e.g. QUEUE
      again: 5m | again: 13h | 137:12 | objects.events.again: '13h' is too large; at most 12h
      """)
  void aWrongValueIsShownWithItsPlaceAndItsRule(
      String right, String wrong, String place, String problem) {
    String expected =
        problem
            .replace("NAME", NAME)
            .replace("TABLE", TABLE)
            .replace("BUCKET", BUCKET)
            .replace("QUEUE", QUEUE);
    assertThat(new ConfigFile(folder).problems(with(FULL, right + "\n", wrong + "\n")))
        .containsExactly("config.yml:" + place + "  " + expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      application: geo         | '' | application: missing; name this application, e.g. application: places
      url: https://search.example:9200 | 6 | opensearch.url: missing; say where OpenSearch is, e.g. url: http://localhost:9200
      username: admin          | 6  | opensearch.username: missing; username and password go together
      password: hunter2        | 6  | opensearch.password: missing; username and password go together
      pk: PK                   | 16 | tables.places.key.pk: missing; name the table's partition key attribute, e.g. pk: PK
      table: users             | 47 | entities.user.table: missing; name the table it reads, a key of tables
      queue: https://sqs.example/123456789012/objects | 133 | objects.events.queue: missing; name the SQS queue that S3 tells, e.g. queue: https://sqs.eu-west-1.amazonaws.com/123456789012/objects
      index: place-index       | 50 | entities.place.index: missing; name the index it feeds, a key of indexes
      """)
  void aMissingKeyIsReportedWhereItBelongs(String key, String line, String problem) {
    ConfigFile config = new ConfigFile(folder);
    String place = "config.yml" + (line.isEmpty() ? "" : ":" + line);
    assertThat(config.problems(FULL.replaceFirst(" *" + key + "\n", "")))
        .containsExactly(place + "  " + problem);
  }

  @Test
  void anEmptyKeyIsReportedAsEmpty() {
    assertThat(new ConfigFile(folder).problems(with(FULL, "application: geo", "application: ''")))
        .containsExactly(
            "config.yml:1:1  application: empty; name this application, e.g. application: places");
  }

  @Test
  void aMappingFileThatIsNotThereIsNamedAsItWasLookedFor() {
    assertThat(new ConfigFile(folder).problems(with(FULL, "mapping.json", "../nowhere/x.json")))
        .containsExactly(
            "config.yml:22:14  indexes.place-index.mapping: '../nowhere/x.json' does not exist: the"
                + " path starts at this file's folder and leads to "
                + folder.resolveSibling("nowhere/x.json"));
  }

  @ParameterizedTest
  @CsvSource({
    "Places",
    "-places",
    "_places",
    "'pla,ces'",
    "'pla ces'",
    "pla:ces",
    "pla*",
    "..",
    "é#"
  })
  void anIndexNameFollowsTheRulesOfOpenSearch(String name) {
    String yaml = FULL.replace("place-index", "'" + name + "'");
    assertThat(new ConfigFile(folder).problems(yaml))
        .containsExactly("config.yml:21:3  indexes." + name + ": '" + name + "' " + INDEX);
  }

  @Test
  void anIndexNameLeavesRoomForItsGeneration() {
    ConfigFile config = new ConfigFile(folder);
    assertThat(config.problems(FULL.replace("place-index", "é".repeat(120)))).isEmpty();
    assertThat(config.problems(FULL.replace("place-index", "é".repeat(120) + "e"))).hasSize(1);
  }

  @Test
  void anApplicationNameLeavesRoomForTheRestOfATableName() {
    ConfigFile config = new ConfigFile(folder);
    assertThat(config.problems(with(FULL, "application: geo", "application: " + "x".repeat(200))))
        .isEmpty();
    assertThat(config.problems(with(FULL, "application: geo", "application: " + "x".repeat(201))))
        .hasSize(1);
  }

  @Test
  void aKeyTooShortForATableNameNeedsAName() {
    String yaml = with(FULL, "  users: {key:", "  us: {key:");
    assertThat(new ConfigFile(folder).problems(with(yaml, "table: users", "table: us")))
        .containsExactly("config.yml:19  tables.us.name: missing, and 'us' " + TABLE);
  }

  @Test
  void aKeyThatIsNoBucketNameNeedsAName() {
    assertThat(new ConfigFile(folder).problems(with(FULL, "  articles:\n", "  Articles:\n")))
        .containsExactly(
            "config.yml:121  objects.buckets.Articles.name: missing, and 'Articles' " + BUCKET);
  }

  @Test
  void noTwoEntriesAreOneBucket() {
    assertThat(new ConfigFile(folder).problems(with(FULL, "  articles:\n", "  geo-boundaries:\n")))
        .containsExactly(
            "config.yml:121:5  objects.buckets.geo-boundaries: the bucket 'geo-boundaries' is there"
                + " already; set another name");
  }

  @Test
  void eventsAreOfBuckets() {
    String yaml = MINIMAL + "objects: {events: {queue: 'http://localhost:9324/1/q'}}\n";
    assertThat(new ConfigFile(folder).problems(yaml))
        .containsExactly(
            "config.yml:14:11  objects.events: tells of objects of no bucket; name them in"
                + " objects.buckets");
  }

  @Test
  void signingNeedsAnEncryptedUrl() {
    String yaml =
        with(FULL, "signing: none", "signing: es")
            .replace("  username: admin\n  password: hunter2\n", "")
            .replace("  certificates: ca.pem\n", "")
            .replace("https://", "http://");
    assertThat(new ConfigFile(folder).problems(yaml))
        .containsExactly(
            "config.yml:8:12  opensearch.signing: 'es' needs a url that starts with https://");
  }

  @Test
  void certificatesNeedAnEncryptedUrl() {
    assertThat(new ConfigFile(folder).problems(with(FULL, "https://search", "http://search")))
        .containsExactly(
            "config.yml:12:17  opensearch.certificates: 'ca.pem' needs a url that starts with"
                + " https://");
  }
}
