package dev.tributary.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import dev.tributary.local.LocalOptions;
import dev.tributary.local.LocalServer;
import dev.tributary.local.LocalStack;
import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A real server that has little room, and every way in which it says no. */
class PushbackIT {

  private static final int DOCUMENTS = 2000;
  private static final String KILOBYTE = "x".repeat(1000);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static LocalStack stack;
  private static RawOpenSearch raw;
  private static OpenSearchHttp http;

  private final Tally tally = new Tally();
  private final String alias = RawOpenSearch.newName();
  private BulkWriter writer;

  @BeforeAll
  static void start() throws InterruptedException {
    stack =
        Servers.started(
            LocalOptions.defaults()
                .withServers(LocalServer.OPENSEARCH)
                .withOpenSearchSetting("http.max_content_length", "1mb")
                .withOpenSearchSetting("indexing_pressure.memory.limit", "200kb")
                .withOpenSearchSetting("thread_pool.write.size", "1")
                .withOpenSearchSetting("thread_pool.write.queue_size", "1"));
    raw = new RawOpenSearch(stack.openSearch());
    http = OpenSearchFixtures.connect(stack.openSearch());
  }

  @AfterAll
  static void stop() throws IOException {
    http.close();
    stack.close();
  }

  @AfterEach
  void closeWriter() {
    writer.close();
  }

  private void open(long bulkBytes, int bulks) {
    closed(bulkBytes, bulks);
    writer.start();
  }

  /** One that sends nothing before it is started. */
  private void closed(long bulkBytes, int bulks) {
    writer =
        new BulkWriter(
            "bulk-writer",
            http,
            FirstGenerations.DESTINATIONS,
            (refused, resolved) -> refused.forEach(write -> resolved.accept(write, Outcome.STALE)),
            new WriterSettings(
                new Settings.Limits(100_000_000, bulkBytes, 100_000, bulks),
                Duration.ofSeconds(30),
                Set.of()),
            System::nanoTime,
            new Random(),
            tally);
  }

  private static void make(String alias, int shards) {
    JsonNode made =
        raw.ask(
            "PUT",
            "/" + alias + "-000001",
            """
            {"aliases": {"%1$s": {}, "%1$s-000001-write": {}},
             "settings": {"number_of_shards": %2$d, "number_of_replicas": 0},
             "mappings": {"enabled": false}}
            """
                .formatted(alias, shards));
    assertThat(made.path("acknowledged").asBoolean()).as(made.toString()).isTrue();
  }

  private CompletableFuture<Outcome> submit(String index, String id, Optional<String> body) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    writer.submit(
        new Write(
            new DocumentKey(index, id),
            Generation.first(index),
            "Places",
            ItemKey.of(new Value.Text(id)),
            new Origin.Streamed("stream", SequenceNumber.of("1"), WriteFixtures.NOW),
            1,
            body.map(text -> text.getBytes(UTF_8)),
            false,
            () -> true,
            outcome::complete));
    // Longer than a server takes to come back, on a machine that has much to do.
    return outcome.orTimeout(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private List<CompletableFuture<Outcome>> submitMany() {
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      outcomes.add(submit(alias, "id" + i, Optional.of("{\"text\":\"" + KILOBYTE + "\"}")));
    }
    return outcomes;
  }

  private void assertAllAreThere(List<CompletableFuture<Outcome>> outcomes) {
    outcomes.forEach(outcome -> assertThat(outcome.join()).isEqualTo(Outcome.APPLIED));
    raw.ask("POST", "/" + alias + "/_refresh");
    assertThat(raw.ask("GET", "/" + alias + "/_count").path("count").asInt()).isEqualTo(DOCUMENTS);
    System.out.println(alias + ": " + tally.totals() + ", " + tally.totals().allowed());
  }

  @Test
  void bulksThatAreTooMuchForItsMemoryShrinkUntilTheyPass() {
    make(alias, 1);
    open(1_000_000, 2);
    assertAllAreThere(submitMany());
    assertThat(tally.totals().putOff(Setback.OVERLOADED)).isPositive();
    assertThat(tally.totals().allowed().bytes()).isLessThan(1_000_000);
    assertThat(tally.totals().putOff()).containsOnlyKeys(Setback.OVERLOADED);
  }

  @Test
  void aQueueThatIsFullForSomeOfABulkDelaysOnlyThose() {
    make(alias, 4);
    open(400_000, 6);
    assertAllAreThere(submitMany());
    assertThat(tally.totals().putOff(Setback.OVERLOADED)).isPositive();
  }

