package dev.tributary.enrich.objects;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An HTTP server that answers, byte by byte, what the test wrote; one request a connection. */
final class ScriptedServer implements AutoCloseable {

  /** Writes the answer to the n-th request, from 1. */
  interface Script {
    void answer(int number, OutputStream out) throws IOException;
  }

  /** The request lines that came. */
  final List<String> requests = new CopyOnWriteArrayList<>();

  private final ServerSocket listener;
  private final Script script;

  ScriptedServer(Script script) throws IOException {
    this.script = script;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    TcpProxy.start("scripted", this::accept);
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  private void accept() throws IOException {
    while (true) {
      Socket socket = listener.accept();
      TcpProxy.start("scripted-answer", () -> answer(socket));
    }
  }

  private void answer(Socket socket) throws IOException {
    try (socket) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      String first = in.readLine();
      for (String line = first; line != null && !line.isEmpty(); line = in.readLine()) {}
      if (first == null) {
        return;
      }
      int number;
      synchronized (requests) {
        requests.add(first);
        number = requests.size();
      }
      script.answer(number, socket.getOutputStream());
      socket.getOutputStream().flush();
      socket.shutdownOutput();
      // Until the client hangs up, too: a close before that could overtake the answer.
      while (in.read() >= 0) {}
    }
  }

  static void write(OutputStream out, String... lines) throws IOException {
    out.write(String.join("\r\n", lines).getBytes(StandardCharsets.UTF_8));
  }

  /** A whole answer. */
  static void write(OutputStream out, int status, String body) throws IOException {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    write(
        out,
        "HTTP/1.1 %d Status".formatted(status),
        "Connection: close",
        "ETag: \"e\"",
        "Content-Length: " + length,
        "",
        body);
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
