package dev.tributary.enrich.objects;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Stands between a client and a server, and can break what passes. */
public final class TcpProxy implements AutoCloseable {
  private final URI server;
  private final ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

  /** How many of the next connections are cut after {@link #cutAfter} bytes of answers. */
  final AtomicInteger cuts = new AtomicInteger();

  volatile long cutAfter;
  private volatile boolean down;

  /** How many of the next connections stay open and bring no answer. */
  final AtomicInteger silences = new AtomicInteger();

  final AtomicInteger connections = new AtomicInteger();

  /** Bytes that the server sent. */
  final AtomicLong answered = new AtomicLong();

  public TcpProxy(URI server) throws IOException {
    this.server = server;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start("proxy", this::accept);
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  /** From now on every connection is cut, until it is told otherwise. */
  public void breakDown(boolean down) throws IOException {
    this.down = down;
    if (down) {
      for (Socket socket : sockets) {
        socket.close();
      }
      sockets.clear();
    }
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listener.accept();
      if (down) {
        client.close();
        continue;
      }
      sockets.add(client);
      connections.incrementAndGet();
      if (silences.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        continue;
      }
      boolean cut = cuts.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
      Socket upstream = new Socket(server.getHost(), server.getPort());
      sockets.add(upstream);
      start("proxy-up", () -> pass(client, upstream, Long.MAX_VALUE, new AtomicLong()));
      start("proxy-down", () -> pass(upstream, client, cut ? cutAfter : Long.MAX_VALUE, answered));
    }
  }

  private static void pass(Socket from, Socket to, long most, AtomicLong count) throws IOException {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[64 << 10];
      long left = most;
      while (left > 0) {
        int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
        if (read < 0) {
          return;
        }
        // First counted: who has read them may look at the count at once.
        count.addAndGet(read);
        out.write(buffer, 0, read);
        left -= read;
      }
    }
  }

  interface Task {
    void run() throws IOException;
  }

  static void start(String name, Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException e) {
                // The other side went away, or the test is over.
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
