package dev.tributary.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tributary.table.Locks.Lock;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** A DynamoDB that takes its time, which the local one does not. */
class LocksTest {

  private static final Duration LEASE = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final CountDownLatch answering = new CountDownLatch(1);
  private final AtomicInteger renewals = new AtomicInteger();

  private final DynamoDbClient dynamoDb =
      (DynamoDbClient)
          Proxy.newProxyInstance(
              LocksTest.class.getClassLoader(),
              new Class<?>[] {DynamoDbClient.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "getItem" -> GetItemResponse.builder().build();
                    case "putItem" -> PutItemResponse.builder().build();
                    case "deleteItem" -> DeleteItemResponse.builder().build();
                    case "updateItem" -> {
                      answering.await();
                      renewals.incrementAndGet();
                      yield UpdateItemResponse.builder().build();
                    }
                    default -> throw new AssertionError(method);
                  });

  /** A page of a backfill was never told to be lost: its writes were dropped in between. */
  @Test
  void whatWasLostOnceIsNotHeldAgainByARenewalThatComesLate() throws InterruptedException {
    try (Locks locks = new Locks(dynamoDb, "state", "a test", LEASE);
        Lock lock = locks.tryTake("part").orElseThrow()) {
      assertThat(lock.held()).isTrue();
      await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(() -> !lock.held());
      answering.countDown();
      await().atMost(PATIENCE).until(() -> renewals.get() > 1);
      assertThat(lock.held()).isFalse();
    }
  }
}
