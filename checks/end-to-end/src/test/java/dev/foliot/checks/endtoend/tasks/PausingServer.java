package dev.foliot.checks.endtoend.tasks;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server that collects garbage once a second, with enough live objects for a pause of some tens
 * of milliseconds: {@code PausingServer PORT [DIES_AFTER_REQUESTS]}. It has a child process.
 */
public final class PausingServer {
  private static final int LIVE = 400_000;
  private static final int BYTES = 64;
  private static final long EVERY_MS = 1_000;
  private static final int EXIT = 7;

  private PausingServer() {}

  /** Serves until it is ended. */
  public static void main(String[] args) throws IOException {
    List<byte[]> live = new ArrayList<>();
    for (int i = 0; i < LIVE; i++) {
      live.add(new byte[BYTES]);
    }
    new Timer(true)
        .schedule(
            new TimerTask() {
              @Override
              public void run() {
                System.gc();
              }
            },
            EVERY_MS,
            EVERY_MS);
    new ProcessBuilder("sleep", "1000").start();
    int most = args.length > 1 ? Integer.parseInt(args[1]) : Integer.MAX_VALUE;
    AtomicInteger requests = new AtomicInteger();
    InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    HttpServer server =
        HttpServer.create(new InetSocketAddress(here, Integer.parseInt(args[0])), 0);
    server.setExecutor(Executors.newFixedThreadPool(8));
    server.createContext(
        "/",
        exchange -> {
          if (requests.incrementAndGet() > most) {
            System.err.println("out of ideas after " + live.size() + " objects");
            Runtime.getRuntime().halt(EXIT);
          }
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
  }
}
