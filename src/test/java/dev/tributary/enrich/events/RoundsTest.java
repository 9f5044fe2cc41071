package dev.tributary.enrich.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.enrich.events.FakeQueue.Call;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoundsTest {

  private static final Duration AGAIN = Duration.ofMinutes(1);
  private static final String KEY = "boundaries/a.json";

  private final FakeQueue queue = new FakeQueue();
  private final LoggedLooks looks = new LoggedLooks();
  private final Rounds rounds = worker(looks);

  private Rounds worker(ObjectEvents.Look look) {
    return new Rounds(queue, LoggedLooks.PARKS, look, AGAIN, queue::nanos);
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  @Test
  void anEventIsLookedAtAtOnceAndOnceMoreBeforeItGoes() throws Exception {
    String event = queue.sendPut(KEY);
    assertThat(rounds.next()).isTrue();
    assertThat(looks.keys).containsExactly(KEY);
    assertThat(queue.hidden(event)).isEqualTo(AGAIN);

    queue.pass(AGAIN);
    assertThat(rounds.next()).isTrue();
    assertThat(looks.keys).containsExactly(KEY, KEY);
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void whatComesTooEarlyIsNotLookedAtAndWaitsForTheRest() throws Exception {
    String event = queue.sendPut(KEY);
    rounds.next();
    queue.pass(seconds(20));
    queue.showNow(event);
    rounds.next();
    assertThat(looks.keys).hasSize(1);
    assertThat(queue.hidden(event)).isEqualTo(seconds(40));
  }

  @Test
  void aFailedLookDoesNotCountAndIsRepeatedLaterAndLater() throws Exception {
    String event = queue.sendPut(KEY);
    looks.failing.add(KEY);
    for (int delay : new int[] {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900}) {
      assertThat(rounds.next()).isFalse();
      assertThat(queue.hidden(event)).isEqualTo(seconds(delay));
      queue.pass(seconds(delay));
    }
    looks.failing.clear();
    looks.keys.clear();
    assertThat(rounds.next()).isTrue();
    assertThat(queue.hidden(event)).isEqualTo(AGAIN);
    queue.pass(AGAIN);
    rounds.next();
    assertThat(looks.keys).hasSize(2);
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void aFailureAfterTheFirstLookStartsAnew() throws Exception {
    String event = queue.sendPut(KEY);
    rounds.next();
    queue.pass(AGAIN);
    looks.failing.add(KEY);
    rounds.next();
    queue.pass(queue.hidden(event));
    looks.failing.clear();
    rounds.next();
    assertThat(queue.hidden(event)).isEqualTo(AGAIN);
  }

  @Test
  void aMessageOfSeveralObjectsNeedsAllOfThem() throws Exception {
    String one = FakeQueue.put("parks", KEY).strip();
    String other = FakeQueue.put("parks", "public/b.json").strip();
    String event =
        queue.send(
            one.substring(0, one.length() - 2) + "," + other.substring("{\"Records\":[".length()));
    looks.failing.add("public/b.json");
    assertThat(rounds.next()).as("one of them did work").isTrue();
    assertThat(looks.keys).containsExactly(KEY, "public/b.json");
    assertThat(queue.hidden(event)).isEqualTo(seconds(1));
  }

  @Test
  void manyEventsOfAnObjectThatComeTogetherNeedOneLook() throws Exception {
    for (int i = 0; i < 10; i++) {
      queue.sendPut(KEY);
    }
    rounds.next();
    assertThat(looks.keys).containsExactly(KEY);
    queue.pass(AGAIN);
    rounds.next();
    assertThat(looks.keys).containsExactly(KEY, KEY);
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void anEventThatCameDuringALookGetsOneOfItsOwn() throws Exception {
    Rounds busy =
        worker(
            object -> {
              if (looks.keys.isEmpty()) {
                queue.sendPut(KEY);
              }
              looks.at(object);
            });
    queue.sendPut(KEY);
    busy.next();
    busy.next();
    assertThat(looks.keys).hasSize(2);
  }

  @Test
  void twoWorkersLookAtLeastTwiceAndAtMostThreeTimes() throws Exception {
    Rounds other = worker(looks);
    String event = queue.sendPut(KEY);
    rounds.next();
    queue.pass(AGAIN);
    other.next();
    assertThat(queue.holds(event)).as("the other knows of one look only").isTrue();
    queue.pass(AGAIN);
    rounds.next();
    assertThat(looks.keys).hasSize(3);
    assertThat(queue.isEmpty()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"Event\":\"s3:TestEvent\"}",
        "{\"Records\":[]}",
        "{\"Records\":[{\"s3\":{\"bucket\":{\"name\":\"other\"},\"object\":{\"key\":\"boundaries/a\"}}}]}",
        "{\"Records\":[{\"s3\":{\"bucket\":{\"name\":\"parks\"},\"object\":{\"key\":\"private/a\"}}}]}",
        "{\"Records\":[{\"s3\":{\"bucket\":{\"name\":\"parks\"},\"object\":{\"key\":\"boundaries/../a\"}}}]}"
      })
  void whatNamesNothingThatMayBeReadGoesAtOnce(String body) throws Exception {
    queue.send(body);
    assertThat(rounds.next()).isTrue();
    assertThat(looks.keys).isEmpty();
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void whatCannotBeReadStaysForTheRedrivePolicyAndComesLessAndLessOften() throws Exception {
    String event = queue.send("hello");
    for (int delay : new int[] {1, 2, 4, 8}) {
      assertThat(rounds.next()).as("others may be readable").isTrue();
      assertThat(queue.hidden(event)).isEqualTo(seconds(delay));
      queue.pass(seconds(delay));
    }
    assertThat(looks.keys).isEmpty();
  }

  @Test
  void aQueueThatDoesNotAnswerIsAskedAgain() throws Exception {
    queue.sendPut(KEY);
    queue.failing.add(Call.RECEIVE);
    assertThat(rounds.next()).isFalse();
    queue.failing.clear();
    assertThat(rounds.next()).isTrue();
    assertThat(looks.keys).containsExactly(KEY);
  }

  @Test
  void anEventThatCouldNotBePutOffKeepsItsFirstLook() throws Exception {
    String event = queue.sendPut(KEY);
    queue.failing.add(Call.HIDE);
    rounds.next();
    assertThat(queue.hidden(event)).isEqualTo(MessageQueue.HELD);
    queue.pass(MessageQueue.HELD);
    rounds.next();
    assertThat(looks.keys).hasSize(2);
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void anEventThatCouldNotBeDeletedIsLookedAtAndDeletedAgain() throws Exception {
    queue.sendPut(KEY);
    rounds.next();
    queue.pass(AGAIN);
    queue.failing.add(Call.DELETE);
    rounds.next();
    queue.failing.clear();
    queue.pass(MessageQueue.HELD);
    rounds.next();
    assertThat(looks.keys).hasSize(3);
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void anInterruptGivesBackWhatIsInHand() throws Exception {
    String done = queue.sendPut(KEY);
    String interrupted = queue.sendPut("boundaries/b.json");
    String untouched = queue.sendPut("boundaries/c.json");
    Rounds stopped =
        worker(
            object -> {
              looks.at(object);
              if (object.key().endsWith("b.json")) {
                throw new InterruptedException();
              }
            });
    assertThatThrownBy(stopped::next).isInstanceOf(InterruptedException.class);
    assertThat(queue.hidden(done)).isEqualTo(AGAIN);
    assertThat(List.of(queue.hidden(interrupted), queue.hidden(untouched)))
        .containsOnly(Duration.ZERO);
    assertThat(looks.keys).hasSize(2);
  }

  @Test
  void slowLooksLeaveTheRestToWhoeverHasTime() throws Exception {
    Rounds slow =
        worker(
            object -> {
              looks.at(object);
              queue.pass(MessageQueue.HELD);
            });
    queue.sendPut(KEY);
    String rest = queue.sendPut("boundaries/b.json");
    slow.next();
    assertThat(looks.keys).containsExactly(KEY);
    assertThat(queue.hidden(rest)).isEqualTo(Duration.ZERO);
  }
}
