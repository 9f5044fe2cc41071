package dev.tributary.local;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * DynamoDB, OpenSearch, S3 and, where it is asked for, SQS on this machine, each the real thing or
 * the stand-in that people use for it, in a process of its own that never outlives this one.
 *
 * <p>Nothing runs before {@link #start}. {@link #close} may come from another thread, such as a
 * shutdown hook, at any time, and more than once; all else belongs to one thread.
 */
public final class LocalStack implements Closeable {
  static final String ACCESS_KEY = "local";
  static final String SECRET_KEY = "locallocal";

  private final boolean dynamoDbKeepsData;
  private final RunFolder folder;
  private final Map<LocalServer, Server> servers = new EnumMap<>(LocalServer.class);
  private final CompletableFuture<String> firstDeath = new CompletableFuture<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * @throws LocalServerException if the servers are not built, or the data folder is in use
   */
  public LocalStack(LocalOptions options) {
    this(options, new Processes(options));
  }

  LocalStack(LocalOptions options, ServerFactory factory) {
    dynamoDbKeepsData = options.data().isPresent();
    folder = RunFolder.open(options);
    servers.putAll(factory.in(folder, firstDeath::complete));
  }

  /**
   * Starts all servers at once and waits until they can be used. If one fails, all are closed.
   *
   * @return this stack
   * @throws LocalServerException with the end of the log of the first server that failed
   */
  public LocalStack start() throws InterruptedException {
    var failure = new AtomicReference<RuntimeException>();
    List<Thread> starts = new ArrayList<>();
    servers.forEach(
        (name, server) ->
            starts.add(new Thread(() -> start(server, failure), "start-" + name.fileName())));
    starts.forEach(Thread::start);
    try {
      for (Thread start : starts) {
        start.join();
      }
    } catch (InterruptedException e) {
      closeQuietly();
      throw e;
    }
    if (failure.get() != null) {
      closeQuietly();
      throw failure.get();
    }
    return this;
  }

  private void start(Server server, AtomicReference<RuntimeException> failure) {
    try {
      server.start();
    } catch (RuntimeException e) {
      if (failure.compareAndSet(null, e)) {
        // The others need not be waited for.
        servers.values().forEach(Server::close);
      }
    } catch (InterruptedException e) {
      failure.compareAndSet(null, new IllegalStateException("Interrupted in a thread of ours", e));
    }
  }

  public URI dynamoDb() {
    return servers.get(LocalServer.DYNAMODB).uri();
  }

  public URI openSearch() {
    return servers.get(LocalServer.OPENSEARCH).uri();
  }

  public URI s3() {
    return servers.get(LocalServer.S3).uri();
  }

  public URI sqs() {
    return servers.get(LocalServer.SQS).uri();
  }

  public String accessKey() {
    return ACCESS_KEY;
  }

  /** Not a secret: it opens nothing but these servers, which only this machine can reach. */
  public String secretKey() {
    return SECRET_KEY;
  }

  /** A region that clients can be given; the servers take any. */
  public String region() {
    return "us-east-1";
  }

  /** The folder with data and logs. */
  public Path folder() {
    return folder.path();
  }

  public ProcessHandle process(LocalServer server) {
    return servers.get(server).handle();
  }

  /** Ends one server in good order. Its data and its port stay for {@link #restart}. */
  public void stop(LocalServer server) throws InterruptedException {
    servers.get(server).stop();
  }

  /** Ends one server as a crash would. Its data and its port stay for {@link #restart}. */
  public void kill(LocalServer server) throws InterruptedException {
    servers.get(server).kill();
  }

  /**
   * Starts one server again on its port with its data, after stopping it if it still runs.
   *
   * @throws IllegalStateException for DynamoDB without a data folder: it is in memory then, and
   *     would come back empty
   */
  public void restart(LocalServer server) throws InterruptedException {
    if (server == LocalServer.DYNAMODB && !dynamoDbKeepsData) {
      throw new IllegalStateException("DynamoDB keeps nothing without a data folder");
    }
    servers.get(server).restart();
  }

  /** Waits until a server ends that nobody asked to, and says which, with the end of its log. */
  public String awaitDeath() {
    return firstDeath.join();
  }

  @Override
  public void close() throws IOException {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    List<Server> reverse = new ArrayList<>(servers.values());
    Collections.reverse(reverse);
    reverse.forEach(Server::close);
    folder.close();
  }

  private void closeQuietly() {
    try {
      close();
    } catch (IOException e) {
      // What made it close is the thing to tell of.
    }
  }
}
