package dev.tributary.enrich.objects;

import dev.tributary.config.ObjectSettings;
import java.util.HashMap;
import java.util.IdentityHashMap;
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

  /** The fetcher beside has so many times fewer places and bytes. */
  private static final int BESIDE = 4;

  private final Map<String, Server> servers;
  private final Flight.Means means;
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
    this(settings, servers, store, timer, workers, backoff, new FetchCounts());
  }

  private ObjectFetcher(
      ObjectSettings settings,
      Map<String, Server> servers,
      ObjectStore store,
      Timer timer,
      Executor workers,
      Backoff backoff,
      FetchCounts counts) {
    this(
        servers,
        new Flight.Means(
            store,
            new Calls(timer, workers, backoff, settings.time()),
            new ByteCache(settings.cacheBytes()),
            settings.bytes(),
            counts));
    counts.of(means.cache());
  }

  private ObjectFetcher(Map<String, Server> servers, Flight.Means means) {
    this.servers = Map.copyOf(servers);
    this.means = means;
    this.flights = new Flights(reference -> new Flight(reference, server(reference), means));
  }

  /**
   * @param region for buckets that name none
   */
  public static ObjectFetcher open(ObjectSettings settings, String region, FetchCounts counts) {
    return open(settings, region, DefaultCredentialsProvider.builder().build(), counts);
  }

  static ObjectFetcher open(
      ObjectSettings settings, String region, AwsCredentialsProvider credentials) {
    return open(settings, region, credentials, new FetchCounts());
  }

  private static ObjectFetcher open(
      ObjectSettings settings,
      String region,
      AwsCredentialsProvider credentials,
      FetchCounts counts) {
    Map<String, Site> sites = Site.of(settings.buckets(), region);
    Timer timer = Timer.real();
    Executor workers = Workers.started();
    S3Clients clients =
        new S3Clients(
            sites.values(),
            workers,
            credentials,
            settings.concurrency() + beside(settings.concurrency()),
            settings.time().dividedBy(STALLS));
    return new ObjectFetcher(
        settings,
        Server.of(sites, settings, timer.nanos()),
        new S3Store(sites, clients),
        timer,
        workers,
        new Backoff(new Random()),
        counts);
  }

  /**
   * A fetcher with a few places and bytes of its own, for those who cannot wait until what was
   * fetched here is used, since that may wait for them. It has the same connections and the same
   * cache, and ends with this one.
   */
  public ObjectFetcher beside() {
    long now = means.calls().timer().nanos();
    IdentityHashMap<Server, Server> made = new IdentityHashMap<>();
    Map<String, Server> byBucket = new HashMap<>();
    servers.forEach(
        (bucket, server) ->
            byBucket.put(
                bucket,
                made.computeIfAbsent(
                    server,
                    key ->
                        new Server(
                            (int) beside(key.places().capacity()),
                            beside(key.bytes().capacity()),
                            now))));
    return new ObjectFetcher(byBucket, means);
  }

  private static long beside(long capacity) {
    return Math.max(1, capacity / BESIDE);
  }

  private static int beside(int capacity) {
    return (int) beside((long) capacity);
  }

  /**
   * Reads an object and uses it. Who asks for the same object at the same time shares one request,
   * if it was not sent yet.
   *
   * @param reference one that {@link References} allowed
   * @param use runs on a thread of the fetcher, and must not wait. The object counts as in flight
   *     until its future completes. What it throws becomes the future's failure.
   */
  public <T> CompletableFuture<T> fetch(
      ObjectReference reference, Function<FetchResult, CompletableFuture<T>> use) {
    return flights.join(reference, use);
  }

  /** The same, with nothing but the object: its bytes count no more once they are here. */
  public CompletableFuture<FetchResult> fetch(ObjectReference reference) {
    return fetch(reference, CompletableFuture::completedFuture);
  }

  /** Runs something on one of the threads on which objects are used. */
  public void run(Runnable task) {
    means.calls().run(task);
  }

  /** Asks whether the object is there, and for its ETag, without reading it. */
  public CompletableFuture<HeadResult> head(ObjectReference reference) {
    Server server = server(reference);
    long asked = means.calls().timer().nanos();
    CompletableFuture<HeadResult> result = new CompletableFuture<>();
    server.places().enter(1, () -> run(() -> head(reference, server, asked, result)));
    return result;
  }

  private void head(
      ObjectReference reference, Server server, long asked, CompletableFuture<HeadResult> result) {
    var unused =
        means
            .calls()
            .send(server, asked, () -> means.store().head(reference))
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
    means.calls().close();
    means.calls().timer().close();
    means.store().close();
  }
}
