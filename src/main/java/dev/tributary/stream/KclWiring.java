package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.AmazonDynamoDBStreamsAdapterClient;
import com.amazonaws.services.dynamodbv2.streamsadapter.StreamsSchedulerFactory;
import com.amazonaws.services.dynamodbv2.streamsadapter.polling.DynamoDBStreamsPollingConfig;
import com.amazonaws.services.dynamodbv2.streamsadapter.util.KinesisMapperUtil;
import dev.tributary.config.Settings;
import dev.tributary.table.AwsClients;
import dev.tributary.table.Tips;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import software.amazon.kinesis.common.ConfigsBuilder;
import software.amazon.kinesis.common.InitialPositionInStream;
import software.amazon.kinesis.common.InitialPositionInStreamExtended;
import software.amazon.kinesis.common.StreamConfig;
import software.amazon.kinesis.common.StreamIdentifier;
import software.amazon.kinesis.coordinator.CoordinatorConfig;
import software.amazon.kinesis.coordinator.DeletedStreamListProvider;
import software.amazon.kinesis.coordinator.Scheduler;
import software.amazon.kinesis.coordinator.WorkerStateChangeListener;
import software.amazon.kinesis.leases.LeaseCoordinator;
import software.amazon.kinesis.leases.LeaseManagementConfig;
import software.amazon.kinesis.leases.LeaseManagementConfig.GracefulLeaseHandoffConfig;
import software.amazon.kinesis.leases.MultiStreamLease;
import software.amazon.kinesis.lifecycle.TaskResult;
import software.amazon.kinesis.metrics.NullMetricsFactory;
import software.amazon.kinesis.processor.FormerStreamsLeasesDeletionStrategy.NoLeaseDeletionStrategy;
import software.amazon.kinesis.processor.ShardRecordProcessor;
import software.amazon.kinesis.processor.ShardRecordProcessorFactory;
import software.amazon.kinesis.processor.StreamTracker;
import software.amazon.kinesis.retrieval.DataFetcherProviderConfig;
import software.amazon.kinesis.retrieval.RetrievalConfig;
import software.amazon.kinesis.retrieval.polling.DataFetcher;

/** Puts KCL together: our tables, our pace, the adapter for DynamoDB's streams. */
final class KclWiring {

  private static final InitialPositionInStreamExtended FROM_THE_BEGINNING =
      InitialPositionInStreamExtended.newInitialPosition(InitialPositionInStream.TRIM_HORIZON);

  /**
   * Each takes up to 10 s of retries within; then the process ends, for its platform to restart.
   */
  private static final int INITIALIZATION_ATTEMPTS = 3;

  /**
   * For each shard, beyond what counts as in flight: a batch has up to 1,000 records. While it
   * waits the next one is read; more would only be carried about by the collector.
   */
  private static final int BATCHES_READ_AHEAD = 1;

  private final String application;
  private final Settings.Worker worker;
  private final Pace pace;
  private final AwsClients aws;
  private final AmazonDynamoDBStreamsAdapterClient adapter;
  private final StreamTracker tracker;
  private final ReadWatch watch;
  private final Map<String, RecordDecoder> decoders = new HashMap<>();

  /**
   * @param application KCL's name for those who share the shards
   * @param streams each table with the ARN of its stream
   */
  KclWiring(
      String application,
      Settings.Worker worker,
      AwsClients aws,
      Map<Settings.Table, String> streams,
      ReadWatch watch) {
    this.application = application;
    this.worker = worker;
    this.watch = watch;
    this.pace = Pace.of(worker);
    this.aws = aws;
    this.adapter = new PlainReads(aws.streams(), aws.region());
    this.tracker =
        StreamsSchedulerFactory.createMultiStreamTracker(
            List.copyOf(streams.values()), FROM_THE_BEGINNING, new NoLeaseDeletionStrategy());
    streams.forEach(
        (table, arn) -> {
          String stream =
              KinesisMapperUtil.createKinesisStreamIdentifierFromDynamoDBStreamsArn(arn, true);
          decoders.put(stream, new RecordDecoder(table, arn));
        });
  }

  Scheduler scheduler(
      ShardConsumer.Factory consumers,
      Supplier<LeaseCoordinator> leaseCoordinator,
      WorkerStateChangeListener listener) {
    ConfigsBuilder configs =
        new ConfigsBuilder(
            tracker,
            application,
            adapter,
            aws.dynamoDbAsync(),
            new NoCloudWatch(),
            worker.id(),
            processors(consumers, leaseCoordinator));
    configs.tableName(KclTables.leases(application));

    RetrievalConfig retrieval = configs.retrievalConfig();
    retrieval.retrievalSpecificConfig(polling());
    LeaseManagementConfig leases = leases(configs);
    MultiStreamLeases management =
        new MultiStreamLeases(adapter, leases, retrieval, pace.findingMillis());
    leases.leaseManagementFactory(management);
    createLeases(management);
    return new Scheduler(
        configs.checkpointConfig(),
        coordination(configs, listener),
        leases,
        configs.lifecycleConfig().taskBackoffTimeMillis(pace.taskBackoffMillis()),
        configs.metricsConfig().metricsFactory(new NullMetricsFactory()),
        configs.processorConfig().callProcessRecordsEvenForEmptyRecordList(true),
        retrieval);
  }

