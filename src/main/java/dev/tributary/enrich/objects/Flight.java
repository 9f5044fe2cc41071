package dev.tributary.enrich.objects;

import dev.tributary.enrich.objects.FetchResult.Fetched;
import dev.tributary.enrich.objects.FetchResult.TooLarge;
import dev.tributary.enrich.objects.FetchResult.Unavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * One fetch of one object, for all who asked for it before it was sent.
 *
 * <pre>
 *   waits for a place → sent → landed → used by all → gone
 *                        ↑       ↓ no room for its bytes
 *                        └── waits for room
 * </pre>
 *
 * It has its place until it is gone, and its bytes from when S3 announces them. One step at a time,
 * each on a worker.
 */
final class Flight {
  private final ObjectReference reference;
  private final Server server;
  private final Means means;
  private final List<Function<FetchResult, CompletableFuture<?>>> passengers = new ArrayList<>();

  private long asked;
  private boolean waitedForRoom;
  private Optional<Fetched> known = Optional.empty();
  private ByteClaim claim;
  private long room;

  /** What all flights share. */
  record Means(ObjectStore store, Calls calls, ByteCache cache, long limit, FetchCounts counts) {}

  Flight(ObjectReference reference, Server server, Means means) {
    this.reference = reference;
    this.server = server;
    this.means = means;
    this.asked = means.calls().timer().nanos();
    this.claim = new ByteClaim(server.bytes(), means.limit(), 0);
  }

  ObjectReference reference() {
    return reference;
  }

  /**
   * To be called before it is sent; {@link Flights} sees to that.
   *
   * @param passenger uses what it brings, until its future completes; that never fails
   */
  void add(Function<FetchResult, CompletableFuture<?>> passenger) {
    passengers.add(passenger);
  }

  /**
   * @param sending called when it has its place, right before it is sent
   * @param gone called when all have used what it brought
   */
  void start(Runnable sending, Runnable gone) {
    Calls calls = means.calls();
    server
        .places()
        .enter(
            1,
            () ->
                calls.run(
                    () -> {
                      sending.run();
                      send(gone);
                    }));
  }

  private void send(Runnable gone) {
    var unused =
        means.calls().send(server, asked, this::attempt).thenAccept(reply -> landed(reply, gone));
  }

  private CompletableFuture<Reply> attempt() {
    claim.close();
    claim = new ByteClaim(server.bytes(), means.limit(), room);
    room = 0;
    known = means.cache().find(reference);
    return means.store().get(reference, known.flatMap(Fetched::etag), claim);
  }

  private void landed(Reply reply, Runnable gone) {
    if (reply instanceof Reply.Unadmitted && claim.refusal() == ByteClaim.Refusal.NO_ROOM) {
      waitForRoom(gone);
      return;
    }
    FetchResult result;
    try {
      result = result(reply);
    } catch (RuntimeException e) {
      result = new Unavailable("a fault of our own: " + e);
    }
    means.counts().add(result, reply instanceof Reply.NotModified);
    CompletableFuture<?>[] uses = new CompletableFuture<?>[passengers.size()];
    for (int i = 0; i < uses.length; i++) {
      uses[i] = passengers.get(i).apply(result);
    }
    var unused =
        CompletableFuture.allOf(uses)
            .thenRun(
                () -> {
                  claim.close();
                  server.places().leave(1);
                  gone.run();
                });
  }

  /** Gives back what it has first, so that nobody waits for one who waits. */
  private void waitForRoom(Runnable gone) {
    // An object of unannounced size comes back with less than it needs; the second time it gets
    // all.
    long share = server.bytes().share(waitedForRoom ? means.limit() : claim.wanted());
    waitedForRoom = true;
    claim.close();
    Calls calls = means.calls();
    server
        .bytes()
        .enter(
            share,
            () ->
                calls.run(
                    () -> {
                      room = share;
                      asked = calls.timer().nanos();
                      send(gone);
                    }));
  }

  private FetchResult result(Reply reply) {
    if (reply instanceof Reply.Found found) {
      Fetched fetched = new Fetched(found.bytes(), found.etag(), found.versionId());
      means.cache().put(reference, fetched);
      return fetched;
    }
    if (reply instanceof Reply.NotModified && known.isPresent()) {
      return known.get();
    }
    if (reply instanceof Reply.Unadmitted) {
      return new TooLarge(means.limit());
    }
    FetchResult result = Judgement.ofGet(reference, reply);
    if (!(result instanceof Unavailable)) {
      means.cache().remove(reference);
    }
    return result;
  }
}
