package dev.tributary.stream;

import dev.tributary.config.Settings;
import dev.tributary.table.TableCreation;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * KCL's three tables, created before it starts. KCL would create them too, but then a first start
 * takes minutes (the lease index is added to the finished table), and two workers that start at the
 * same moment can leave one of them broken.
 */
final class KclTables {

  private static final Logger LOG = LoggerFactory.getLogger(KclTables.class);

  private static final Settings.Key LEASE = new Settings.Key("leaseKey", Optional.empty());
  private static final Settings.Key LEASE_BY_OWNER =
      new Settings.Key("leaseOwner", Optional.of("leaseKey"));
  private static final Settings.Key WORKER = new Settings.Key("wid", Optional.empty());
  private static final Settings.Key COORDINATION = new Settings.Key("key", Optional.empty());

  private KclTables() {}

  static String leases(String application) {
    return application + "-leases";
  }

  static String workerMetrics(String application) {
    return application + "-workers";
  }

  static String coordinatorState(String application) {
    return application + "-coordinator";
  }

  static void create(DynamoDbClient dynamoDb, String application) {
    TableCreation.createIfAbsent(dynamoDb, leaseTable(leases(application)));
    TableCreation.createIfAbsent(
        dynamoDb, TableCreation.keyed(workerMetrics(application), WORKER).build());
    TableCreation.createIfAbsent(
        dynamoDb, TableCreation.keyed(coordinatorState(application), COORDINATION).build());
  }

  /**
   * Deletes all of them.
   *
   * @return whether there were any
   */
  static boolean delete(DynamoDbClient dynamoDb, String application) {
    boolean any = false;
    // The leases last: as long as they are there, the others can be deleted once more.
    for (String table :
        List.of(coordinatorState(application), workerMetrics(application), leases(application))) {
      try {
        dynamoDb.deleteTable(request -> request.tableName(table));
        any = true;
      } catch (ResourceNotFoundException e) {
        LOG.debug("There is no table {}", table);
      }
    }
    return any;
  }

  /**
   * Writes a worker's first report, so that the leader hands shards to it at its next turn. KCL
   * writes it at the same moment as the first turn, which then mostly comes too early.
   */
  static void announceWorker(DynamoDbClient dynamoDb, String application, String worker) {
    Map<String, AttributeValue> report =
        Map.of(
            WORKER.pk(),
            AttributeValue.fromS(worker),
            // When it was written; how busy the worker is; how busy it may be.
            "lut",
            AttributeValue.fromN(Long.toString(Instant.now().getEpochSecond())),
            "sts",
            AttributeValue.fromM(Map.of()),
            "opr",
            AttributeValue.fromM(Map.of()));
    dynamoDb.putItem(request -> request.tableName(workerMetrics(application)).item(report));
  }

  /**
   * Deletes a worker's report. Until it is too old the leader takes the worker for alive, and would
   * hand shards to it.
   */
  static void forgetWorker(DynamoDbClient dynamoDb, String application, String worker) {
    dynamoDb.deleteItem(
        request ->
            request
                .tableName(workerMetrics(application))
                .key(Map.of(WORKER.pk(), AttributeValue.fromS(worker))));
  }

  private static CreateTableRequest leaseTable(String name) {
    return TableCreation.keyed(name, LEASE)
        .attributeDefinitions(
            TableCreation.text(LEASE.pk()), TableCreation.text(LEASE_BY_OWNER.pk()))
        .globalSecondaryIndexes(
            GlobalSecondaryIndex.builder()
                .indexName("LeaseOwnerToLeaseKeyIndex")
                .keySchema(TableCreation.schema(LEASE_BY_OWNER))
                .projection(projection -> projection.projectionType(ProjectionType.KEYS_ONLY))
                .build())
        .build();
  }
}