  private ShardRecordProcessorFactory processors(
      ShardConsumer.Factory consumers, Supplier<LeaseCoordinator> leaseCoordinator) {
    return new ShardRecordProcessorFactory() {
      private KclShard shard(String table, StreamIdentifier stream, String shardId) {
        return new KclShard(
            table + "/" + shardId,
            MultiStreamLease.getLeaseKey(stream.serialize(), shardId),
            leaseCoordinator,
            pace.failover(),
            System::nanoTime);
      }

      @Override
      public ShardRecordProcessor shardRecordProcessor() {
        throw new IllegalStateException("several streams share this scheduler: name the stream");
      }

      @Override
      public ShardRecordProcessor shardRecordProcessor(StreamIdentifier stream) {
        RecordDecoder decoder = decoders.get(stream.serialize());
        if (decoder == null) {
          return new ForeignShard(
              stream,
              shardId -> shard(stream.streamName(), stream, shardId),
              shardId -> watch.progresses().end(place(stream, shardId)));
        }
        return new ShardProcessor(
            decoder,
            shardId -> shard(decoder.table(), stream, shardId),
            consumers,
            watch.progresses());
      }
    };
  }

  private DynamoDBStreamsPollingConfig polling() {
    DynamoDBStreamsPollingConfig polling = new DynamoDBStreamsPollingConfig(adapter);
    polling.idleTimeBetweenReadsInMillis(pace.pollMillis());
    polling.recordsFetcherFactory().maxPendingProcessRecordsInput(BATCHES_READ_AHEAD);
    polling.dataFetcherProvider(this::fetcher);
    polling.sleepTimeController(new Rhythm(Clock.systemUTC()));
    return polling;
  }

  private DataFetcher fetcher(DataFetcherProviderConfig fetch) {
    return new WatchedFetcher(
        adapter, fetch, watch.losses(place(fetch.getStreamIdentifier(), fetch.getShardId())));
  }

  /** Also of a stream that this config does not name: what it loses is a gap all the same. */
  static Tips.Shard place(StreamIdentifier stream, String shardId) {
    String arn =
        KinesisMapperUtil.createDynamoDBStreamsArnFromKinesisStreamName(stream.streamName());
    String table = stream.streamName().split("\\$", -1)[2];
    return new Tips.Shard(table, arn, shardId);
  }

  private CoordinatorConfig coordination(
      ConfigsBuilder configs, WorkerStateChangeListener listener) {
    CoordinatorConfig coordination = configs.coordinatorConfig();
    coordination.coordinatorStateTableConfig().tableName(KclTables.coordinatorState(application));
    return coordination
        .workerStateChangeListener(listener)
        .maxInitializationAttempts(INITIALIZATION_ATTEMPTS)
        .skipShardSyncAtWorkerInitializationIfLeasesExist(true)
        .shardConsumerDispatchPollIntervalMillis(pace.dispatchMillis())
        .parentShardPollIntervalMillis(pace.parentPollMillis())
        .schedulerInitializationBackoffTimeMillis(pace.initializationBackoffMillis());
  }

  private LeaseManagementConfig leases(ConfigsBuilder configs) {
    LeaseManagementConfig leases =
        configs
            .leaseManagementConfig()
            .failoverTimeMillis(pace.failoverMillis())
            .leaseAssignmentIntervalMillis(pace.assignmentMillis())
            .dynamoDbLockBasedLeaderLeaseDurationInMillis(pace.leadershipMillis())
            .dynamoDbLockBasedLeaderHeartbeatPeriodInMillis(pace.leaderHeartbeatMillis())
            // The adapter sets these two as well, but the first one only after it was read.
            .shardSyncIntervalMillis(0)
            .leasesRecoveryAuditorInconsistencyConfidenceThreshold(0)
            .gracefulLeaseHandoffConfig(
                GracefulLeaseHandoffConfig.builder()
                    .gracefulLeaseHandoffTimeoutMillis(worker.drain().toMillis())
                    .build())
            .consumerTaskFactory(new HandoverTasks());
    var workers = leases.workerUtilizationAwareAssignmentConfig();
    workers.workerMetricsReporterFreqInMillis(pace.workerReportMillis());
    workers.workerMetricsTableConfig().tableName(KclTables.workerMetrics(application));
    return leases;
  }

  /**
   * Leases for the shards of every stream that has none yet. KCL does this only while its table is
   * empty, after a wait of up to 30 s; a table added later would wait for a periodic sync.
   */
  private void createLeases(MultiStreamLeases management) {
    KclTables.create(aws.dynamoDb(), application);
    watch.lookAtStart(management.createLeaseRefresher());
    for (StreamConfig stream : tracker.streamConfigList()) {
      TaskResult result =
          management
              .createShardSyncTaskManager(
                  new NullMetricsFactory(), stream, new DeletedStreamListProvider())
              .callShardSyncTask();
      if (result.getException() != null) {
        throw new IllegalStateException(
            "could not list the shards of " + stream.streamIdentifier().streamName(),
            result.getException());
      }
    }
    KclTables.announceWorker(aws.dynamoDb(), application, worker.id());
  }

  /** For a worker that has stopped. */
  void forgetWorker() {
    KclTables.forgetWorker(aws.dynamoDb(), application, worker.id());
  }
}
