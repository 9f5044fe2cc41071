package dev.tributary.bench;

import dev.tributary.config.RulesDigest;
import dev.tributary.config.Settings;
import dev.tributary.config.SettingsReader;
import dev.tributary.index.LiveDestinations;
import dev.tributary.index.OpenSearchConnection;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.ops.Metrics;
import dev.tributary.stream.ShardFeed;
import dev.tributary.sync.Pipeline;
import dev.tributary.table.AwsClients;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.Holds;
import dev.tributary.table.PendingObjects;
import dev.tributary.table.StateTable;
import dev.tributary.table.Tables;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * A worker without KCL and without a stream: its records are made in the process, and its shards
 * get them as from KCL. One thread makes records ahead, as KCL reads ahead; what it takes is told,
 * since it is none of a worker's.
 */
public final class Fed {

  /** What is made ahead, in all shards together: a read, as with KCL. */
  private static final int RECORDS_AHEAD = 1000;

  static final String STREAM =
      "arn:aws:dynamodb:us-east-1:000000000000:table/fed/stream/2026-01-01T00:00:00.000";

  private Fed() {}

  /** Arguments: the config file, how many changes each shard has, how many shards, hot items. */
  public static void main(String[] arguments) throws Exception {
    Settings settings = new SettingsReader().read(Path.of(arguments[0]), System.getenv());
    long changes = Long.parseLong(arguments[1]);
    int shards = Integer.parseInt(arguments[2]);
    Operations operations = new Operations(Integer.parseInt(arguments[3]));
    Pipeline pipeline = pipeline(settings);
    Settings.Table table = settings.tables().values().iterator().next();
    int batch = Math.max(1, RECORDS_AHEAD / shards);
    List<Records> records = new ArrayList<>();
    List<BlockingQueue<ShardFeed.Batch>> queues = new ArrayList<>();
    for (int shard = 0; shard < shards; shard++) {
      records.add(new Records(operations, shard, changes));
      BlockingQueue<ShardFeed.Batch> queue = new ArrayBlockingQueue<>(1);
      queues.add(queue);
      ShardFeed feed = new ShardFeed(table, STREAM, "shardId-" + shard, pipeline);
      new Thread(() -> give(queue, feed), "ShardRecordProcessor-" + shard).start();
    }
    make(records, queues, batch, changes);
    Thread.currentThread().join();
  }

  private static void make(
      List<Records> records, List<BlockingQueue<ShardFeed.Batch>> queues, int batch, long changes)
      throws InterruptedException {
    var threads = ManagementFactory.getThreadMXBean();
    long half = 0;
    for (long number = 0; number <= changes; number += batch) {
      if (half == 0 && number >= changes / 2) {
        half = threads.getCurrentThreadCpuTime();
      }
      for (int shard = 0; shard < queues.size(); shard++) {
        queues.get(shard).put(records.get(shard).from(number, batch));
      }
    }
    long all = threads.getCurrentThreadCpuTime();
    System.out.println(Child.DONE + "making=" + all / 1e9 + " secondHalf=" + (all - half) / 1e9);
  }

  private static void give(BlockingQueue<ShardFeed.Batch> queue, ShardFeed feed) {
    try {
      while (true) {
        feed.give(queue.take());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** As the root makes it for a worker. */
  private static Pipeline pipeline(Settings settings) throws OpenSearchUnavailableException {
    AwsClients aws = AwsClients.open(settings.aws());
    OpenSearchHttp openSearch = OpenSearchConnection.open(settings.openSearch(), aws.region());
    LiveDestinations destinations = new LiveDestinations(openSearch, RulesDigest.of(settings));
    destinations.refresh();
    String stateTable = StateTable.nameFor(settings.application());
    StateTable.create(aws.dynamoDb(), stateTable);
    Tables tables = new Tables(aws.dynamoDb(), settings.tables().values());
    return new Pipeline(
        settings,
        Pipeline.Part.WORKER,
        aws.region().id(),
        openSearch,
        destinations,
        tables::read,
        tables::keyOf,
        new DeadLetters(aws.dynamoDb(), stateTable),
        new PendingObjects(aws.dynamoDb(), stateTable),
        new Holds(aws.dynamoDb(), stateTable),
        aws.clock(),
        new Metrics(settings.application()).timings());
  }
}
