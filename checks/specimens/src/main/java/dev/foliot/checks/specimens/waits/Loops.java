package dev.foliot.checks.specimens.waits;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** A thread that serves all connections of a server. */
final class Loops {
  private static final int CLIENTS = 4;
  private static final int BACKLOG = 100;
  private static final long WORK_MS = 10;
  private static final int OK = 200;

  private Loops() {}

  static List<WaitSpecimen> all() {
    return List.of(
        WaitSpecimen.affected(
            "loop-sleeps",
            "The handler of an HTTP server sleeps in the thread that serves all connections.",
            "blocked-event-loop",
            Loops.class.getName() + ".answer",
            () -> serve(Runnable::run)),
        WaitSpecimen.control(
            "loop-hands-on",
            "The same handler in workers of its own.",
            () -> serve(Executors.newFixedThreadPool(CLIENTS))));
  }

  private static void serve(Executor handlers) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    server.createContext("/", Loops::answer);
    server.setExecutor(handlers);
    server.start();
    URL url =
        URI.create(
                "http://"
                    + server.getAddress().getHostString()
                    + ":"
                    + server.getAddress().getPort())
            .toURL();
    Players.repeat(
        CLIENTS,
        "client-",
        () -> {
          try (InputStream answer = url.openStream()) {
            answer.readAllBytes();
          }
        });
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try {
      Thread.sleep(WORK_MS);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    exchange.sendResponseHeaders(OK, -1);
    exchange.close();
  }
}
