package dev.foliot.examples.load;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** A small shop: POST /orders takes an order, GET /orders/ID shows it. */
public final class Shop implements AutoCloseable {
  private static final String ORDERS = "/orders/";

  private final Map<String, String> orders = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicLong numbers = new AtomicLong();
  private final HttpServer server;

  /** Starts on a free port of 127.0.0.1. */
  public Shop() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    server.setExecutor(threads);
    server.createContext("/orders", this::answer);
    server.start();
  }

  /** The address of the shop. */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      if (exchange.getRequestMethod().equals("POST")) {
        String order = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String id = Long.toString(numbers.incrementAndGet());
        orders.put(id, order);
        exchange.getResponseHeaders().add("Location", ORDERS + id);
        send(exchange, 201, order);
      } else if (path.startsWith(ORDERS) && orders.containsKey(path.substring(ORDERS.length()))) {
        send(exchange, 200, orders.get(path.substring(ORDERS.length())));
      } else {
        send(exchange, 404, "no such order");
      }
    }
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
