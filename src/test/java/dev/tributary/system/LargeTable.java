package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A sandbox's table with very many items, for what is measured on those. */
final class LargeTable {

  static final int KEYS = 1000;
  private static final String TEXT = "some text of an item that is about as long as they are ";
  private static final int BATCH = 25;
  private static final long BATCH_BYTES = 8 << 20;
  private static final Duration COMMAND_PATIENCE = Duration.ofMinutes(30);

  private final Sandbox sandbox;
  private final int items;
  private final String text;

  /**
   * @param bytes of an item, about
   */
  LargeTable(Sandbox sandbox, int items, int bytes) {
    this.sandbox = sandbox;
    this.items = items;
    this.text = TEXT.repeat(Math.max(1, bytes / TEXT.length()));
  }

  /**
   * What was done to it by {@link #change}.
   *
   * @param stayed items that were there at all times
   */
  record Changed(int puts, int deletes, int stayed) {}

  /** With the stream off: DynamoDB Local gets slow where it has many records. */
  void fill() {
    long start = System.nanoTime();
    stream(false);
    int batch = (int) Math.max(1, Math.min(BATCH, BATCH_BYTES / text.length()));
    IntStream.range(0, (items + batch - 1) / batch)
        .parallel()
        .forEach(number -> put(number * batch, Math.min(items, (number + 1) * batch)));
    stream(true);
    System.out.printf("Filled %d items in %.0f s%n", items, seconds(start));
  }

  /** As {@link #fill} puts them. */
  List<Map<String, AttributeValue>> items() {
    return IntStream.range(0, items).mapToObj(number -> item(number, "first")).toList();
  }

  private void put(int from, int to) {
    List<WriteRequest> puts =
        IntStream.range(from, to)
            .mapToObj(number -> PutRequest.builder().item(item(number, "first")).build())
            .map(put -> WriteRequest.builder().putRequest(put).build())
            .toList();
    var answer =
        sandbox
            .dynamoDb()
            .batchWriteItem(request -> request.requestItems(Map.of(sandbox.table(), puts)));
    assertThat(answer.unprocessedItems()).isEmpty();
  }

  private Map<String, AttributeValue> item(int number, String kind) {
    return Map.of(
        "PK", AttributeValue.fromS("P" + number % KEYS),
        "SK", AttributeValue.fromS("S" + number),
        "kind", AttributeValue.fromS(kind),
        "number", AttributeValue.fromN("" + number),
        "text", AttributeValue.fromS(text));
  }

  /** Puts and deletes items at random, one in eleven of them new, a hundred a second at most. */
  Changed change(int changes, Random random) {
    int deletes = 0;
    Set<Integer> deleted = new HashSet<>();
    for (int i = 0; i < changes; i++) {
      int number = random.nextInt(items + items / 10);
      if (random.nextInt(3) == 0) {
        sandbox.remove("P" + number % KEYS, "S" + number);
        deletes++;
        if (number < items) {
          deleted.add(number);
        }
      } else {
        Map<String, AttributeValue> item = item(number, "changed " + i);
        sandbox.dynamoDb().putItem(put -> put.tableName(sandbox.table()).item(item));
      }
      rest();
    }
    return new Changed(changes - deletes, deletes, items - deleted.size());
  }

  private static void rest() {
    try {
      TimeUnit.MILLISECONDS.sleep(8);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Runs a command to its end; gives all that it said, and how it ended. */
  String command(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--config", sandbox.config().toString()));
    try (WorkerProcess command =
        WorkerProcess.start(sandbox.folder(), sandbox.environment(), all.toArray(String[]::new))) {
      int exit = command.awaitExit(COMMAND_PATIENCE);
      return command.log() + "exit " + exit;
    }
  }

  static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  private void stream(boolean on) {
    sandbox
        .dynamoDb()
        .updateTable(
            update ->
                update
                    .tableName(sandbox.table())
                    .streamSpecification(
                        stream ->
                            stream
                                .streamEnabled(on)
                                .streamViewType(on ? StreamViewType.NEW_AND_OLD_IMAGES : null)));
  }
}
