package dev.tributary;

import dev.tributary.config.Settings;
import dev.tributary.table.TableFacts;
import dev.tributary.table.Tables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Compares the tables that the config names with the real ones, before anything starts. */
final class Preflight {

  /**
   * @param streams each table with the ARN of its stream, where all is well
   * @param findings one line for each thing that was looked at and is well
   * @param problems everything that is not
   */
  record Result(
      Map<Settings.Table, String> streams, List<String> findings, List<String> problems) {}

  private static final String LACKS = ": no old images, so nothing can tell what a change replaced";

  private Preflight() {}

  /** Which DynamoDB is meant: easily the wrong one, if an environment variable is missing. */
  static String where(Settings settings, String region) {
    return settings.aws().dynamoDbEndpoint().map(Object::toString).orElse("AWS region " + region);
  }

  static Result check(
      Settings settings, Tables tables, DynamoDbStreamsClient streams, String where) {
    return check(settings, settings.tables().values(), tables, streams, where);
  }

  /**
   * @param some of the config's tables
   */
  static Result check(
      Settings settings,
      Collection<Settings.Table> some,
      Tables tables,
      DynamoDbStreamsClient streams,
      String where) {
    Result result = new Result(new LinkedHashMap<>(), new ArrayList<>(), new ArrayList<>());
    for (Settings.Table table : some) {
      try {
        check(table, tables.describe(table.name()), streams, where, result);
      } catch (SdkException e) {
        result.problems.add(
            "table '%s': %s".formatted(table.name(), Failures.describe(e, settings.aws())));
      }
    }
    return result;
  }

  private static void check(
      Settings.Table table,
      Optional<TableFacts> facts,
      DynamoDbStreamsClient streams,
      String where,
      Result result) {
    if (facts.isEmpty()) {
      result.problems.add(
          "table '%s' does not exist in %s; create it, or correct its name"
              .formatted(table.name(), where));
      return;
    }
    List<String> problems = facts.get().problems(table);
    result.problems.addAll(problems);
    if (problems.isEmpty()) {
      String viewType = facts.get().viewType().orElseThrow();
      String arn = facts.get().streamArn().orElseThrow();
      // Reading a stream is a right of its own, and KCL would only stumble over it later.
      streams.describeStream(describe -> describe.streamArn(arn).limit(1));
      result.streams.put(table, arn);
      result.findings.add(
          "table '%s' in %s streams %s%s"
              .formatted(table.name(), where, viewType, viewType.equals("NEW_IMAGE") ? LACKS : ""));
    }
  }
}
