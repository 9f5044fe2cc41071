package dev.tributary.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.kinesis.KinesisAsyncClient;
import software.amazon.kinesis.leases.LeaseCoordinator;
import software.amazon.kinesis.leases.LeaseManagementConfig;
import software.amazon.kinesis.leases.dynamodb.DynamoDBLeaseCoordinator;
import software.amazon.kinesis.metrics.NullMetricsFactory;
import software.amazon.kinesis.processor.SingleStreamTracker;
import software.amazon.kinesis.retrieval.RetrievalConfig;

class MultiStreamLeasesTest {

  /** KCL has no setting for it: a version that takes it from elsewhere is to be noticed here. */
  @Test
  void aWorkerLooksForWhatItWasGivenAsOftenAsItIsTold() throws ReflectiveOperationException {
    // Never asked.
    try (DynamoDbAsyncClient dynamoDb =
            DynamoDbAsyncClient.builder()
                .region(Region.US_EAST_1)
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .build();
        KinesisAsyncClient kinesis =
            KinesisAsyncClient.builder()
                .region(Region.US_EAST_1)
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .build()) {
      LeaseManagementConfig leases =
          new LeaseManagementConfig("leases", "application", dynamoDb, kinesis, "worker");
      RetrievalConfig retrieval =
          new RetrievalConfig(kinesis, new SingleStreamTracker("stream"), "application");
      LeaseCoordinator coordinator =
          new MultiStreamLeases(kinesis, leases, retrieval, 250)
              .createLeaseCoordinator(new NullMetricsFactory(), new ConcurrentHashMap<>());
      Field interval =
          DynamoDBLeaseCoordinator.class.getDeclaredField("leaseDiscovererIntervalMillis");
      interval.setAccessible(true);
      assertThat(interval.getLong(coordinator)).isEqualTo(250);
    }
  }
}
