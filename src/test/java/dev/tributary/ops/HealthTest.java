package dev.tributary.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.index.Setback;
import dev.tributary.ops.Health.Part;
import dev.tributary.ops.Health.State;
import dev.tributary.ops.http.Answer;
import dev.tributary.sync.Contact;
import dev.tributary.table.Gap;
import dev.tributary.table.Gaps;
import dev.tributary.table.Holds.Cause;
import dev.tributary.table.Holds.Hold;
import dev.tributary.table.Holds.What;
import dev.tributary.table.ShardLag;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each part can fail, and says why. */
final class HealthTest {

  private Instant now = FakeSigns.NOW;
  private final FakeSigns signs = new FakeSigns();
  private Optional<String> stage = Optional.empty();
  private final Health health =
      new Health(
          new Clock() {
            @Override
            public Instant instant() {
              return now;
            }

            @Override
            public ZoneId getZone() {
              return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
              return this;
            }
          });
  private final HealthPages pages = new HealthPages(health, "w1");

  HealthTest() {
    health.add(List.of(Checks.start(() -> stage)));
    health.add(Checks.of(signs));
  }

  private static Arguments fails(
      String part, State state, String reason, Consumer<FakeSigns> fault) {
    return Arguments.of(part, state, reason, fault);
  }

  private static Hold hold(Cause cause) {
    return new Hold(What.INDEX, "places", cause, "why", "w2", FakeSigns.NOW);
  }

  private static FleetStatus with(
      List<ShardStatus> shards, List<Gaps.Open> gaps, Reasons pending, Reasons letters) {
    return new FleetStatus(
        "places",
        FakeSigns.NOW,
        List.of(),
        shards,
        List.of(),
        gaps,
        pending,
        letters,
        List.of(),
        List.of());
  }

  private static Reasons one(String reason) {
    Reasons reasons = new Reasons();
    reasons.add("places", "PLACE#1", reason, FakeSigns.NOW);
    return reasons;
  }

  private static ShardStatus nobodys(Duration lag) {
    return new ShardStatus(
        "places/s1",
        Optional.empty(),
        Optional.of(lag),
        ShardStatus.State.NOBODYS,
        "no worker holds it",
        0);
  }

  private static Contact.State silent(String why, int seconds) {
    return new Contact.State(Optional.of(why), Duration.ofSeconds(seconds));
  }

