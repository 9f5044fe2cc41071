package dev.tributary.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.sync.Redrive.Result;
import dev.tributary.table.DeadLetters.Filed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RedriveRunTest {

  private final List<String> told = new ArrayList<>();

  private static List<Filed> letters(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new Filed(
                    "places",
                    "A#" + i,
                    "Places",
                    "A",
                    String.valueOf(i),
                    Optional.empty(),
                    "why",
                    Optional.empty(),
                    1,
                    Instant.EPOCH,
                    Instant.EPOCH,
                    1))
        .toList();
  }

  @Test
  void everyLetterIsToldAndCountedInItsOrder() throws Exception {
    List<Result> results =
        List.of(
            new Result.Redriven(),
            new Result.Gone(),
            new Result.Unfinished("s3://bucket/key is missing"),
            new Result.Refused("mapper_parsing_exception"),
            new Result.Impossible("its index is not in the config"));
    RedriveRun run =
        new RedriveRun(letter -> results.get(Integer.parseInt(letter.sk())), told::add);
    run.run(letters(5));
    assertThat(told)
        .containsExactly(
            "[1/5] places/A#0: redriven",
            "[2/5] places/A#1: gone from its table, and so is the document",
            "[3/5] places/A#2: redriven, and waits for objects: s3://bucket/key is missing",
            "[4/5] places/A#3: still refused: mapper_parsing_exception",
            "[5/5] places/A#4: cannot be redriven: its index is not in the config");
    assertThat(run.count().clean()).isFalse();
    assertThat(run.count().redriven).isEqualTo(1);
    assertThat(run.count().gone).isEqualTo(1);
    assertThat(run.count().unfinished).isEqualTo(1);
    assertThat(run.count().refused).isEqualTo(1);
    assertThat(run.count().impossible).isEqualTo(1);
  }

  @Test
  void lettersWhoseDocumentsAreWellLeaveItClean() throws Exception {
    RedriveRun run = new RedriveRun(letter -> new Result.Redriven(), told::add);
    run.run(letters(200));
    assertThat(run.count().clean()).isTrue();
    assertThat(run.count().redriven).isEqualTo(200);
    assertThat(told.get(199)).startsWith("[200/200] places/A#199");
  }

  @Test
  void aServerThatDoesNotAnswerEndsItAfterWhatWasDoneIsTold() {
    AtomicInteger tried = new AtomicInteger();
    RedriveRun run =
        new RedriveRun(
            letter -> {
              tried.incrementAndGet();
              if (letter.sk().equals("3")) {
                throw new IllegalStateException("DynamoDB is away");
              }
              return new Result.Redriven();
            },
            told::add);
    assertThatThrownBy(() -> run.run(letters(500)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("DynamoDB is away");
    assertThat(tried.get()).as("the round that was under way").isLessThan(500);
    assertThat(run.count().redriven).isEqualTo(tried.get() - 1);
    assertThat(told).hasSize(tried.get() - 1);
  }
}
