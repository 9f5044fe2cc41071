package dev.tributary.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.backfill.InHand.LostException;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import dev.tributary.index.DocumentOwners;
import dev.tributary.index.DocumentOwners.Filter;
import dev.tributary.index.PlayedSearch;
import dev.tributary.sync.PlayedLoading;
import dev.tributary.table.ItemReads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;

/** Documents whose items are read again, a few at a time. */
class SweepTest {

  private static final AttributeValue LARGE = AttributeValue.fromS("x".repeat(400_000));
  private static final AttributeValue SMALL = AttributeValue.fromS("x");
  private static final AttributeValue OF_A_NEW_TYPE = AttributeValue.builder().build();

  private final PlayedLoading loading = new PlayedLoading();

  /** How many keys each request had. */
  private final List<Integer> asked = new ArrayList<>();

  @AfterEach
  void close() {
    loading.close();
  }

  private DynamoDbClient itemsWith(AttributeValue value) {
    return new DynamoDbClient() {
      @Override
      public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        for (var key : request.requestItems().get(PlayedLoading.TABLE).keys()) {
          Map<String, AttributeValue> item = new HashMap<>(key);
          item.put("value", value);
          items.add(item);
        }
        asked.add(items.size());
        return BatchGetItemResponse.builder()
            .responses(Map.of(PlayedLoading.TABLE, items))
            .unprocessedKeys(Map.of())
            .consumedCapacity(List.of())
            .build();
      }

      @Override
      public String serviceName() {
        return "dynamodb";
      }

      @Override
      public void close() {}
    };
  }

  private int sweep(int documents, AttributeValue value, BooleanSupplier ready) throws Exception {
    List<String> ids = IntStream.range(0, documents).mapToObj(number -> "P" + number).toList();
    ItemReads items =
        new ItemReads(
            itemsWith(value),
            loading.settings().tables().values(),
            ReadUnits.unlimited(Pauses.REAL));
    DocumentOwners owners =
        new DocumentOwners(new PlayedSearch(PlayedLoading.TABLE, ids), Duration.ofHours(1));
    return new Sweep(
            owners, (table, pk, sk) -> ItemKey.of(new Value.Text(pk)), items, loading.loading())
        .run(
            "places",
            new Filter(PlayedLoading.TABLE, Optional.empty(), Optional.empty()),
            () -> true,
            ready);
  }

  /** A page of 500 documents was 200 MB: one worker's death ended those that took over. */
  @Test
  void largeItemsAreReadAFewAtATime() throws Exception {
    assertThat(sweep(30, LARGE, () -> true)).isZero();
    assertThat(asked).containsExactly(10, 10, 10);
  }

  @Test
  void smallItemsAreReadManyAtATime() throws Exception {
    assertThat(sweep(400, SMALL, () -> true)).isZero();
    assertThat(asked).containsExactly(10, 20, 40, 80, 100, 100, 50);
  }

  @Test
  void itStopsWhereItIsHeldBackForGood() {
    assertThatThrownBy(() -> sweep(300, SMALL, () -> asked.size() < 2))
        .isInstanceOf(LostException.class);
    assertThat(asked).hasSize(2);
  }

  @Test
  void whatCannotBeReadIsNotTakenForGone() throws Exception {
    loading.open();
    assertThat(sweep(10, OF_A_NEW_TYPE, () -> true)).isZero();
  }
}