  static Stream<Arguments> faults() {
    Reasons none = new Reasons();
    return Stream.of(
        fails("reader", State.DOWN, "scheduler has ended", signs -> signs.readerAlive = false),
        fails(
            "loops",
            State.DOWN,
            "the thread bulk-writer has ended",
            signs ->
                signs.motions = List.of(new Signs.Motion("bulk-writer", false, Duration.ZERO))),
        fails(
            "loops",
            State.DOWN,
            "the thread holds has not moved for 6 min",
            signs ->
                signs.motions = List.of(new Signs.Motion("holds", true, Duration.ofMinutes(6)))),
        fails(
            "opensearch",
            State.DOWN,
            "OpenSearch has not answered for 12 s: connection refused",
            signs -> signs.openSearch = silent("connection refused", 12)),
        fails(
            "opensearch",
            State.DOWN,
            "OpenSearch has not answered for 61 s",
            signs ->
                signs.openSearch = new Contact.State(Optional.empty(), Duration.ofSeconds(61))),
        fails(
            "state-table",
            State.DOWN,
            "the state table has not answered for 11 s: throttled",
            signs -> signs.stateTable = silent("throttled", 11)),
        fails(
            "writes",
            State.DOWN,
            "its disk is full to the flood stage. To do: free or add disk",
            signs -> signs.setback = Optional.of(Setback.FLOOD_STAGE)),
        fails(
            "writes",
            State.DEGRADED,
            "it is overloaded",
            signs -> signs.setback = Optional.of(Setback.OVERLOADED)),
        fails(
            "shards",
            State.DOWN,
            "places/s1 is stuck by 90 s: a reason",
            signs ->
                signs.lags =
                    List.of(FakeSigns.lag("places/s1", 90, ShardLag.State.STUCK, "a reason"))),
        fails(
            "shards",
            State.DEGRADED,
            "places/s1 waits: paused",
            signs ->
                signs.lags =
                    List.of(FakeSigns.lag("places/s1", 90, ShardLag.State.HELD_BACK, "paused"))),
        fails(
            "fleet",
            State.DOWN,
            "nobody reads places/s1: no worker holds it",
            signs ->
                signs.fleet =
                    FakeSigns.sight(
                        with(List.of(nobodys(Duration.ofMinutes(3))), List.of(), none, none))),
        fails(
            "fleet",
            State.DOWN,
            "the fleet was not looked at yet: denied",
            signs ->
                signs.fleet =
                    new FleetWatch.Sight(
                        Optional.empty(), Duration.ofSeconds(1), Optional.of("denied"))),
        fails(
            "fleet",
            State.DEGRADED,
            "the fleet was last seen 4 min ago: denied",
            signs ->
                signs.fleet =
                    new FleetWatch.Sight(
                        signs.fleet.status(), Duration.ofMinutes(4), Optional.of("denied"))),
        fails(
            "indexes",
            State.DOWN,
            "the index places waits: other rules",
            signs -> signs.waiting = Map.of("places", "other rules")),
        fails(
            "indexes",
            State.DOWN,
            "most documents of the index places are refused: why",
            signs -> signs.holds = List.of(hold(Cause.OPERATOR), hold(Cause.REFUSALS))),
        fails(
            "indexes",
            State.DEGRADED,
            "the index places is held back by w2: why",
            signs -> signs.holds = List.of(hold(Cause.OPERATOR))),
        fails(
            "gaps",
            State.DEGRADED,
            "changes may be missing",
            signs ->
                signs.fleet =
                    FakeSigns.sight(
                        with(
                            List.of(),
                            List.of(
                                new Gaps.Open(
                                    Gap.ofAll(Gap.Kind.NEW_STREAM, "places", "arn", FakeSigns.NOW),
                                    FakeSigns.NOW,
                                    "w1",
                                    FakeSigns.NOW)),
                            none,
                            none))),
        fails(
            "dead-letters",
            State.DEGRADED,
            "1 document could not be indexed: too deep",
            signs ->
                signs.fleet = FakeSigns.sight(with(List.of(), List.of(), none, one("too deep")))),
        fails(
            "objects",
            State.DEGRADED,
            "1 document waits for objects: no such object",
            signs ->
                signs.fleet =
                    FakeSigns.sight(with(List.of(), List.of(), one("no such object"), none))));
  }

  @ParameterizedTest(name = "{0} {1}: {2}")
  @MethodSource("faults")
  void aPartFailsAndComesBack(String name, State state, String reason, Consumer<FakeSigns> fault) {
    FakeSigns well = new FakeSigns();
    fault.accept(signs);
    health.look();
    Part part = part(name);
    assertThat(part.state()).isEqualTo(state);
    assertThat(part.reason()).contains(reason);
    assertThat(health.report().parts())
        .filteredOn(other -> !other.name().equals(name))
        .allSatisfy(other -> assertThat(other.state()).as(other.name()).isEqualTo(State.UP));
    boolean live = state != State.DOWN || !Set.of("reader", "loops").contains(name);
    assertThat(pages.live().status()).isEqualTo(live ? 200 : 503);
    assertThat(pages.ready().status()).isEqualTo(state == State.DOWN ? 503 : 200);
    if (state == State.DOWN) {
      assertThat(text(pages.ready())).contains(name + ": " + part.reason());
    }

    signs.readerAlive = true;
    signs.motions = well.motions;
    signs.openSearch = well.openSearch;
    signs.stateTable = well.stateTable;
    signs.setback = well.setback;
    signs.lags = well.lags;
    signs.fleet = well.fleet;
    signs.waiting = well.waiting;
    signs.holds = well.holds;
    health.look();
    assertThat(part(name).state()).isEqualTo(State.UP);
    assertThat(pages.ready().status()).isEqualTo(200);
  }

