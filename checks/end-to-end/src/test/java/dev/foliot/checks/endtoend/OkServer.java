package dev.foliot.checks.endtoend;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** The JDK's server in this JVM; its pages below {@code /fails} have the status 503. */
final class OkServer implements AutoCloseable {
  static final byte[] BODY = "{\"ok\":true}".getBytes(StandardCharsets.UTF_8);

  private final HttpServer server;
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger heads = new AtomicInteger();
  private final Set<String> traces = ConcurrentHashMap.newKeySet();
  private final CountDownLatch asked = new CountDownLatch(100);

  OkServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            if (exchange.getRequestMethod().equals("HEAD")) {
              heads.incrementAndGet();
              exchange.sendResponseHeaders(200, -1);
              return;
            }
            requests.incrementAndGet();
            String trace = exchange.getRequestHeaders().getFirst("traceparent");
            traces.add(trace == null ? "" : trace);
            asked.countDown();
            exchange.getRequestBody().readAllBytes();
            boolean fails = exchange.getRequestURI().getPath().startsWith("/fails");
            exchange.sendResponseHeaders(fails ? 503 : 200, BODY.length);
            try (OutputStream out = exchange.getResponseBody()) {
              out.write(BODY);
            }
          }
        });
    server.start();
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  /** How many requests it had for the head of an answer alone: a part asks for the Date. */
  int heads() {
    return heads.get();
  }

  /** How many other requests it had. */
  int requests() {
    return requests.get();
  }

  /** The different trace contexts that it was sent. */
  Set<String> traces() {
    return traces;
  }

  /** Waits for a hundred requests. */
  void awaitRequests() throws InterruptedException {
    asked.await();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
