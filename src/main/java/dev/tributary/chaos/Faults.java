package dev.tributary.chaos;

import dev.tributary.local.LocalServer;
import dev.tributary.local.LocalStack;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

/** Makes faults: how each kind is injected and mended. What is drawn comes from the lane's seed. */
final class Faults {

  private static final String INDEXES = "places,visits,notes";

  private final LocalStack stack;
  private final Workers workers;
  private final Proxy proxy;
  private final Backend backend;
  private final Shards shards;

  /**
   * A worker must not sleep through a restart of OpenSearch: it might wake between the fence and
   * the send, and OpenSearch has forgotten its tombstones. No rule helps there, and
   * docs/reliability.md says so.
   */
  private final Semaphore sleepOrRestart = new Semaphore(1);

  Faults(LocalStack stack, Workers workers, Proxy proxy, Backend backend, Shards shards) {
    this.stack = stack;
    this.workers = workers;
    this.proxy = proxy;
    this.backend = backend;
    this.shards = shards;
  }

  Fault draw(FaultKind kind, Random random) {
    return switch (kind) {
      case WORKER_KILL -> workerKill(random);
      case WORKER_PAUSE -> workerPause(random);
      case WORKER_STOP -> workerStop(random);
      case OPENSEARCH_KILL -> openSearchKill(random);
      case OPENSEARCH_PAUSE -> pause(kind, LocalServer.OPENSEARCH, millis(random, 500, 3000));
      case QUEUE_FULL -> queueFull(random);
      case READ_ONLY -> readOnly(random);
      case DELAYS -> network(kind, new Mood(share(random), 0, 0), random);
      case CUTS -> network(kind, new Mood(0, share(random), 0), random);
      case DUPLICATES -> network(kind, new Mood(0, 0, share(random)), random);
      case S3_KILL -> s3Kill(random);
      case S3_PAUSE -> pause(kind, LocalServer.S3, millis(random, 1000, 6000));
      case SHARD_ROLL -> shardRoll();
    };
  }

  private Fault workerKill(Random random) {
    List<Integer> victims = victims(random);
    Duration down = millis(random, 0, 4000);
    return new Fault(
        FaultKind.WORKER_KILL,
        "kill -9 %s, started again after %s".formatted(names(victims), Diary.seconds(down)),
        down,
        () -> {
          for (int victim : victims) {
            workers.get(victim).kill();
          }
        },
        () -> {
          for (int victim : victims) {
            workers.restart(victim);
          }
        });
  }

  /** Around the failover time, and beyond. */
  private Fault workerPause(Random random) {
    List<Integer> victims = victims(random);
    Duration asleep = millis(random, 1000, 8000);
    return new Fault(
        FaultKind.WORKER_PAUSE,
        "SIGSTOP %s, SIGCONT after %s".formatted(names(victims), Diary.seconds(asleep)),
        asleep,
        () -> {
          sleepOrRestart.acquire();
          for (int victim : victims) {
            workers.get(victim).pause();
          }
        },
        () -> {
          try {
            for (int victim : victims) {
              workers.get(victim).resume();
            }
          } finally {
            sleepOrRestart.release();
          }
        });
  }

  private Fault workerStop(Random random) {
    int victim = random.nextInt(workers.count());
    return new Fault(
        FaultKind.WORKER_STOP,
        "SIGTERM to %s, then started again".formatted(names(List.of(victim))),
        Duration.ZERO,
        () -> workers.stop(victim),
        () -> workers.restart(victim));
  }

  /** Mostly one of them, sometimes all. */
  private List<Integer> victims(Random random) {
    return random.nextInt(4) == 0
        ? IntStream.range(0, workers.count()).boxed().toList()
        : List.of(random.nextInt(workers.count()));
  }

  private String names(List<Integer> victims) {
    return victims.size() > 1 ? "all workers" : "worker " + (victims.get(0) + 1);
  }

  private Fault openSearchKill(Random random) {
    Duration down = millis(random, 0, 2000);
    return new Fault(
        FaultKind.OPENSEARCH_KILL,
        "kill -9, started again after " + Diary.seconds(down),
        down,
        () -> {
          sleepOrRestart.acquire();
          stack.kill(LocalServer.OPENSEARCH);
          proxy.drop();
        },
        () -> {
          try {
            stack.restart(LocalServer.OPENSEARCH);
          } finally {
            sleepOrRestart.release();
          }
        });
  }

  private Fault pause(FaultKind kind, LocalServer server, Duration asleep) {
    return new Fault(
        kind,
        "SIGSTOP, SIGCONT after " + Diary.seconds(asleep),
        asleep,
        () -> Signals.pause(stack.process(server)),
        () -> Signals.resume(stack.process(server)));
  }

  private Fault queueFull(Random random) {
    Duration lasts = millis(random, 1000, 4000);
    Crowd crowd = new Crowd(backend);
    return new Fault(
        FaultKind.QUEUE_FULL,
        "others fill OpenSearch's queue for " + Diary.seconds(lasts),
        lasts,
        crowd::start,
        crowd::end);
  }

  private Fault readOnly(Random random) {
    Duration lasts = millis(random, 300, 2500);
    String block =
        random.nextBoolean() ? "index.blocks.write" : "index.blocks.read_only_allow_delete";
    return new Fault(
        FaultKind.READ_ONLY,
        "%s for %s".formatted(block, Diary.seconds(lasts)),
        lasts,
        () -> backend.set(INDEXES, block, "true"),
        () -> backend.set(INDEXES, block, "null"));
  }

  private Fault network(FaultKind kind, Mood mood, Random random) {
    Duration lasts = millis(random, 2000, 8000);
    return new Fault(
        kind,
        "%.0f %% of the requests for %s"
            .formatted(
                100 * (mood.delays() + mood.cuts() + mood.duplicates()), Diary.seconds(lasts)),
        lasts,
        () -> proxy.mood(mood),
        () -> proxy.mood(Mood.CALM));
  }

  private Fault s3Kill(Random random) {
    Duration down = millis(random, 500, 5000);
    return new Fault(
        FaultKind.S3_KILL,
        "kill -9, started again after " + Diary.seconds(down),
        down,
        () -> stack.kill(LocalServer.S3),
        () -> stack.restart(LocalServer.S3));
  }

  private Fault shardRoll() {
    return new Fault(
        FaultKind.SHARD_ROLL,
        "every shard ends and has a child",
        Duration.ZERO,
        shards::roll,
        () -> {});
  }

  private static double share(Random random) {
    return 0.2 + random.nextDouble() * 0.5;
  }

  private static Duration millis(Random random, int least, int most) {
    return Duration.ofMillis(least + random.nextInt(most - least));
  }
}
