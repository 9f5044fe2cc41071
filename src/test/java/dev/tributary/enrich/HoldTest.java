package dev.tributary.enrich;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.enrich.objects.Gate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HoldTest {

  private final Gate gate = new Gate(100);
  private final Gate overdrafts = new Gate(1);
  private final List<String> entered = new ArrayList<>();

  private Hold enter(String name, long bytes) {
    Hold hold = new Hold(gate, overdrafts);
    hold.enter(bytes, () -> entered.add(name));
    return hold;
  }

  @Test
  void whoFindsNoRoomWaitsUntilAnotherIsWritten() {
    Hold a = enter("a", 20);
    enter("b", 20);
    assertThat(entered).containsExactly("a");
    a.release();
    a.release();
    assertThat(entered).as("released once").containsExactly("a", "b");
    enter("c", 5);
    enter("d", 1);
    assertThat(entered).containsExactly("a", "b", "c");
  }

  @Test
  void whatTurnsOutLargerIsTakenAndHoldsUpTheNext() {
    Hold small = enter("small", 1);
    small.correct(24);
    enter("next", 2);
    assertThat(entered).containsExactly("small");
    small.release();
    assertThat(entered).containsExactly("small", "next");
  }

  @Test
  void whatIsLargerThanAllOfItPassesAlone() {
    Hold large = enter("large", 1000);
    enter("next", 1);
    assertThat(entered).containsExactly("large");
    large.release();
    assertThat(entered).containsExactly("large", "next");
  }

  @Test
  void onlySomeTakeMoreThanTheyWaitedFor() {
    Hold a = enter("a", 1);
    Hold b = enter("b", 1);
    a.overdraw(() -> entered.add("a+"));
    b.overdraw(() -> entered.add("b+"));
    a.overdraw(() -> entered.add("a++"));
    assertThat(entered).containsExactly("a", "b", "a+", "a++");
    a.release();
    assertThat(entered).containsExactly("a", "b", "a+", "a++", "b+");
  }

  @Test
  void whoNeverEnteredHasNothingToRelease() {
    new Hold(gate, overdrafts).release();
    new Hold(gate, overdrafts).correct(1000);
    enter("a", 25);
    assertThat(entered).containsExactly("a");
  }
}
