package dev.tributary.table;

import dev.tributary.table.ShardLag.State;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * What each worker says of itself every few seconds, in the state table, under {@code worker} and
 * its id. A worker that stops in good order removes its entry; one that dies leaves it, to expire.
 * Thread-safe.
 */
public final class Heartbeats {

  private static final Logger LOG = LoggerFactory.getLogger(Heartbeats.class);
  private static final String PARTITION = "worker";

  /** So long a worker that died is still listed. */
  private static final Duration KEPT = Duration.ofHours(1);

  /** DynamoDB refuses entries of more than 400 KB; those that lag most come first. */
  private static final int MOST_SHARDS = 1000;

  /** Words that DynamoDB keeps for itself. */
  private static final Map<String, String> NAMES =
      Map.of("#at", "at", "#every", "everyMillis", "#rules", "rules");

  /**
   * @param at by DynamoDB's clock, as all times here
   * @param every how soon the next one is to follow
   * @param writesTo each index of the config with the generation that the worker writes to
   * @param rules the digest of its rules, by index; empty of a version that does not say
   * @param trouble what keeps the worker from writing, in a person's words
   * @param bytesInFlight read and not yet written
   */
  public record Beat(
      String worker,
      Instant startedAt,
      Instant at,
      Duration every,
      Map<String, String> writesTo,
      Map<String, String> rules,
      List<ShardLag> shards,
      Optional<String> trouble,
      long bytesInFlight) {

    /** One that does not say by which rules it makes documents. */
    public Beat(
        String worker,
        Instant startedAt,
        Instant at,
        Duration every,
        Map<String, String> writesTo,
        List<ShardLag> shards,
        Optional<String> trouble,
        long bytesInFlight) {
      this(worker, startedAt, at, every, writesTo, Map.of(), shards, trouble, bytesInFlight);
    }

    public Beat {
      Objects.requireNonNull(worker, "worker");
      Objects.requireNonNull(startedAt, "startedAt");
      Objects.requireNonNull(at, "at");
      Objects.requireNonNull(every, "every");
      Objects.requireNonNull(trouble, "trouble");
      writesTo = Map.copyOf(writesTo);
      rules = Map.copyOf(rules);
      shards = List.copyOf(shards);
    }

    /** Whether the worker has missed several, and so may be dead. */
    public boolean silent(Instant now) {
      Duration least = Duration.ofSeconds(10);
      Duration missed = every.multipliedBy(4);
      return Duration.between(at, now).compareTo(missed.compareTo(least) > 0 ? missed : least) > 0;
    }
  }

  private final DynamoDbClient dynamoDb;
  private final String stateTable;

  public Heartbeats(DynamoDbClient dynamoDb, String stateTable) {
    this.dynamoDb = dynamoDb;
    this.stateTable = stateTable;
  }

