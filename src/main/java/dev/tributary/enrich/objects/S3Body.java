package dev.tributary.enrich.objects;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * Takes in one object's bytes, as long as the intake admits them. For one attempt; the SDK calls it
 * from one thread at a time.
 */
final class S3Body
    implements AsyncResponseTransformer<GetObjectResponse, Reply>, Subscriber<ByteBuffer> {

  private final ObjectStore.Intake intake;
  private final CompletableFuture<Reply> reply = new CompletableFuture<>();
  private GetObjectResponse head;
  private Subscription subscription;
  private byte[] bytes = new byte[0];
  private int size;

  S3Body(ObjectStore.Intake intake) {
    this.intake = intake;
  }

  @Override
  public CompletableFuture<Reply> prepare() {
    return reply;
  }

  @Override
  public void onResponse(GetObjectResponse response) {
    head = response;
  }

  @Override
  public void onStream(SdkPublisher<ByteBuffer> publisher) {
    publisher.subscribe(this);
  }

  @Override
  public void onSubscribe(Subscription newSubscription) {
    subscription = newSubscription;
    Long announced = head.contentLength();
    if (announced != null) {
      if (!intake.admit(announced) || announced > Integer.MAX_VALUE) {
        refuse();
        return;
      }
      bytes = new byte[announced.intValue()];
    }
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(ByteBuffer part) {
    if (reply.isDone()) {
      return;
    }
    long total = (long) size + part.remaining();
    if (total > bytes.length) {
      // Not announced, or announced too low.
      if (!intake.admit(total) || total > Integer.MAX_VALUE / 2) {
        refuse();
        return;
      }
      bytes = Arrays.copyOf(bytes, (int) Math.max(total, 2L * bytes.length));
    }
    int length = part.remaining();
    part.get(bytes, size, length);
    size += length;
  }

  private void refuse() {
    reply.complete(new Reply.Unadmitted());
    subscription.cancel();
    bytes = new byte[0];
  }

  @Override
  public void onComplete() {
    if (head.contentLength() != null && size < head.contentLength()) {
      onError(new IOException("%d of %d bytes came".formatted(size, head.contentLength())));
      return;
    }
    reply.complete(
        new Reply.Found(
            ObjectBytes.of(size == bytes.length ? bytes : Arrays.copyOf(bytes, size)),
            Optional.ofNullable(head.eTag()),
            Optional.ofNullable(head.versionId())));
  }

  @Override
  public void onError(Throwable failure) {
    // S3 has answered, so this is the network's, whatever the SDK's client makes of it.
    reply.completeExceptionally(
        failure instanceof IOException
            ? failure
            : new IOException("the answer broke off: " + failure, failure));
  }

  @Override
  public void exceptionOccurred(Throwable failure) {
    if (head == null) {
      reply.completeExceptionally(failure);
    } else {
      onError(failure);
    }
  }
}
