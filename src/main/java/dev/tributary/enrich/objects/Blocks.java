package dev.tributary.enrich.objects;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** S3 as reading large objects needs it: each call is one attempt, and its future does not fail. */
@FunctionalInterface
interface Blocks {

  /**
   * @param etag what the object must still be
   */
  CompletableFuture<Answer> read(
      ObjectReference object, long from, int length, Optional<String> etag);

  /** What came of it. */
  sealed interface Answer {
    /**
     * @param size of the whole object
     */
    record Block(ObjectBytes bytes, long size, Optional<String> etag) implements Answer {}

    /** Nothing begins there: the object ends before. */
    record BehindTheEnd() implements Answer {}

    record Failed(Reply reply) implements Answer {}
  }
}
