package dev.tributary.table;

/** Nothing says in which AWS region the tables are. */
public final class NoRegionException extends RuntimeException {
  NoRegionException(Throwable cause) {
    super("no AWS region: set aws.region in the config, or AWS_REGION in the environment", cause);
  }
}
