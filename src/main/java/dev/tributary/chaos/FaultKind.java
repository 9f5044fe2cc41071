package dev.tributary.chaos;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;

/** What can go wrong. The lanes go beside each other. */
public enum FaultKind {
  WORKER_KILL(Lane.WORKERS),
  WORKER_PAUSE(Lane.WORKERS),
  WORKER_STOP(Lane.WORKERS),
  OPENSEARCH_KILL(Lane.OPENSEARCH),
  OPENSEARCH_PAUSE(Lane.OPENSEARCH),
  QUEUE_FULL(Lane.OPENSEARCH),
  READ_ONLY(Lane.OPENSEARCH),
  DELAYS(Lane.NETWORK),
  CUTS(Lane.NETWORK),
  DUPLICATES(Lane.NETWORK),
  S3_KILL(Lane.S3),
  S3_PAUSE(Lane.S3),
  SHARD_ROLL(Lane.STREAM);

  /** Faults that come one after the other, with calm between them. */
  enum Lane {
    WORKERS(2000, 8000),
    /** Calmer than the others: while it is away, nothing else can be seen to go wrong. */
    OPENSEARCH(2000, 6000),
    NETWORK(100, 800),
    S3(1000, 6000),
    STREAM(3000, 10000);

    private final int shortestCalm;
    private final int longestCalm;

    Lane(int shortestCalm, int longestCalm) {
      this.shortestCalm = shortestCalm;
      this.longestCalm = longestCalm;
    }

    /** In milliseconds. */
    int calm(Random random) {
      return shortestCalm + random.nextInt(longestCalm - shortestCalm);
    }

    List<FaultKind> kinds() {
      return Arrays.stream(FaultKind.values()).filter(kind -> kind.lane == this).toList();
    }
  }

  private final Lane lane;

  FaultKind(Lane lane) {
    this.lane = lane;
  }

  Lane lane() {
    return lane;
  }

  /** As people write it: {@code worker-kill}. */
  public String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The kind of that title. */
  public static Optional<FaultKind> of(String title) {
    return Arrays.stream(values()).filter(kind -> kind.title().equals(title)).findFirst();
  }
}
