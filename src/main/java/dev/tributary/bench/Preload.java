package dev.tributary.bench;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongFunction;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Writes changes to a table before anything is measured: DynamoDB Local takes a thousand a second.
 * Changes of one item stay in their order; others may change places.
 */
final class Preload {

  private static final int THREADS = 4;

  /** As many as a request may have. */
  private static final int BATCH = 25;

  /**
   * One change to be written.
   *
   * @param item empty to remove it
   */
  record Write(String pk, Map<String, AttributeValue> item) {
    boolean removes() {
      return item.isEmpty();
    }
  }

  private final DynamoDbClient dynamoDb;
  private final String table;

  Preload(DynamoDbClient dynamoDb, String table) {
    this.dynamoDb = dynamoDb;
    this.table = table;
  }

  /** Writes so many changes. */
  void run(long changes, LongFunction<Write> change) throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<Void>> parts = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int part = i;
        parts.add(
            () -> {
              write(changes, change, part);
              return null;
            });
      }
      for (Future<Void> part : threads.invokeAll(parts)) {
        part.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("the table could not be filled", e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private void write(long changes, LongFunction<Write> change, int part) {
    List<WriteRequest> batch = new ArrayList<>(BATCH);
    Set<String> inBatch = new HashSet<>();
    for (long i = 0; i < changes; i++) {
      Write write = change.apply(i);
      if (Math.floorMod(write.pk().hashCode(), THREADS) == part) {
        // A request may not name an item twice.
        if (batch.size() == BATCH || inBatch.contains(write.pk())) {
          send(batch);
          batch.clear();
          inBatch.clear();
        }
        inBatch.add(write.pk());
        batch.add(request(write));
      }
    }
    send(batch);
  }

  private static WriteRequest request(Write write) {
    return write.removes()
        ? WriteRequest.builder().deleteRequest(remove -> remove.key(Items.key(write.pk()))).build()
        : WriteRequest.builder().putRequest(put -> put.item(write.item())).build();
  }

  private void send(List<WriteRequest> batch) {
    Map<String, List<WriteRequest>> left = batch.isEmpty() ? Map.of() : Map.of(table, batch);
    while (!left.isEmpty()) {
      Map<String, List<WriteRequest>> now = left;
      left = dynamoDb.batchWriteItem(write -> write.requestItems(now)).unprocessedItems();
    }
  }
}
