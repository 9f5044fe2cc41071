package dev.tributary.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.change.Value;
import dev.tributary.system.Sandbox;
import dev.tributary.table.PendingObjects.Entry;
import dev.tributary.table.PendingObjects.Lack;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PendingObjectsIT {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant SOON = NOW.plusSeconds(1);
  private static final Instant LATER = NOW.plusSeconds(60);

  private final Sandbox sandbox = Sandbox.withTables(1);
  private PendingObjects pending;

  @BeforeEach
  void createTable() {
    String name = StateTable.nameFor(sandbox.settings().application());
    StateTable.create(sandbox.dynamoDb(), name);
    pending = new PendingObjects(sandbox.dynamoDb(), name);
  }

  @AfterEach
  void close() {
    sandbox.close();
  }

  private static Lack lack(String reference, long version) {
    ItemKey item =
        ItemKey.of(
            new Value.Numeric("7"), new Value.Binary(ByteBuffer.wrap(new byte[] {1, (byte) 200})));
    Origin.Streamed change =
        new Origin.Streamed("stream", SequenceNumber.of("0" + version), NOW.minusSeconds(9));
    return new Lack(
        "places",
        "7#Acg",
        "Places",
        item,
        List.of(reference),
        "not there",
        version,
        version == 0 ? Optional.empty() : Optional.of(change));
  }

  private Entry only() {
    List<Entry> all = new ArrayList<>();
    pending.each("places", all::add);
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  @Test
  void anEntryIsDueAtItsTimeAndKeepsWhatItWasToldByType() {
    Lack lack = lack("s3://a/b", 3);
    pending.store(lack, NOW, SOON);
    assertThat(pending.due("places", NOW, 10, entry -> true)).isEmpty();
    assertThat(pending.due("other", LATER, 10, entry -> true)).isEmpty();
    assertThat(pending.due("places", SOON, 10, entry -> true))
        .containsExactly(new Entry(lack, NOW, 0, SOON));
  }

  @Test
  void onlyOneWorkerGetsAnEntry() {
    pending.store(lack("s3://a/b", 3), NOW, SOON);
    Entry seen = only();
    Entry claimed = pending.claim(seen, LATER).orElseThrow();
    assertThat(claimed.attempts()).isEqualTo(1);
    assertThat(pending.claim(seen, LATER)).isEmpty();
    assertThat(pending.due("places", SOON, 10, entry -> true)).isEmpty();
    assertThat(pending.due("places", LATER, 10, entry -> true))
        .as("a dead worker's")
        .containsExactly(claimed);
    pending.postpone(claimed, "still not", LATER.plusSeconds(4));
    assertThat(only().lack().reason()).isEqualTo("still not");
    assertThat(only().since()).isEqualTo(NOW);
  }

  @Test
  void whatIsNotedWhileAWorkerLooksIsNotRemovedWithIt() {
    pending.store(lack("s3://a/b", 3), NOW, SOON);
    Entry claimed = pending.claim(only(), LATER).orElseThrow();
    pending.store(lack("s3://a/c", 4), SOON, LATER);
    pending.remove(claimed);
    assertThat(only().lack().references()).containsExactly("s3://a/c");
    assertThat(only().since()).as("it waits for another object").isEqualTo(SOON);
    pending.remove(only());
    assertThat(sandbox.rows("state")).isEmpty();
  }

  @Test
  void anOlderChangeDoesNotReplaceANewerOneAndTheSameObjectIsWaitedForSinceTheFirst() {
    pending.store(lack("s3://a/b", 3), NOW, SOON);
    pending.store(lack("s3://a/b", 4), SOON, LATER);
    assertThat(only().since()).isEqualTo(NOW);
    assertThat(only().lack().version()).isEqualTo(4);
    pending.store(lack("s3://a/old", 3), SOON, LATER);
    pending.store(lack("s3://a/no change", 0), SOON, LATER);
    assertThat(only().lack().references()).containsExactly("s3://a/b");
  }
}