  @Test
  void aBulkThatIsTooLargeIsHalvedAndADocumentThatIsTooLargeIsRejected() {
    make(alias, 1);
    closed(16_000_000, 1);
    List<CompletableFuture<Outcome>> outcomes = submitMany();
    var tooLarge =
        submit(alias, "large", Optional.of("{\"text\":\"" + "x".repeat(1 << 20) + "\"}"));
    writer.start();
    assertAllAreThere(outcomes);
    assertThat(tooLarge.join())
        .isInstanceOfSatisfying(
            Outcome.Rejected.class, rejected -> assertThat(rejected.reason()).contains("413"));
    assertThat(tally.totals().halved()).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          flood stage | PUT  /%s/_settings | {"index.blocks.read_only_allow_delete": true} | PUT /%s/_settings | {"index.blocks.read_only_allow_delete": null} | FLOOD_STAGE
          read-only   | PUT  /%s/_settings | {"index.blocks.read_only": true}              | PUT /%s/_settings | {"index.blocks.read_only": null}              | BLOCKED
          no writes   | PUT  /%s/_settings | {"index.blocks.write": true}                  | PUT /%s/_settings | {"index.blocks.write": null}                  | BLOCKED
          closed      | POST /%s/_close    | ''                                            | POST /%s/_open    | ''                                            | NO_INDEX
          """)
  void anIndexThatTakesNoWritesHoldsUpNoOther(
      String what, String set, String setBody, String lift, String liftBody, Setback why) {
    String other = RawOpenSearch.newName();
    make(alias, 1);
    make(other, 1);
    raw.ask("PUT", "/" + alias + "-000001/_doc/old", "{}");
    open(1_000_000, 2);
    ask(set, setBody);
    var blocked = submit(alias, "new", Optional.of("{}"));
    var delete = submit(alias, "old", Optional.empty());
    Totals.Allowed before = tally.totals().allowed();
    await().atMost(PATIENCE).until(() -> tally.totals().putOff(why) >= 4);
    assertThat(submit(other, "free", Optional.of("{}")).join()).isEqualTo(Outcome.APPLIED);
    assertThat(blocked).isNotDone();
    assertThat(delete).isNotDone();
    assertThat(tally.totals().putOff()).containsOnlyKeys(why);
    assertThat(tally.totals().allowed()).as("it is not overloaded").isEqualTo(before);
    ask(lift, liftBody);
    assertThat(blocked.join()).isEqualTo(Outcome.APPLIED);
    assertThat(delete.join()).isEqualTo(Outcome.APPLIED);
  }

  @Test
  void aClusterThatIsReadOnlyIsWaitedForAsAWhole() {
    make(alias, 1);
    open(1_000_000, 2);
    String setting = "{\"persistent\": {\"cluster.blocks.read_only\": %s}}";
    raw.ask("PUT", "/_cluster/settings", setting.formatted("true"));
    try {
      var blocked = submit(alias, "a", Optional.of("{}"));
      await().atMost(PATIENCE).until(() -> tally.totals().putOff(Setback.BLOCKED) >= 2);
      raw.ask("PUT", "/_cluster/settings", setting.formatted("null"));
      assertThat(blocked.join()).isEqualTo(Outcome.APPLIED);
      assertThat(tally.totals().putOff()).containsOnlyKeys(Setback.BLOCKED);
    } finally {
      raw.ask("PUT", "/_cluster/settings", setting.formatted("null"));
    }
  }

  @Test
  void aServerThatIsAwayIsTriedUntilItIsBack() throws InterruptedException {
    make(alias, 1);
    open(100_000, 2);
    stack.kill(LocalServer.OPENSEARCH);
    List<CompletableFuture<Outcome>> outcomes;
    try {
      outcomes = submitMany();
      await().atMost(PATIENCE).until(() -> tally.totals().putOff(Setback.NO_CONNECTION) > 3);
    } finally {
      stack.restart(LocalServer.OPENSEARCH);
    }
    assertAllAreThere(outcomes);
    assertThat(tally.totals().rejected()).isZero();
  }

  private void ask(String request, String body) {
    String[] words = request.formatted(alias + "-000001").split(" +", 2);
    JsonNode answer = raw.ask(words[0], words[1], body);
    assertThat(answer.path("acknowledged").asBoolean()).as(answer.toString()).isTrue();
  }
}
