package dev.tributary.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import dev.tributary.table.ItemReads.Scanned;
import dev.tributary.table.ItemReads.Segment;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Answers of DynamoDB that DynamoDB Local never gives. */
class ItemReadsTest {

  private static final String TABLE = "places";

  private final List<Integer> asked = new ArrayList<>();
  private final Deque<Object> answers = new ArrayDeque<>();
  private final List<String> metered = new ArrayList<>();

  private final DynamoDbClient dynamoDb =
      (DynamoDbClient)
          Proxy.newProxyInstance(
              ItemReadsTest.class.getClassLoader(),
              new Class<?>[] {DynamoDbClient.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("batchGetItem")) {
                  @SuppressWarnings("unchecked")
                  Consumer<BatchGetItemRequest.Builder> build =
                      (Consumer<BatchGetItemRequest.Builder>) arguments[0];
                  BatchGetItemRequest.Builder request = BatchGetItemRequest.builder();
                  build.accept(request);
                  asked.add(request.build().requestItems().get(TABLE).keys().size());
                }
                return answers.remove();
              });

  private final ReadMeter meter =
      new ReadMeter() {
        @Override
        public void before() {
          metered.add("before");
        }

        @Override
        public void after(double units) {
          metered.add("after " + units);
        }

        @Override
        public void leftOver(int times) {
          metered.add("left over " + times);
        }
      };

  private final ItemReads reads =
      new ItemReads(
          dynamoDb,
          List.of(new Settings.Table(TABLE, new Settings.Key("PK", Optional.empty()))),
          meter);

  private static Map<String, AttributeValue> row(String pk) {
    return Map.of("PK", AttributeValue.fromS(pk));
  }

  /** With an attribute of a type that came after this version. */
  private static Map<String, AttributeValue> strange(String pk) {
    return Map.of("PK", AttributeValue.fromS(pk), "new", AttributeValue.builder().build());
  }

  private static ItemKey key(String pk) {
    return ItemKey.of(new Value.Text(pk));
  }

  private void answer(
      List<Map<String, AttributeValue>> unprocessed, List<Map<String, AttributeValue>> rows) {
    answers.add(
        BatchGetItemResponse.builder()
            .responses(Map.of(TABLE, rows))
            .unprocessedKeys(
                unprocessed.isEmpty()
                    ? Map.of()
                    : Map.of(TABLE, KeysAndAttributes.builder().keys(unprocessed).build()))
            .consumedCapacity(ConsumedCapacity.builder().capacityUnits(1.5).build())
            .build());
  }

  @Test
  void keysThatAreLeftOverAreAskedForAgainAfterAPause() throws InterruptedException {
    answer(List.of(row("b"), row("c")), List.of(row("a")));
    answer(List.of(row("c")), List.of(row("b")));
    answer(List.of(), List.of());
    assertThat(reads.lookUp(TABLE, List.of(key("a"), key("b"), key("c")), true))
        .extracting(found -> found.getClass().getSimpleName())
        .containsExactly("There", "There", "Gone");
    assertThat(asked).containsExactly(3, 2, 1);
    assertThat(metered)
        .containsExactly(
            "before",
            "after 1.5",
            "left over 1",
            "before",
            "after 1.5",
            "left over 2",
            "before",
            "after 1.5");
  }

  @Test
  void anItemThatCannotBeReadHidesNoOtherAndIsNotTakenForNone() throws InterruptedException {
    answer(List.of(), List.of(strange("a"), row("b")));
    List<LookedUp> found = reads.lookUp(TABLE, List.of(key("a"), key("b")), true);
    assertThat(found.get(0)).isInstanceOf(LookedUp.Unreadable.class);
    assertThat(found.get(1)).isInstanceOf(LookedUp.There.class);
    answer(List.of(), List.of(strange("a")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reads.read(TABLE, List.of(key("a")), true))
        .withMessageContaining("cannot be read");
  }

  @Test
  void aScanTellsOfItemsThatCannotBeReadAndGoesOn() throws InterruptedException {
    answers.add(
        ScanResponse.builder()
            .items(List.of(row("a"), strange("b"), row("c")))
            .scannedCount(3)
            .consumedCapacity(ConsumedCapacity.builder().capacityUnits(0.5).build())
            .build());
    List<ItemKey> unreadable = new ArrayList<>();
    List<Scanned> scanned = new ArrayList<>();
    reads.<RuntimeException>scan(TABLE, new Segment(0, 1), 10, scanned::addAll, unreadable::add);
    assertThat(scanned).extracting(Scanned::key).containsExactly(key("a"), key("c"));
    assertThat(unreadable).containsExactly(key("b"));
  }
}
