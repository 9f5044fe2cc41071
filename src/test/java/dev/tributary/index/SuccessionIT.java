package dev.tributary.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Generations that follow each other, and who may write to which. */
class SuccessionIT {

  private static final String OLD = "old rules";
  private static final String NEW = "new rules";

  private static RawOpenSearch raw;
  private static OpenSearchHttp http;

  private final String alias = RawOpenSearch.newName();
  private final Succession succession = new Succession(http);
  private final Generation first = Generation.first(alias);

  @BeforeAll
  static void connect() {
    raw = new RawOpenSearch(Servers.shared().openSearch());
    http = OpenSearchFixtures.connect();
  }

  @AfterAll
  static void disconnect() {
    http.close();
  }

  private void ensure(String rules) throws Exception {
    generations(rules).ensure(alias, Optional.empty());
  }

  private static Generations generations(String rules) {
    return new Generations(http, index -> rules);
  }

  private LiveDestinations destinations(String rules) throws Exception {
    LiveDestinations destinations = new LiveDestinations(http, Map.of(alias, rules));
    destinations.refresh();
    return destinations;
  }

  private void write(Generation generation, String id) throws Exception {
    assertThat(
            new DocumentStore(http, generation)
                .index(
                    new DocumentKey(alias, id),
                    "{\"n\":1}".getBytes(StandardCharsets.UTF_8),
                    new Condition.AtVersion(1)))
        .isInstanceOf(WriteResult.Done.class);
  }

  @Test
  void theNextGenerationIsFilledBesideTheFirstAndThenTakesItsPlace() throws Exception {
    assertThat(succession.list(alias)).isEmpty();
    ensure(OLD);
    Generation next = succession.create(succession.next(alias), Optional.empty(), NEW);
    assertThat(next.name()).isEqualTo(alias + "-000002");
    write(first, "a");
    write(next, "a");
    write(next, "b");

    assertThat(succession.list(alias))
        .satisfiesExactly(
            listed -> {
              assertThat(listed.generation()).isEqualTo(first);
              assertThat(listed.rules()).containsExactly(OLD);
              assertThat(listed.documents()).isEqualTo(1);
              assertThat(listed.live()).isTrue();
            },
            listed -> {
              assertThat(listed.generation()).isEqualTo(next);
              assertThat(listed.rules()).containsExactly(NEW);
              assertThat(listed.documents()).isEqualTo(2);
              assertThat(listed.live()).isFalse();
              assertThat(listed.isFor(NEW, Definition.of(Optional.empty()).digest())).isTrue();
            });
    assertThatThrownBy(() -> succession.delete(first))
        .isInstanceOf(InvalidIndexException.class)
        .hasMessageContaining("the alias '" + alias + "' points at it");

    succession.swap(first, next);
    assertThat(raw.ask("GET", "/" + alias + "/_count").path("count").asInt()).isEqualTo(2);
    assertThatThrownBy(() -> succession.swap(first, next))
        .isInstanceOf(InvalidIndexException.class)
        .hasMessageContaining("is not swapped");
    succession.delete(first);
    assertThat(succession.list(alias)).hasSize(1);
    assertThat(succession.create(succession.next(alias), Optional.empty(), NEW).name())
        .isEqualTo(alias + "-000003");
  }

  @Test
  void aWriterOfTheOldRulesStaysWithTheOldGenerationAndThenWaits() throws Exception {
    ensure(OLD);
    LiveDestinations old = destinations(OLD);
    assertThat(old.of(alias)).contains(first);
    LiveDestinations fresh = destinations(NEW);
    assertThat(fresh.of(alias)).as("it would mix").isEmpty();
    assertThat(fresh.waiting().get(alias)).contains(first.name()).contains("run rebuild");
    assertThatThrownBy(() -> fresh.require(alias)).hasMessageContaining("other rules");

    Generation next = succession.create(succession.next(alias), Optional.empty(), NEW);
    succession.swap(first, next);
    assertThat(old.of(alias)).as("until it looks").contains(first);
    old.refresh();
    assertThat(old.of(alias)).isEmpty();
    assertThat(old.instead(first)).as("what is under way ends where it began").isEqualTo(first);
    fresh.refresh();
    assertThat(fresh.of(alias)).contains(next);
    assertThat(fresh.waiting()).isEmpty();
  }

  @Test
  void anOperatorMayAcceptBothRules() throws Exception {
    ensure(OLD);
    LiveDestinations fresh = destinations(NEW);
    assertThat(fresh.of(alias)).isEmpty();
    raw.ask(
        "PUT",
        "/" + first + "/_mapping",
        "{\"_meta\":{\"owner\":\"search\",\"tributary\":{\"rules\":[\"old rules\"]}}}");
    generations(NEW).apply(alias, Optional.empty());
    assertThat(generations(NEW).rules(alias).orElseThrow().same()).isFalse();
    generations(NEW).accept(alias, Optional.empty());

    fresh.refresh();
    assertThat(fresh.of(alias)).contains(first);
    assertThat(destinations(OLD).of(alias)).contains(first);
    assertThat(destinations("others").of(alias)).isEmpty();
    assertThat(
            raw.ask("GET", "/" + first + "/_mapping")
                .at("/" + first + "/mappings/_meta/owner")
                .textValue())
        .as("an entry of somebody else's")
        .isEqualTo("search");
    assertThat(generations(OLD).compare(alias, Optional.empty()).orElseThrow().none()).isTrue();
  }

  @Test
  void aGenerationOfAnOlderVersionIsTheFirstWorkersThatComes() throws Exception {
    raw.ask(
        "PUT",
        "/" + first,
        "{\"aliases\":{\"" + alias + "\":{}},\"mappings\":{\"dynamic\":false}}");
    assertThat(generations(NEW).rules(alias).orElseThrow().same()).isTrue();
    assertThat(destinations(OLD).of(alias)).contains(first);
    write(first, "a");
    assertThat(destinations(NEW).of(alias)).isEmpty();
  }

  @Test
  void whatWasMeantForADeletedGenerationGoesToTheOneAfterIt() throws Exception {
    ensure(OLD);
    LiveDestinations destinations = destinations(OLD);
    Generation taken = destinations.of(alias).orElseThrow();
    Generation next = succession.create(succession.next(alias), Optional.empty(), OLD);
    succession.swap(first, next);
    destinations.refresh();
    assertThat(destinations.instead(taken)).isEqualTo(first);
    succession.delete(first);
    destinations.refresh();
    assertThat(destinations.instead(taken)).isEqualTo(next);
  }

  @Test
  void anAliasThatIsGoneChangesNothingUntilItIsBack() throws Exception {
    ensure(OLD);
    LiveDestinations destinations = destinations(OLD);
    raw.ask("DELETE", "/" + first + "/_alias/" + alias + "*");
    destinations.refresh();
    assertThat(destinations.of(alias)).contains(first);
    raw.ask("PUT", "/" + first + "/_alias/" + alias);
    destinations.refresh();
    write(first, "a");
  }
}
