package dev.tributary;

import dev.tributary.config.Settings;
import dev.tributary.ops.FleetStatus;
import dev.tributary.ops.StatusReader;
import dev.tributary.ops.StatusReader.Survey;
import dev.tributary.ops.StatusReader.UnlistedException;
import dev.tributary.stream.ShardSurvey;
import dev.tributary.stream.StreamShard;
import dev.tributary.table.AwsClients;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.Gaps;
import dev.tributary.table.Heartbeats;
import dev.tributary.table.Holds;
import dev.tributary.table.PendingObjects;
import dev.tributary.table.TableFacts;
import dev.tributary.table.Tables;
import dev.tributary.table.Tips;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Puts together what reads the fleet's status, for the command and for workers. */
final class StatusSources {
  private StatusSources() {}

  /**
   * @param sections what else is to be told
   * @param listsEvery how often letters and waiting documents are counted at most
   */
  static StatusReader reader(
      Settings settings,
      AwsClients aws,
      String stateTable,
      List<Supplier<FleetStatus.Section>> sections,
      Duration listsEvery) {
    DynamoDbClient dynamoDb = aws.dynamoDb();
    return new StatusReader(
        settings,
        new StatusReader.Stores(
            new Heartbeats(dynamoDb, stateTable),
            new Tips(dynamoDb, stateTable),
            new Holds(dynamoDb, stateTable),
            new Gaps(dynamoDb, stateTable),
            new PendingObjects(dynamoDb, stateTable),
            new DeadLetters(dynamoDb, stateTable)),
        surveys(settings, aws),
        sections,
        listsEvery,
        aws.clock());
  }

  private static Supplier<Survey> surveys(Settings settings, AwsClients aws) {
    Tables tables = new Tables(aws.dynamoDb(), settings.tables().values());
    return () -> {
      ShardSurvey survey = new ShardSurvey(aws.dynamoDb(), aws.streams(), settings.application());
      return table -> shards(survey, tables, table, settings);
    };
  }

  private static List<StreamShard> shards(
      ShardSurvey survey, Tables tables, Settings.Table table, Settings settings)
      throws UnlistedException {
    try {
      Optional<String> arn = tables.describe(table.name()).flatMap(TableFacts::streamArn);
      if (arn.isEmpty()) {
        throw new UnlistedException("there is no such table, or it has no stream", null);
      }
      return survey.of(table.name(), arn.get());
    } catch (SdkException e) {
      throw new UnlistedException(Failures.describe(e, settings.aws()), e);
    }
  }
}
