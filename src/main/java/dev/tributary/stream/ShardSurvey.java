package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.util.KinesisMapperUtil;
import dev.tributary.stream.StreamShard.Reading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.kinesis.leases.MultiStreamLease;
import software.amazon.kinesis.retrieval.kpl.ExtendedSequenceNumber;

/**
 * Compares what streams list with what the leases say: so that a shard which nobody reads is seen.
 * Only reads.
 */
public final class ShardSurvey {

  private static final String AT_ITS_END = ExtendedSequenceNumber.SHARD_END.sequenceNumber();

  private record Lease(Optional<String> owner, boolean done) {}

  private final DynamoDbStreamsClient streams;
  private final Map<String, Lease> leases = new HashMap<>();

  /** Reads the leases as they are now. */
  public ShardSurvey(DynamoDbClient dynamoDb, DynamoDbStreamsClient streams, String application) {
    this.streams = streams;
    try {
      dynamoDb
          .scanPaginator(
              request ->
                  request
                      .tableName(KclTables.leases(application))
                      .consistentRead(true)
                      .projectionExpression("leaseKey, leaseOwner, #checkpoint")
                      .expressionAttributeNames(Map.of("#checkpoint", "checkpoint")))
          .items()
          .forEach(row -> leases.put(row.get("leaseKey").s(), lease(row)));
    } catch (ResourceNotFoundException e) {
      // No worker has come so far.
    }
  }

  private static Lease lease(Map<String, AttributeValue> row) {
    return new Lease(
        Optional.ofNullable(row.get("leaseOwner")).map(AttributeValue::s),
        Optional.ofNullable(row.get("checkpoint")).map(AttributeValue::s).stream()
            .anyMatch(AT_ITS_END::equals));
  }

  /** All shards that the stream lists. */
  public List<StreamShard> of(String table, String arn) {
    String stream =
        KinesisMapperUtil.createKinesisStreamIdentifierFromDynamoDBStreamsArn(arn, true);
    List<StreamShard> shards = new ArrayList<>();
    for (Shard shard : StreamShards.all(streams, arn)) {
      Optional<Lease> lease =
          Optional.ofNullable(leases.get(MultiStreamLease.getLeaseKey(stream, shard.shardId())));
      shards.add(
          new StreamShard(
              table,
              shard.shardId(),
              shard.sequenceNumberRange().endingSequenceNumber() == null,
              lease
                  .map(held -> held.done() ? Reading.DONE : Reading.UNDER_WAY)
                  .orElse(Reading.NO_LEASE),
              lease.flatMap(Lease::owner),
              Optional.ofNullable(shard.parentShardId()),
              Retention.created(shard.shardId())));
    }
    return shards;
  }
}
