package dev.foliot.service.run;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A server for tests, in a separate process: takes a port and a fault. */
final class SmallService {
  private SmallService() {}

  public static void main(String[] args) throws Exception {
    List<String> ills = List.of(args).subList(1, args.length);
    System.out.println("in " + System.getProperty("user.dir") + " with " + System.getenv("COLOUR"));
    if (ills.contains("dies")) {
      System.out.println("bad \u001b[31m news");
      System.exit(3);
    }
    if (ills.contains("parent")) {
      new ProcessBuilder("sleep", "1000").start();
    }
    if (ills.contains("clinging")) {
      // after the answer it ignores SIGTERM
      int _ =
          new ProcessBuilder("sh", "-c", "trap '' TERM; echo; while :; do sleep 1000; done")
              .start()
              .getInputStream()
              .read();
    }
    if (ills.contains("stubborn")) {
      Runtime.getRuntime().addShutdownHook(new Thread(SmallService::waitForEver));
    }
    serve(Integer.parseInt(args[0]), ills.contains("sick") ? 503 : 204);
  }

  private static void waitForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void serve(int port, int status) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext(
        "/",
        exchange -> {
          if (exchange.getRequestURI().getPath().equals("/die")) {
            Runtime.getRuntime().halt(9);
          }
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
  }
}
