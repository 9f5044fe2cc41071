package dev.tributary.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Shows that the convergence test can fail: each of these faults, planted alone, makes it diverge.
 * {@code docs/reliability.md} lists them with the seeds that catch them; {@code -Dsearched=20000}
 * looks for the first ones anew.
 */
class PlantedFaultsTest {

  private static final int SEARCHED = Integer.getInteger("searched", 0);
  private static final Path PAGE = Path.of("docs/reliability.md");

  @TempDir private Path folder;

  private record Fault(String name, String file, String right, String wrong) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Stream<Fault> faults() {
    return Stream.of(
        new Fault(
            "the version is counted in memory",
            "document/Version.java",
            "seconds(origin.createdAt()) | order(origin.sequenceNumber().text());\n  }",
            "seconds(origin.createdAt()) | counted++;\n  }\n  private static long counted;"),
        new Fault(
            "the checkpoint moves at delivery",
            "sync/Window.java",
            "this.unfinished = actions;",
            "this.unfinished = 0;"),
        new Fault(
            "the checkpoint moves over a gap in the window",
            "sync/Window.java",
            "while (!places.isEmpty() && places.peek().unfinished == 0) {",
            "places.stream().filter(p -> p.unfinished == 0).reduce((a, b) -> b)"
                + ".ifPresent(last -> finished = last.sequenceNumber);"
                + "places.removeIf(p -> p.unfinished == 0); while (places == null) {"),
        new Fault(
            "deletes go before upserts",
            "index/Write.java",
            "if (origin instanceof Origin.Streamed mine) {",
            "if (body.isPresent() != other.body.isPresent()) { return body.isPresent(); }"
                + "if (origin instanceof Origin.Streamed mine) {"),
        new Fault(
            "deletes carry no version",
            "index/BulkBody.java",
            "if (condition instanceof Condition.AtVersion at) {",
            "if (condition instanceof Condition.AtVersion at && !operation.equals(\"delete\")) {"),
        new Fault(
            "what was read again is written at the stored version",
            "sync/Reconciler.java",
            "new Condition.Unchanged(stored.seqNo(), stored.primaryTerm());",
            "new Condition.AtVersion(stored.version());"),
        new Fault(
            "a needless letter is stored all the same",
            "sync/Letters.java",
            "fence.held() && !refusal.needless(letter)",
            "fence.held()"),
        new Fault(
            "a 409 is a success",
            "index/WriteQueue.java",
            "case CONFLICT -> refused.add(slot.write());",
            "case CONFLICT -> finish(slot, Outcome.APPLIED);"),
        new Fault(
            "a partial failure is lost",
            "index/WriteQueue.java",
            "          again.add(slot);\n",
            "          finish(slot, Outcome.APPLIED);\n"),
        new Fault(
            "update instead of index",
            "index/BulkBody.java",
            "action(condition instanceof Condition.Absent ? \"create\" : \"index\", document,"
                + " condition);\n    lines.writeBytes(body);",
            "action(condition instanceof Condition.Absent ? \"create\" : \"update\", document,"
                + " condition);\n"
                + "    boolean update = !(condition instanceof Condition.Absent);\n"
                + "    lines.writeBytes((update ? \"{\\\"doc\\\":\" : \"\").getBytes());\n"
                + "    lines.writeBytes(body);\n"
                + "    lines.writeBytes((update ? \"}\" : \"\").getBytes());"),
        new Fault(
            "no fence",
            "index/Fences.java",
            "return answers.computeIfAbsent(write.fence(), Fence::held);",
            "return true;"),
        new Fault(
            "a tombstone's refusal is believed",
            "sync/ConflictResolver.java",
            "if (write.body().isPresent()) {",
            "if (false) {"),
        new Fault(
            "a place is free before its letter is stored",
            "sync/StateWriter.java",
            "void store(Runnable store, Runnable stored) {",
            "void store(Runnable store, Runnable free) { free.run(); Runnable stored = () -> {};"),
        new Fault(
            "letters of the shard's last owner are not read",
            "sync/Letters.java",
            "return writer.now(() -> open.loadSince(moment), giveUp);",
            "return true;"),
        new Fault(
            "what was put aside is forgotten",
            "sync/Gates.java",
            "aside.computeIfAbsent(index, name -> new ArrayList<>()).add(again);",
            ""));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void isCaught(Fault fault) throws IOException {
    isCaught(fault, PlantedFault.plant(folder, fault.file(), fault.right(), fault.wrong()));
  }