  /** By an update, as for all entries: so no role needs PutItem. */
  public void store(Beat beat) {
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":startedAt", AttributeValue.fromS(beat.startedAt().toString()));
    values.put(":at", AttributeValue.fromS(beat.at().toString()));
    values.put(":every", number(beat.every().toMillis()));
    values.put(":writesTo", texts(beat.writesTo()));
    values.put(":rules", texts(beat.rules()));
    values.put(
        ":shards",
        AttributeValue.fromL(
            beat.shards().stream().limit(MOST_SHARDS).map(Heartbeats::shard).toList()));
    values.put(":count", number(beat.shards().size()));
    values.put(":trouble", AttributeValue.fromS(beat.trouble().orElse("")));
    values.put(":bytes", number(beat.bytesInFlight()));
    values.put(":expires", StateTable.expiresAt(beat.at().plus(KEPT)));
    dynamoDb.updateItem(
        request ->
            request
                .tableName(stateTable)
                .key(key(beat.worker()))
                .updateExpression(
                    "SET startedAt = :startedAt, #at = :at, #every = :every, writesTo = :writesTo,"
                        + " #rules = :rules,"
                        + " shards = :shards, shardCount = :count, trouble = :trouble,"
                        + " bytesInFlight = :bytes, expires = :expires")
                .expressionAttributeNames(NAMES)
                .expressionAttributeValues(values));
  }

  /** A worker stopped in good order. One that was started since under the same id stays. */
  public void remove(String worker, Instant startedAt) {
    try {
      dynamoDb.deleteItem(
          request ->
              request
                  .tableName(stateTable)
                  .key(key(worker))
                  .conditionExpression("startedAt = :startedAt")
                  .expressionAttributeValues(
                      Map.of(":startedAt", AttributeValue.fromS(startedAt.toString()))));
    } catch (ConditionalCheckFailedException e) {
      // It is another's, or was never stored.
    }
  }

  /** Those that are not too old to be of interest, by the worker's id. */
  public List<Beat> all(Instant now) {
    return dynamoDb
        .queryPaginator(
            request ->
                request
                    .tableName(stateTable)
                    .consistentRead(true)
                    .keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(PARTITION))))
        .items()
        .stream()
        .flatMap(row -> beat(row).stream())
        .filter(beat -> beat.at().plus(KEPT).isAfter(now))
        .toList();
  }

  /** One of another version that this one cannot read must not hide the others. */
  private static Optional<Beat> beat(Map<String, AttributeValue> row) {
    try {
      return Optional.of(
          new Beat(
              row.get(StateTable.SK).s(),
              Instant.parse(row.get("startedAt").s()),
              Instant.parse(row.get("at").s()),
              Duration.ofMillis(number(row, "everyMillis")),
              texts(row.get("writesTo")),
              row.containsKey("rules") ? texts(row.get("rules")) : Map.of(),
              row.get("shards").l().stream().map(AttributeValue::m).map(Heartbeats::lag).toList(),
              Optional.of(row.get("trouble").s()).filter(text -> !text.isEmpty()),
              number(row, "bytesInFlight")));
    } catch (RuntimeException e) {
      LOG.warn("The entry of worker {} cannot be read: {}", row.get(StateTable.SK).s(), e);
      return Optional.empty();
    }
  }

  private static AttributeValue shard(ShardLag lag) {
    Map<String, AttributeValue> shard = new HashMap<>();
    shard.put("name", AttributeValue.fromS(lag.name()));
    shard.put("state", AttributeValue.fromS(lag.state().name()));
    shard.put("depth", number(lag.depth()));
    lag.lag().ifPresent(time -> shard.put("lagMillis", number(time.toMillis())));
    if (!lag.why().isEmpty()) {
      shard.put("why", AttributeValue.fromS(lag.why()));
    }
    if (lag.aside() > 0) {
      shard.put("aside", number(lag.aside()));
    }
    return AttributeValue.fromM(shard);
  }

  private static ShardLag lag(Map<String, AttributeValue> shard) {
    return new ShardLag(
        shard.get("name").s(),
        Optional.ofNullable(shard.get("lagMillis"))
            .map(millis -> Duration.ofMillis(Long.parseLong(millis.n()))),
        State.valueOf(shard.get("state").s()),
        Optional.ofNullable(shard.get("why")).map(AttributeValue::s).orElse(""),
        (int) number(shard, "depth"),
        (int) number(shard, "aside"));
  }

  private static Map<String, String> texts(AttributeValue map) {
    Map<String, String> texts = new HashMap<>();
    map.m().forEach((name, text) -> texts.put(name, text.s()));
    return texts;
  }

  private static AttributeValue texts(Map<String, String> texts) {
    Map<String, AttributeValue> values = new HashMap<>();
    texts.forEach((name, text) -> values.put(name, AttributeValue.fromS(text)));
    return AttributeValue.fromM(values);
  }

  private static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }

  private static long number(Map<String, AttributeValue> row, String name) {
    return Optional.ofNullable(row.get(name)).map(value -> Long.parseLong(value.n())).orElse(0L);
  }

  private static Map<String, AttributeValue> key(String worker) {
    return Map.of(
        StateTable.PK, AttributeValue.fromS(PARTITION),
        StateTable.SK, AttributeValue.fromS(worker));
  }
}
