package dev.tributary.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.sync.PlayedLoading;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * DynamoDB with a table whose pages have one item each, {@code P1} and so on, and with what is
 * stored of the part that reads them. Whatever is stored is held against what is written by then.
 * Its clock goes on by a second whenever somebody looks.
 */
final class PlayedPages {

  private final PlayedLoading written;
  private final int pages;
  private final AttributeValue value;
  private final Map<Integer, Instant> readAt = new TreeMap<>();
  private final Set<String> readAgain = new HashSet<>();
  private final List<Integer> stored = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private int mostUnderWay;
  private boolean left;

  /** The page that has no item: nothing of it is to be written. */
  int empty;

  /** The page whose item this version cannot read: nothing of it is to be written either. */
  int unreadable;

  /** Called before a page is answered: may wait, or throw. */
  IntConsumer before = page -> {};

  /**
   * @param value of each item
   */
  PlayedPages(PlayedLoading written, int pages, AttributeValue value) {
    this.written = written;
    this.pages = pages;
    this.value = value;
  }

  Clock clock() {
    InstantSource ticks = this::tick;
    return ticks.withZone(ZoneOffset.UTC);
  }

  private synchronized Instant tick() {
    now = now.plusSeconds(1);
    return now;
  }

  DynamoDbClient dynamoDb() {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            PlayedPages.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "scan" -> scan(built(arguments[0], ScanRequest.builder()).build());
                  case "batchGetItem" ->
                      readAgain(built(arguments[0], BatchGetItemRequest.builder()).build());
                  case "updateItem" -> update((UpdateItemRequest) arguments[0]);
                  default -> throw new AssertionError(method);
                });
  }

  @SuppressWarnings("unchecked")
  private static <B> B built(Object build, B request) {
    ((Consumer<B>) build).accept(request);
    return request;
  }

  private Map<String, AttributeValue> item(int page) {
    AttributeValue ofANewType = AttributeValue.builder().build();
    return Map.of(
        "PK", AttributeValue.fromS("P" + page), "value", page == unreadable ? ofANewType : value);
  }

  private ScanResponse scan(ScanRequest request) {
    int page = request.hasExclusiveStartKey() ? pageOf(request.exclusiveStartKey()) + 1 : 1;
    Instant at;
    synchronized (this) {
      at = now;
    }
    before.accept(page);
    synchronized (this) {
      readAt.put(page, at);
      mostUnderWay = Math.max(mostUnderWay, readAt.size() - stored.size());
    }
    return ScanResponse.builder()
        .items(page == empty ? List.of() : List.of(item(page)))
        .scannedCount(1)
        .lastEvaluatedKey(page == pages ? Map.of() : Map.of("PK", AttributeValue.fromS("P" + page)))
        .consumedCapacity(units())
        .build();
  }

  private static int pageOf(Map<String, AttributeValue> key) {
    return Integer.parseInt(key.get("PK").s().substring(1));
  }

  private static ConsumedCapacity units() {
    return ConsumedCapacity.builder().capacityUnits(1.0).build();
  }

  private synchronized BatchGetItemResponse readAgain(BatchGetItemRequest request) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (Map<String, AttributeValue> key : request.requestItems().get(PlayedLoading.TABLE).keys()) {
      readAgain.add(key.get("PK").s());
      items.add(item(pageOf(key)));
    }
    return BatchGetItemResponse.builder()
        .responses(Map.of(PlayedLoading.TABLE, items))
        .unprocessedKeys(Map.of())
        .consumedCapacity(units())
        .build();
  }

  private synchronized UpdateItemResponse update(UpdateItemRequest request) {
    Map<String, AttributeValue> values = request.expressionAttributeValues();
    if (request.updateExpression().startsWith("REMOVE")) {
      left = true;
    } else if (values.containsKey(":pages")) {
      store(Integer.parseInt(values.get(":pages").n()), values);
    }
    return UpdateItemResponse.builder().build();
  }

  private void store(int page, Map<String, AttributeValue> values) {
    boolean right =
        values.containsKey(":done") ? page == pages : pageOf(values.get(":cursor").m()) == page;
    check(right, page, "goes on at the wrong place: " + values);
    for (int done = 1; done <= page; done++) {
      String id = "P" + done;
      boolean none = done == empty || done == unreadable;
      check(none || written.documents().contains(id), page, id + " is not written");
      check(none || readAgain.contains(id), page, id + " was not read again");
    }
    if (values.containsKey(":since")) {
      Instant since = Instant.parse(values.get(":since").s());
      readAt.forEach(
          (read, at) -> check(read <= page || !since.isAfter(at), page, "leaves out P" + read));
    }
    stored.add(page);
  }

  private void check(boolean right, int page, String otherwise) {
    if (!right) {
      wrong.add("page " + page + " is stored: " + otherwise);
    }
  }

  /** The pages as they were stored; none before its time. */
  synchronized List<Integer> stored() {
    assertThat(wrong).isEmpty();
    return List.copyOf(stored);
  }

  /** The most that were read and not yet stored. */
  synchronized int mostUnderWay() {
    return mostUnderWay;
  }

  synchronized Set<Integer> read() {
    return Collections.unmodifiableSet(new HashSet<>(readAt.keySet()));
  }

  /** Whether it was said that nobody has anything of the part in hand. */
  synchronized boolean left() {
    return left;
  }
}
