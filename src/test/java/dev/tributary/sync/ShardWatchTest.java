package dev.tributary.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.change.SequenceNumber;
import dev.tributary.stream.ShardConsumer;
import dev.tributary.sync.Window.Place;
import dev.tributary.table.ShardLag;
import dev.tributary.table.ShardLag.State;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShardWatchTest {

  private Instant now = Instant.parse("2026-01-01T12:00:30Z");

  private final Clock clock =
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
      };

  private static final Flow FLOW = new Flow(Timings.NONE, Clock.systemUTC(), System::nanoTime);
  private final ShardWatch watch = new ShardWatch(clock, Duration.ofMillis(200), 100, FLOW);
  private final Window window = new Window();
  private Optional<String> heldBack = Optional.empty();
  private Optional<String> waits = Optional.empty();
  private int taken;

  private ShardLag lag() {
    return watch.lag("places/shard", window.look(), 0, heldBack, waits);
  }

  private void pass(int seconds) {
    now = now.plusSeconds(seconds);
  }

  private Place take(Instant createdAt) {
    watch.read(1);
    Instant made = watch.turn(createdAt);
    Place place = window.add(SequenceNumber.of(String.valueOf(++taken)), made, 1).orElseThrow();
    watch.turnOver();
    return place;
  }

  private void readAtTheTip() {
    for (int i = 0; i < ShardConsumer.READS_AT_THE_TIP; i++) {
      watch.readNothing();
    }
  }

  private void assertLag(long seconds, State state) {
    assertThat(lag().lag()).contains(Duration.ofSeconds(seconds));
    assertThat(lag().state()).isEqualTo(state);
  }

  @Test
  void nothingIsKnownBeforeTheFirstRead() {
    assertThat(lag().lag()).isEmpty();
    assertThat(lag().state()).isEqualTo(State.OPENING);
  }

  @Test
  void aShardThatIsOpenedAndNeverReadIsStuckAndLagsSinceItWasOpened() {
    pass(30);
    assertThat(lag().lag()).isEmpty();
    assertThat(lag().state()).isEqualTo(State.OPENING);
    pass(5);
    assertLag(35, State.STUCK);
    assertThat(lag().why()).isEqualTo("it was opened, and not read since");
    pass(3600);
    assertLag(3635, State.STUCK);
    readAtTheTip();
    assertLag(0, State.AT_THE_TIP);
  }

  @Test
  void aShardThatWasReadOnlyOnceAndBroughtNothingLagsSinceItWasOpened() {
    pass(10);
    watch.readNothing();
    pass(60);
    assertLag(70, State.STUCK);
  }

  @Test
  void aShardWhoseFirstChangeIsHeldBackIsNotStuck() {
    pass(29);
    watch.read(1);
    watch.turn(now.minusSeconds(1));
    heldBack = Optional.of("the index places is held back");
    pass(60);
    assertLag(61, State.HELD_BACK);
  }

  @Test
  void anIdleShardThatIsReadAtItsTipDoesNotLag() {
    readAtTheTip();
    assertLag(0, State.AT_THE_TIP);
    pass(9);
    assertLag(0, State.AT_THE_TIP);
  }

  @Test
  void oneReadThatBringsNothingIsNoTip() {
    watch.readNothing();
    assertThat(lag().lag()).isEmpty();
  }

  @Test
  void anIdleShardThatIsNoLongerReadLagsAndThenIsStuck() {
    readAtTheTip();
    pass(20);
    assertLag(20, State.BEHIND);
    pass(20);
    assertLag(40, State.STUCK);
    assertThat(lag().why()).isEqualTo("nothing of it is read or finished any more");
  }

  @Test
  void theOldestChangeThatIsNotFinishedCountsWhateverWasFinishedBehindIt() {
    readAtTheTip();
    Place oldest = take(now.minusSeconds(20));
    window.finish(take(now));
    assertLag(20, State.BEHIND);
    assertThat(lag().depth()).isEqualTo(2);
    window.finish(oldest);
    assertLag(0, State.AT_THE_TIP);
    assertThat(lag().depth()).isZero();
  }

  @Test
  void aShardThatAlwaysHasSomethingToReadLagsByItsLastRecord() {
    window.finish(take(now.minusSeconds(3)));
    assertLag(3, State.AT_THE_TIP);
  }

  @Test
  void whatIsFinishedKeepsABehindShardFromBeingStuck() {
    Place first = take(now.minusSeconds(100));
    take(now.minusSeconds(99));
    lag();
    pass(31);
    window.finish(first);
    assertLag(130, State.BEHIND);
    pass(33);
    assertLag(163, State.STUCK);
  }

  @Test
  void aChangeThatWaitsForItsPlaceIsUnfinished() {
    readAtTheTip();
    watch.read(1);
    watch.turn(now.minusSeconds(1));
    waits = Optional.of("there is no room");
    pass(40);
    lag();
    pass(40);
    assertLag(81, State.STUCK);
    assertThat(lag().why()).isEqualTo("there is no room");
  }

  @Test
  void whatIsHeldBackIsNotStuckHoweverLongItTakes() {
    watch.read(1);
    watch.turn(now.minusSeconds(1));
    heldBack = Optional.of("the index places is held back");
    lag();
    pass(3600);
    assertLag(3601, State.HELD_BACK);
    assertThat(lag().why()).isEqualTo("the index places is held back");
  }

  @Test
  void aShardThatStandsStillAtARecordLagsThoughItIsReadOn() {
    window.finish(take(now.minusSeconds(1)));
    watch.halt();
    pass(60);
    readAtTheTip();
    assertLag(61, State.STUCK);
  }

  @Test
  void timesThatAreCutToTheMinuteAreNoLag() {
    now = Instant.parse("2026-01-01T12:00:50Z");
    lag();
    Place place = take(Instant.parse("2026-01-01T12:00:00Z"));
    assertLag(0, State.AT_THE_TIP);
    pass(15);
    assertLag(15, State.BEHIND);
    window.finish(place);
    take(Instant.parse("2026-01-01T12:00:01Z"));
    assertLag(64, State.BEHIND);
  }

  @Test
  void aChangeOfTheFutureIsNoNegativeLag() {
    take(now.plusSeconds(5));
    assertLag(0, State.AT_THE_TIP);
  }

  @Test
  void aShardThatIsReadSeldomIsNotTakenForStuck() {
    ShardWatch seldom = new ShardWatch(clock, Duration.ofSeconds(20), 100, FLOW);
    for (int i = 0; i < ShardConsumer.READS_AT_THE_TIP; i++) {
      seldom.readNothing();
    }
    pass(150);
    ShardLag lag = seldom.lag("places/shard", window.look(), 0, heldBack, waits);
    assertThat(lag.state()).isEqualTo(State.AT_THE_TIP);
    assertThat(lag.lag()).contains(Duration.ZERO);
  }
}
