package dev.tributary.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tributary.bench.Progress.Mark;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FiguresTest {

  @Test
  void medianAndPercentiles() {
    double[] hundred = IntStream.rangeClosed(1, 100).asDoubleStream().toArray();

    assertThat(Figures.median(new double[] {1, 2, 9})).isEqualTo(2);
    assertThat(Figures.median(new double[] {1, 2, 4, 9})).isEqualTo(3);
    assertThat(Figures.percentile(hundred, 50)).isEqualTo(50);
    assertThat(Figures.percentile(hundred, 99)).isEqualTo(99);
    assertThat(Figures.percentile(new double[] {7}, 99)).isEqualTo(7);
  }

  @Test
  void whatIsAllocatedIsWhatCollectionsFound() {
    Collections collections =
        Collections.of(
            List.of(
                "[0.5s][info][gc] Using Serial",
                "[0.9s][info][gc] GC(0) Pause Young (Allocation Failure) 60M->10M(247M) 9.1ms",
                "[1.2s][info][gc] GC(1) Pause Young (Allocation Failure) 78M->20M(247M) 8.0ms",
                "[2.0s][info][gc] GC(2) Pause Full (Metadata GC Threshold) 30M->5M(247M) 50.2ms"));

    assertThat(collections).isEqualTo(new Collections(3, 60 + 68 + 10));
  }

  @Test
  void whatIsBusyIsNeitherIdleNorWaitsForADisk() {
    assertThat(Machine.busy(List.of("cpu  100 20 30 9999 888 1 2 3 0 0", "cpu0 1 1 1 1")))
        .isEqualTo(1.56, within(1e-9));
  }

  @Test
  void theSecondHalfIsWarm() {
    Progress progress =
        new Progress(
            List.of(
                new Mark(1_000_000_000L, 0, 5),
                new Mark(1_500_000_000L, 400, 7),
                new Mark(2_000_000_000L, 600, 8),
                new Mark(3_000_000_000L, 1000, 8.4)));

    assertThat(progress.seconds()).isEqualTo(2);
    assertThat(progress.cpuSeconds()).isEqualTo(8.4);
    assertThat(progress.warmCpuSecondsPerWrite()).isEqualTo(0.001, within(1e-9));
  }

  @Test
  void aChildSaysWhatItFound() {
    assertThat(Child.values("DONE seconds=1.5 records=10"))
        .isEqualTo(Map.of("seconds", "1.5", "records", "10"));
  }

  @Test
  void aDocumentIsRightIfTheLastChangeOfItsItemMadeIt() {
    Operations operations = new Operations(2);
    Verdict verdict = new Verdict(operations, 100);

    verdict.look("ITEM#8#META", revision(operations.last(8, 100)));
    verdict.look("S4.HOT#1#META", revision(operations.last(-2, 100)));
    verdict.look("LAST#0#META", revision(100));
    assertThat(verdict.wrong()).isEmpty();

    verdict.look("HOT#1#META", revision(6));
    // It was removed.
    verdict.look("ITEM#0#META", revision(0));
    assertThat(verdict.wrong())
        .containsExactly(
            "HOT#1#META is of change 6, not of " + operations.last(-2, 100),
            "ITEM#0#META is of change 0, not of -1");
  }

  private static byte[] revision(long number) {
    return ("{\"revision\":" + number + "}").getBytes(UTF_8);
  }
}
