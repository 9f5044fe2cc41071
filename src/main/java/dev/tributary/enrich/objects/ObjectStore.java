package dev.tributary.enrich.objects;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * S3 as fetching needs it: each call is one attempt. Calls do not throw, and their futures do not
 * fail. Completing such a future from outside ends its call.
 */
interface ObjectStore extends AutoCloseable {

  /**
   * @param unless the ETag of what is there already
   */
  CompletableFuture<Reply> get(ObjectReference reference, Optional<String> unless, Intake intake);

  CompletableFuture<Reply> head(ObjectReference reference);

  @Override
  void close();

  /** Asked before bytes are taken in; one thread at a time. */
  interface Intake {

    /**
     * @param total all bytes of the object, as announced or as they came so far
     * @return false to end the call, with {@link Reply.Unadmitted}
     */
    boolean admit(long total);
  }
}
