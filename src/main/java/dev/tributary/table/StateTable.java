package dev.tributary.table;

import dev.tributary.config.Settings;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/**
 * The one table of Tributary's own. Its entries' kinds stand at the start of {@code pk}; {@code
 * docs/state-table.md} has them all.
 */
public final class StateTable {

  private static final Logger LOG = LoggerFactory.getLogger(StateTable.class);

  static final String PK = "pk";
  static final String SK = "sk";

  /**
   * When DynamoDB may delete an entry. Only what is of no use any more by then may have it: never
   * an open letter, a pending entry, a gap or how far something has come. DynamoDB takes up to days
   * for it, so readers must not take an entry for valid because it is still there.
   */
  public static final String EXPIRES = "expires";

  private StateTable() {}

  public static String nameFor(String application) {
    return application + "-state";
  }

  /** A value of {@link #EXPIRES}. */
  public static AttributeValue expiresAt(Instant time) {
    return AttributeValue.fromN(Long.toString(time.getEpochSecond()));
  }

  /** Creates the table if it is not there, and lets its entries expire. */
  public static void create(DynamoDbClient dynamoDb, String name) {
    Settings.Key key = new Settings.Key(PK, Optional.of(SK));
    TableCreation.createIfAbsent(dynamoDb, TableCreation.keyed(name, key).build());
    try {
      letEntriesExpire(dynamoDb, name);
    } catch (SdkException e) {
      // Nothing depends on it but the table's size.
      LOG.warn(
          "Entries of {} do not expire, so it grows slowly: {}; it takes the rights"
              + " dynamodb:DescribeTimeToLive and dynamodb:UpdateTimeToLive",
          name,
          e.getMessage());
    }
  }

  private static void letEntriesExpire(DynamoDbClient dynamoDb, String name) {
    TimeToLiveDescription found = timeToLive(dynamoDb, name);
    if (!isOn(found)) {
      try {
        dynamoDb.updateTimeToLive(
            request ->
                request
                    .tableName(name)
                    .timeToLiveSpecification(ttl -> ttl.attributeName(EXPIRES).enabled(true)));
        return;
      } catch (SdkException e) {
        // Perhaps only because another worker was quicker.
        found = timeToLive(dynamoDb, name);
        if (!isOn(found)) {
          throw e;
        }
      }
    }
    if (!EXPIRES.equals(found.attributeName())) {
      LOG.warn(
          "Entries of {} expire by the attribute '{}', which Tributary does not write; switch that"
              + " off, and the next start switches on '{}'",
          name,
          found.attributeName(),
          EXPIRES);
    }
  }

  private static TimeToLiveDescription timeToLive(DynamoDbClient dynamoDb, String name) {
    return dynamoDb.describeTimeToLive(request -> request.tableName(name)).timeToLiveDescription();
  }

  private static boolean isOn(TimeToLiveDescription found) {
    return found.timeToLiveStatus() == TimeToLiveStatus.ENABLED
        || found.timeToLiveStatus() == TimeToLiveStatus.ENABLING;
  }
}
