package dev.tributary.table;

import dev.tributary.config.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/** Creates tables with text keys, paid per request. */
public final class TableCreation {

  private static final Logger LOG = LoggerFactory.getLogger(TableCreation.class);
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

  private TableCreation() {}

  public static CreateTableRequest.Builder keyed(String name, Settings.Key key) {
    List<AttributeDefinition> attributes = new ArrayList<>();
    attributes.add(text(key.pk()));
    key.sk().ifPresent(sk -> attributes.add(text(sk)));
    return CreateTableRequest.builder()
        .tableName(name)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(attributes)
        .keySchema(schema(key));
  }

  public static AttributeDefinition text(String attribute) {
    return AttributeDefinition.builder()
        .attributeName(attribute)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  public static List<KeySchemaElement> schema(Settings.Key key) {
    List<KeySchemaElement> schema = new ArrayList<>();
    schema.add(element(key.pk(), KeyType.HASH));
    key.sk().ifPresent(sk -> schema.add(element(sk, KeyType.RANGE)));
    return schema;
  }

  private static KeySchemaElement element(String attribute, KeyType type) {
    return KeySchemaElement.builder().attributeName(attribute).keyType(type).build();
  }

  /** Creates a table and waits for it; several workers may do this at the same moment. */
  public static void createIfAbsent(DynamoDbClient dynamoDb, CreateTableRequest request) {
    if (exists(dynamoDb, request.tableName())) {
      return;
    }
    try {
      dynamoDb.createTable(request);
      LOG.info("Created table {}", request.tableName());
    } catch (ResourceInUseException e) {
      // Another worker was quicker.
    }
    try (DynamoDbWaiter waiter =
        DynamoDbWaiter.builder()
            .client(dynamoDb)
            .overrideConfiguration(
                waiting ->
                    waiting
                        .waitTimeout(PATIENCE)
                        .maxAttempts((int) PATIENCE.dividedBy(LOOK_AGAIN))
                        .backoffStrategyV2(BackoffStrategy.fixedDelay(LOOK_AGAIN)))
            .build()) {
      waiter.waitUntilTableExists(describe -> describe.tableName(request.tableName()));
    }
  }

  /** Asked first, so that a worker whose tables are there needs no right to create any. */
  private static boolean exists(DynamoDbClient dynamoDb, String table) {
    try {
      return dynamoDb.describeTable(describe -> describe.tableName(table)).table().tableStatus()
          == TableStatus.ACTIVE;
    } catch (ResourceNotFoundException e) {
      return false;
    }
  }
}
