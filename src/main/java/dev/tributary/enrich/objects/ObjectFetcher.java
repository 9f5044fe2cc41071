package dev.tributary.enrich.objects;

import dev.tributary.config.ObjectSettings;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;

/**
 * Reads objects from S3, so many and so many bytes at a time. Whatever happens is a {@link
 * FetchResult}, never an exception. Thread-safe.
 */
public final class ObjectFetcher implements AutoCloseable {

  /** How many connections may fall silent within the time of one request. */
  private static final int STALLS = 3;

  private final ObjectStore store;
  private final Map<String, Server> servers;
  private final Calls calls;
  private final Flights flights;

  /**
   * @param servers by bucket
   */
  ObjectFetcher(
      ObjectSettings settings,
      Map<String, Server> servers,
      ObjectStore store,
      Timer timer,
      Executor workers,
      Backoff backoff) {
    this.store = store;
    this.servers = Map.copyOf(servers);
    this.calls = new Calls(timer, workers, backoff, settings.time());
    Flight.Means means =
        new Flight.Means(store, calls, new ByteCache(settings.cacheBytes()), settings.bytes());
    this.flights = new Flights(reference -> new Flight(reference, server(reference), means));
  }

  /**
   * @param region for buckets that name none
   */
  public static ObjectFetcher open(ObjectSettings settings, String region) {
    return open(settings, region, DefaultCredentialsProvider.builder().build());
  }

  static ObjectFetcher open(
      ObjectSettings settings, String region, AwsCredentialsProvider credentials) {
    Map<String, Site> sites = Site.of(settings.buckets(), region);
    Timer timer = Timer.real();
    Executor workers = Workers.started();
    S3Clients clients =
        new S3Clients(
            sites.values(),
            workers,
            credentials,
            settings.concurrency(),
            settings.time().dividedBy(STALLS));
    return new ObjectFetcher(
        settings,
        Server.of(sites, settings, timer.nanos()),
        new S3Store(sites, clients),
        timer,
        workers,
        new Backoff(new Random()));
  }

  /**
   * Reads an object and uses it. Who asks for the same object at the same time shares one request,
   * if it was not sent yet.
   *
   * @param reference one that {@link References} allowed
   * @param use runs on a thread of the fetcher, while the object counts as in flight; it must not
   *     wait for other fetches. What it throws becomes the future's failure.
   */
  public <T> CompletableFuture<T> fetch(ObjectReference reference, Function<FetchResult, T> use) {
    return flights.join(reference, use);
  }

  /**
   * As {@link #fetch(ObjectReference, Function)}, but the bytes count no more once they are here.
   */
  public CompletableFuture<FetchResult> fetch(ObjectReference reference) {
    return fetch(reference, Function.identity());
  }

  /** Asks whether the object is there, and for its ETag, without reading it. */
  public CompletableFuture<HeadResult> head(ObjectReference reference) {
    Server server = server(reference);
    long asked = calls.timer().nanos();
    CompletableFuture<HeadResult> result = new CompletableFuture<>();
    server.places().enter(1, () -> calls.run(() -> head(reference, server, asked, result)));
    return result;
  }

  private void head(
      ObjectReference reference, Server server, long asked, CompletableFuture<HeadResult> result) {
    var unused =
        calls
            .send(server, asked, () -> store.head(reference))
            .thenAccept(
                reply -> {
                  server.places().leave(1);
                  result.complete(Judgement.ofHead(reference, reply));
                });
  }

  private Server server(ObjectReference reference) {
    Server server = servers.get(reference.bucket());
    if (server == null) {
      throw new IllegalArgumentException(
          "bucket '%s' is not in objects.buckets".formatted(reference.bucket()));
    }
    return server;
  }

  /** Fetches that are under way, and all later ones, end as unavailable. */
  @Override
  public void close() {
    calls.close();
    calls.timer().close();
    store.close();
  }
}
