package dev.tributary.table;

import dev.tributary.config.Settings;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The one table of Tributary's own. Its entries' kinds stand at the start of {@code pk}. */
public final class StateTable {

  static final String PK = "pk";
  static final String SK = "sk";

  private StateTable() {}

  public static String nameFor(String application) {
    return application + "-state";
  }

  public static void create(DynamoDbClient dynamoDb, String name) {
    Settings.Key key = new Settings.Key(PK, Optional.of(SK));
    TableCreation.createIfAbsent(dynamoDb, TableCreation.keyed(name, key).build());
  }
}
