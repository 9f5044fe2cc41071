package dev.tributary.enrich.objects;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** Parts of objects in S3, by the SDK. Thread-safe. */
final class S3Blocks implements Blocks {
  private static final int BEHIND_THE_END = 416;

  private final S3AsyncClient client;

  S3Blocks(S3AsyncClient client) {
    this.client = client;
  }

  @Override
  public CompletableFuture<Answer> read(
      ObjectReference object, long from, int length, Optional<String> etag) {
    CompletableFuture<ResponseBytes<GetObjectResponse>> call;
    try {
      call =
          client.getObject(
              request ->
                  request
                      .bucket(object.bucket())
                      .key(object.key())
                      .range("bytes=%d-%d".formatted(from, from + length - 1))
                      .ifMatch(etag.orElse(null)),
              AsyncResponseTransformer.toBytes());
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(new Answer.Failed(S3Failures.reply(e)));
    }
    return call.handle(
        (block, failure) -> failure == null ? block(block) : failed(S3Failures.reply(failure)));
  }

  private static Answer block(ResponseBytes<GetObjectResponse> block) {
    byte[] bytes = block.asByteArrayUnsafe();
    GetObjectResponse head = block.response();
    return new Answer.Block(
        ObjectBytes.of(bytes), size(head, bytes), Optional.ofNullable(head.eTag()));
  }

  /** The whole object's stands behind the slash of {@code bytes 0-99/1234}. */
  private static long size(GetObjectResponse head, byte[] bytes) {
    String range = head.contentRange();
    return range == null ? bytes.length : Long.parseLong(range.substring(range.indexOf('/') + 1));
  }

  private static Answer failed(Reply reply) {
    return reply instanceof Reply.Failed failed && failed.status() == BEHIND_THE_END
        ? new Answer.BehindTheEnd()
        : new Answer.Failed(reply);
  }
}
