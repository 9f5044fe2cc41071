package dev.tributary.local;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A server that starts at once. {@code GET /end} makes it end, as a crash would. */
public final class TinyServer {
  private TinyServer() {}

  public static void main(String[] args) throws Exception {
    System.out.println("tiny server on " + args[0]);
    var address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
    HttpServer server = HttpServer.create(address, 0);
    server.createContext(
        "/",
        exchange -> {
          if (exchange.getRequestURI().getPath().equals("/end")) {
            System.out.println("the tiny server's last words");
            Runtime.getRuntime().halt(9);
          }
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
  }
}
