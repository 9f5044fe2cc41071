package dev.tributary.enrich.objects;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * At most one flight at a time for each object, and one more that waits behind it for all who asked
 * since the first was sent. They do not share the first: it may bring what the object was before
 * they asked, and an object is often written just before the item that names it. Thread-safe.
 */
final class Flights {

  private static final class Lane {
    Flight first;
    boolean sent;
    Flight second;

    Lane(Flight first) {
      this.first = first;
    }
  }

  private final Function<ObjectReference, Flight> maker;
  private final Map<ObjectReference, Lane> lanes = new HashMap<>();

  Flights(Function<ObjectReference, Flight> maker) {
    this.maker = maker;
  }

  /**
   * @param use is called on a worker; the object's place and bytes are held until its future
   *     completes
   */
  <T> CompletableFuture<T> join(
      ObjectReference reference, Function<FetchResult, CompletableFuture<T>> use) {
    CompletableFuture<T> used = new CompletableFuture<>();
    Flight started = null;
    synchronized (this) {
      Lane lane = lanes.get(reference);
      if (lane == null) {
        lane = new Lane(maker.apply(reference));
        lanes.put(reference, lane);
        started = lane.first;
      } else if (lane.sent && lane.second == null) {
        lane.second = maker.apply(reference);
      }
      Flight mine = lane.sent ? lane.second : lane.first;
      mine.add(result -> complete(used, use, result));
    }
    if (started != null) {
      start(started);
    }
    return used;
  }

  private static <T> CompletableFuture<?> complete(
      CompletableFuture<T> used,
      Function<FetchResult, CompletableFuture<T>> use,
      FetchResult result) {
    CompletableFuture<T> using;
    try {
      using = use.apply(result);
    } catch (Throwable e) {
      // Also an Error is its user's; the place and the bytes must be given back all the same.
      using = CompletableFuture.failedFuture(e);
    }
    return using.handle(
        (value, failure) ->
            failure == null ? used.complete(value) : used.completeExceptionally(failure));
  }

  private void start(Flight flight) {
    flight.start(() -> sent(flight), () -> gone(flight));
  }

  private synchronized void sent(Flight flight) {
    lanes.get(flight.reference()).sent = true;
  }

  private void gone(Flight flight) {
    Flight next;
    synchronized (this) {
      Lane lane = lanes.get(flight.reference());
      next = lane.second;
      lane.first = next;
      lane.second = null;
      lane.sent = false;
      if (next == null) {
        lanes.remove(flight.reference());
      }
    }
    if (next != null) {
      start(next);
    }
  }
}
