package dev.tributary.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class BulkWriterIT {

  private static RawOpenSearch raw;
  private static OpenSearchHttp http;

  private final String alias = RawOpenSearch.newName();
  private final AtomicInteger sends = new AtomicInteger();
  private final BulkWriter writer =
      BulkWriter.start(
          http,
          FirstGenerations.DESTINATIONS,
          (refused, resolved) -> refused.forEach(write -> resolved.accept(write, Outcome.STALE)),
          new WriterSettings(
              new Settings.Limits(1_000_000, 1_000_000, 100, 2), Duration.ofSeconds(30), Set.of()),
          new Tally());

  @BeforeAll
  static void connect() {
    raw = new RawOpenSearch(Servers.shared().openSearch());
    http = OpenSearchFixtures.connect();
  }

  @AfterAll
  static void disconnect() {
    http.close();
  }

  @AfterEach
  void stop() {
    writer.close();
  }

  private CompletableFuture<Outcome> submit(String id, int number, Optional<String> body) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    writer.submit(
        new Write(
            new DocumentKey(alias, id),
            Generation.first(alias),
            "Places",
            ItemKey.of(new Value.Text(id)),
            new Origin.Streamed(
                "stream", SequenceNumber.of(String.valueOf(number)), WriteFixtures.NOW),
            number,
            body.map(text -> text.getBytes(UTF_8)),
            false,
            () -> sends.incrementAndGet() > 0,
            outcome::complete));
    return outcome.orTimeout(60, TimeUnit.SECONDS);
  }

  private void assertNothingIsMadeByAccident(CompletableFuture<Outcome> outcome) throws Exception {
    await().until(() -> sends.get() >= 3);
    assertThat(outcome).isNotDone();
    assertThat(raw.ask("GET", "/" + alias + "*").isEmpty()).isTrue();
    new Generations(http, index -> "rules").ensure(alias, Optional.empty());
    assertThat(outcome.join()).isEqualTo(Outcome.APPLIED);
  }

  @Test
  void aWriteToAMissingAliasWaitsUntilItIsThere() throws Exception {
    assertNothingIsMadeByAccident(submit("a", 1, Optional.of("{\"n\":1}")));
    assertThat(raw.document(alias, "a").path("_version").asLong()).isEqualTo(1);
  }

  @Test
  void aDeleteFromAMissingAliasWaitsAndMakesNoIndexEither() throws Exception {
    assertNothingIsMadeByAccident(submit("a", 1, Optional.empty()));
  }

  @Test
  void bulksOfEveryMixtureAreToldEachItsOwnOutcome() throws Exception {
    raw.ask(
        "PUT",
        "/" + alias + "-000001",
        "{\"aliases\":{\""
            + alias
            + "-000001-write\":{},\""
            + alias
            + "\":{}},\"mappings\":{\"properties\":{\"n\":{\"type\":\"long\"}}}}");
    submit("gone", 5, Optional.empty()).join();
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    for (int i = 0; i < 250; i++) {
      outcomes.add(submit("id" + i, 1, Optional.of("{\"n\":" + i + "}")));
    }
    var broken = submit("broken", 1, Optional.of("{\"n\":\"text\"}"));
    var late = submit("gone", 4, Optional.of("{\"n\":1}"));
    var absent = submit("never there", 1, Optional.empty());

    outcomes.forEach(outcome -> assertThat(outcome.join()).isEqualTo(Outcome.APPLIED));
    assertThat(broken.join()).isInstanceOf(Outcome.Rejected.class);
    assertThat(((Outcome.Rejected) broken.join()).reason()).contains("[n]").contains("long");
    assertThat(late.join()).isEqualTo(Outcome.STALE);
    assertThat(absent.join()).isEqualTo(Outcome.APPLIED);
    raw.ask("POST", "/" + alias + "/_refresh");
    assertThat(raw.ask("GET", "/" + alias + "/_count").path("count").asInt()).isEqualTo(250);
  }
}
