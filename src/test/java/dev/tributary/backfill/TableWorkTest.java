package dev.tributary.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tributary.backfill.InHand.LostException;
import dev.tributary.backfill.InHand.Means;
import dev.tributary.index.Fence;
import dev.tributary.sync.PlayedLoading;
import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.ItemReads;
import dev.tributary.table.ItemReads.Segment;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Pages that are read while earlier ones are written, by servers in the test's hand. */
class TableWorkTest {

  private static final int PAGES = 8;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final AttributeValue SMALL = AttributeValue.fromS("small");

  private final PlayedLoading loading = new PlayedLoading();
  private final AtomicInteger asked = new AtomicInteger();
  private volatile boolean held = true;
  private volatile boolean stopping;

  @AfterEach
  void close() {
    loading.close();
  }

  /** In which each page goes to OpenSearch by itself. */
  private PlayedPages pages(AttributeValue value) {
    PlayedPages pages = new PlayedPages(loading, PAGES, value);
    pages.before =
        page -> {
          if (page > 1 && page - 1 != pages.empty) {
            loading.awaitSent("P" + (page - 1));
          }
        };
    return pages;
  }

  private CompletableFuture<Void> scan(PlayedPages pages) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                work(pages)
                    .scan(Part.fresh("scan-0000-of-0001"), new PartName.Scan(new Segment(0, 1)));
                done.complete(null);
              } catch (Exception e) {
                done.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return done;
  }

  private TableWork work(PlayedPages pages) {
    DynamoDbClient dynamoDb = pages.dynamoDb();
    Plan plan =
        new Plan(
            PlayedLoading.TABLE,
            Optional.empty(),
            Optional.empty(),
            false,
            0,
            Optional.empty(),
            Optional.empty());
    Fence fence =
        () -> {
          asked.incrementAndGet();
          return held;
        };
    InHand hand =
        new InHand(
            new Means(new Backfills(dynamoDb, "state"), loading.loading(), "worker", pages.clock()),
            new Job("job", plan, State.RUNNING, Instant.EPOCH, "a test", Map.of()),
            new Reach(loading.settings(), plan),
            fence,
            () -> stopping);
    ReadUnits units = ReadUnits.unlimited(Pauses.REAL);
    ItemReads items = new ItemReads(dynamoDb, loading.settings().tables().values(), units);
    // Nobody had a fresh part in hand, so nothing is made good.
    return new TableWork(hand, items, units, null);
  }

  /** Lets it look a few times at what it waits for: whatever it could do, it has done. */
  private void awaitIdle() {
    int before = asked.get();
    await().atMost(PATIENCE).until(() -> asked.get() > before + 2);
  }

  private static List<Integer> upTo(int page) {
    return IntStream.rangeClosed(1, page).boxed().toList();
  }

  @Test
  void whatIsStoredIsAlwaysABeginningOfThePart() throws Exception {
    PlayedPages pages = pages(SMALL);
    CompletableFuture<Void> done = scan(pages);
    loading.awaitSent("P1");
    loading.let("P2");
    awaitIdle();
    assertThat(pages.stored()).as("the first is not written").isEmpty();
    loading.open();
    done.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(pages.stored()).isEqualTo(upTo(PAGES));
    assertThat(pages.mostUnderWay()).as("they are not read one by one, nor all").isEqualTo(2);
  }

  @Test
  void aPageWithNothingToWriteIsNotStoredBeforeTheOneBeforeIt() throws Exception {
    PlayedPages pages = pages(SMALL);
    pages.empty = 2;
    CompletableFuture<Void> done = scan(pages);
    await().atMost(PATIENCE).until(() -> pages.read().contains(2));
    awaitIdle();
    assertThat(pages.stored()).as("the first is not written").isEmpty();
    loading.open();
    done.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(pages.stored()).isEqualTo(upTo(PAGES));
  }

  /** It was tried again without end, and nobody was told. */
  @Test
  void anItemThatCannotBeReadIsListedAndPassed() throws Exception {
    PlayedPages pages = pages(SMALL);
    pages.before = page -> {};
    pages.unreadable = 3;
    loading.open();
    scan(pages).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(pages.stored()).isEqualTo(upTo(PAGES));
    assertThat(loading.letters()).containsExactly("places/P3");
    assertThat(loading.documents()).hasSize(PAGES - 1);
  }

  @Test
  void pagesThatTakeMuchMemoryAreReadOneByOne() throws Exception {
    AttributeValue large =
        AttributeValue.fromL(Collections.nCopies(110_000, AttributeValue.fromN("7")));
    PlayedPages pages = pages(large);
    CompletableFuture<Void> done = scan(pages);
    loading.awaitSent("P1");
    awaitIdle();
    loading.open();
    done.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(pages.stored()).isEqualTo(upTo(PAGES));
    assertThat(pages.mostUnderWay()).isEqualTo(1);
  }

  @Test
  void whenStoppedItFinishesWhatIsUnderWayAndReadsNoMore() throws Exception {
    PlayedPages pages = pages(SMALL);
    CompletableFuture<Void> done = scan(pages);
    loading.let("P2");
    awaitIdle();
    stopping = true;
    loading.open();
    done.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(pages.read()).hasSize(2);
    assertThat(pages.stored()).isEqualTo(upTo(2));
    assertThat(pages.left()).isTrue();
  }

  @Test
  void aPartThatIsLostIsNeitherStoredNorLeft() {
    PlayedPages pages = pages(SMALL);
    CompletableFuture<Void> done = scan(pages);
    loading.let("P2");
    awaitIdle();
    held = false;
    assertThatThrownBy(() -> done.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .hasCauseInstanceOf(LostException.class);
    assertThat(pages.stored()).isEmpty();
    assertThat(pages.left()).as("what is in hand is still to be made good").isFalse();
  }

  @Test
  void afterAFaultNothingOfItIsOnItsWay() throws InterruptedException {
    PlayedPages pages = pages(SMALL);
    IntConsumer before = pages.before;
    CountDownLatch failed = new CountDownLatch(1);
    pages.before =
        page -> {
          before.accept(page);
          if (page == 2) {
            failed.countDown();
            throw new IllegalStateException("no answer");
          }
        };
    CompletableFuture<Void> done = scan(pages);
    failed.await();
    awaitIdle();
    assertThat(done).as("P1 is on its way").isNotDone();
    loading.let("P1");
    assertThatThrownBy(() -> done.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .hasMessageContaining("no answer");
    assertThat(loading.documents()).containsExactly("P1");
    assertThat(pages.stored()).isEmpty();
    assertThat(pages.left()).as("what is in hand is still to be made good").isFalse();
  }
}