  /** A part that no fault above makes fail might as well not be there. */
  @Test
  void everyPartIsMadeToFail() {
    Set<String> failing = new TreeSet<>(Set.of("start"));
    faults().forEach(fault -> failing.add((String) fault.get()[0]));
    assertThat(health.report().parts())
        .extracting(Part::name)
        .containsExactlyInAnyOrderElementsOf(failing);
  }

  private Part part(String name) {
    return health.report().parts().stream()
        .filter(part -> part.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String text(Answer answer) {
    return answer.body();
  }

  @Test
  void aWorkerThatStartsIsAliveAndNotReady() {
    stage = Optional.of("it is starting: OpenSearch is awaited");
    health.look();
    assertThat(pages.live().status()).isEqualTo(200);
    assertThat(pages.ready().status()).isEqualTo(503);
    assertThat(text(pages.ready())).contains("start: it is starting: OpenSearch is awaited");
  }

  @Test
  void aHandoverIsNoOutage() {
    signs.fleet =
        FakeSigns.sight(
            with(
                List.of(nobodys(Duration.ofSeconds(90))), List.of(), new Reasons(), new Reasons()));
    signs.openSearch = silent("one answer did not come", 9);
    health.look();
    assertThat(pages.ready().status()).isEqualTo(200);
  }

  @Test
  void whatNobodyLookedAtForLongIsDown() throws IOException {
    now = now.plus(Health.STALE).plusSeconds(1);
    assertThat(pages.live().status()).isEqualTo(503);
    assertThat(pages.ready().status()).isEqualTo(503);
    assertThat(text(pages.live())).contains("nobody has looked for 31 s");
    JsonNode all = new ObjectMapper().readTree(pages.all().body());
    assertThat(all.path("state").asText()).isEqualTo("down");
    assertThat(all.path("ageMillis").asLong()).isEqualTo(31_000);
  }

  @Test
  void aCheckThatThrowsIsDown() {
    signs.lags = null;
    health.look();
    assertThat(part("shards").reason()).contains("by a fault of Tributary's");
    assertThat(pages.ready().status()).isEqualTo(503);
  }

  @Test
  void aPartSaysSinceWhenItIsSo() throws IOException {
    now = now.plusSeconds(10);
    signs.setback = Optional.of(Setback.FLOOD_STAGE);
    health.look();
    now = now.plusSeconds(10);
    health.look();
    assertThat(part("writes").since()).isEqualTo(FakeSigns.NOW.plusSeconds(10));
    JsonNode all = new ObjectMapper().readTree(pages.all().body());
    JsonNode writes =
        Stream.iterate(0, i -> i + 1)
            .map(i -> all.path("parts").get(i))
            .filter(part -> part.path("name").asText().equals("writes"))
            .findFirst()
            .orElseThrow();
    assertThat(writes.path("state").asText()).isEqualTo("down");
    assertThat(writes.path("since").asText()).isEqualTo("2026-03-01T12:00:10Z");
    assertThat(writes.path("concerns").asText()).isEqualTo("ready");
    assertThat(all.path("ready").asBoolean()).isFalse();
    assertThat(all.path("live").asBoolean()).isTrue();
    assertThat(all.path("worker").asText()).isEqualTo("w1");
  }

  @Test
  void everyPartPointsToAPlaceInTheDocumentation() throws IOException {
    for (Part part : health.report().parts()) {
      String[] help = part.help().split("#", -1);
      assertThat(Anchors.of(Path.of(help[0]))).as(part.name()).contains(help[1]);
    }
  }
}
