package dev.tributary.enrich.objects;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/** S3 itself, by the SDK. It follows no redirects and unpacks nothing. Thread-safe. */
final class S3Store implements ObjectStore {
  private final Map<String, Site> sites;
  private final S3Clients clients;

  /**
   * @param sites by bucket
   */
  S3Store(Map<String, Site> sites, S3Clients clients) {
    this.sites = Map.copyOf(sites);
    this.clients = clients;
  }

  @Override
  public CompletableFuture<Reply> get(
      ObjectReference reference, Optional<String> unless, Intake intake) {
    return call(
        () ->
            client(reference)
                .getObject(
                    request ->
                        request
                            .bucket(reference.bucket())
                            .key(reference.key())
                            .versionId(reference.versionId().orElse(null))
                            .ifNoneMatch(unless.orElse(null)),
                    new S3Body(intake)));
  }

  @Override
  public CompletableFuture<Reply> head(ObjectReference reference) {
    return call(
        () ->
            client(reference)
                .headObject(
                    request ->
                        request
                            .bucket(reference.bucket())
                            .key(reference.key())
                            .versionId(reference.versionId().orElse(null)))
                .thenApply(S3Store::described));
  }

  private static Reply described(HeadObjectResponse head) {
    return new Reply.Described(
        Optional.ofNullable(head.eTag()),
        Optional.ofNullable(head.versionId()),
        head.contentLength() == null ? 0 : head.contentLength());
  }

  private S3AsyncClient client(ObjectReference reference) {
    return clients.of(sites.get(reference.bucket()));
  }

  private static CompletableFuture<Reply> call(Supplier<CompletableFuture<Reply>> request) {
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    CompletableFuture<Reply> call;
    try {
      call = request.get();
    } catch (RuntimeException e) {
      reply.complete(S3Failures.reply(e));
      return reply;
    }
    var unused =
        call.whenComplete(
            (answer, failure) ->
                reply.complete(failure == null ? answer : S3Failures.reply(failure)));
    // Where somebody else completed it, nobody waits for the call any more.
    var unusedToo = reply.whenComplete((answer, failure) -> call.cancel(true));
    return reply;
  }

  @Override
  public void close() {
    clients.close();
  }
}
