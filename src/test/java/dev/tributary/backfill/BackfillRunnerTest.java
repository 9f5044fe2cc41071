package dev.tributary.backfill;

import static org.awaitility.Awaitility.await;

import dev.tributary.config.Settings;
import dev.tributary.config.SettingsReader;
import dev.tributary.table.Backfills;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

final class BackfillRunnerTest {

  private static final DynamoDbClient AWAY =
      new DynamoDbClient() {
        @Override
        public QueryResponse query(QueryRequest request) {
          throw SdkClientException.create("the network is away");
        }

        @Override
        public String serviceName() {
          return "dynamodb";
        }

        @Override
        public void close() {}
      };

  /** It took half a processor for as long as DynamoDB did not answer. */
  @Test
  void itRestsAlsoWhereTheStateTableDoesNotAnswer() {
    Settings settings = new SettingsReader().read(Path.of("config", "places.yml"), Map.of());
    // Nothing but the list of backfills is looked at before there is one.
    BackfillRunner runner =
        new BackfillRunner(
            settings,
            new BackfillRunner.Servers(
                new Backfills(AWAY, "state"),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                Clock.systemUTC()),
            null,
            Optional.empty());
    try {
      runner.start();
      await().until(BackfillRunnerTest::rests);
    } finally {
      runner.stop();
    }
  }

  private static boolean rests() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(
            thread ->
                thread.getName().equals("backfills")
                    && thread.getState() == Thread.State.TIMED_WAITING);
  }
}