  /** The order in which changes are handed over guards it too, so that has to go as well. */
  @Test
  void coalescingToTheLastThatCameIsCaught() throws IOException {
    Fault fault =
        new Fault(
            "coalescing keeps the last that came",
            "index/Write.java",
            "? mine.sequenceNumber().compareTo(theirs.sequenceNumber()) >= 0",
            "? true");
    isCaught(
        fault,
        PlantedFault.plant(folder, fault.file(), fault.right(), fault.wrong())
            .and(
                "sync/Completed.java",
                "return unfinished() || added.isPresent();",
                "return unfinished();"));
  }

  /** It takes a worker that sleeps between a success and what that clears. */
  @Test
  void anOldSuccessThatClearsANewerLetterIsCaught() throws IOException {
    Fault fault =
        new Fault(
            "an old success clears a newer letter",
            "sync/OpenLetters.java",
            "if (store.clear(document, version)) {",
            "if (store.clear(document, Long.MAX_VALUE)) {");
    PlantedFault planted = PlantedFault.plant(folder, fault.file(), fault.right(), fault.wrong());
    isCaught(
        fault, planted, SEARCHED > 0 ? planted.firstSleepyDiverging(3 * SEARCHED) : seedOf(fault));
  }

  private static Stream<Fault> faultsOfBackfills() {
    return Stream.of(
        new Fault(
            "a read is believed to be newer without a margin for clocks that go back",
            "sync/ConflictResolver.java",
            "readAt.minus(SURELY_BEFORE)",
            "readAt.minus(java.time.Duration.ZERO)"),
        new Fault(
            "a page is written at the time of its read, without a margin",
            "sync/PageSync.java",
            "Version.ofRead(readAt, Reconciler.MARGIN)",
            "Version.ofRead(readAt, java.time.Duration.ZERO)"),
        new Fault(
            "a page is not read again after it is written",
            "sync/PageSync.java",
            "if (!isAskedFor(written.page, asked, items.get(asked.of().key()))) {",
            "if (false) {"),
        new Fault(
            "what a page finds gone is deleted at the time of the second read",
            "sync/PageSync.java",
            "parts.start(Completed.of(delete), written.page, asked.of().key());",
            "parts.start(Completed.of(delete), new Page(written.page.table(),"
                + " written.page.readAt().plus(Reconciler.MARGIN).plusSeconds(3), List.of()),"
                + " asked.of().key());"));
  }

  @ParameterizedTest
  @MethodSource("faultsOfBackfills")
  void isCaughtBesideABackfill(Fault fault) throws IOException {
    PlantedFault planted = PlantedFault.plant(folder, fault.file(), fault.right(), fault.wrong());
    isCaught(
        fault, planted, SEARCHED > 0 ? planted.firstBackfillDiverging(SEARCHED) : seedOf(fault));
  }

  private static void isCaught(Fault fault, PlantedFault planted) throws IOException {
    isCaught(fault, planted, SEARCHED > 0 ? planted.firstDiverging(SEARCHED) : seedOf(fault));
  }

  private static void isCaught(Fault fault, PlantedFault planted, long seed) {
    System.out.printf("| %s | %d |%n", fault.name(), seed);
    assertThat(seed).as("a seed that catches it").isNotZero();
    assertThat(Schedule.of(seed).difference()).as("without the fault").isEmpty();
    assertThat(planted.diverges(seed))
        .as("seed %d no longer catches it; -Dsearched=20000 finds another", seed)
        .isTrue();
  }

  /** The page is the list: so it cannot say what does not hold. */
  private static long seedOf(Fault fault) throws IOException {
    Matcher row =
        Pattern.compile("\\| " + Pattern.quote(fault.name()) + " \\| (-?\\d+) \\|")
            .matcher(Files.readString(PAGE));
    assertThat(row.find()).as(PAGE + " lists " + fault.name()).isTrue();
    return Long.parseLong(row.group(1));
  }
}
