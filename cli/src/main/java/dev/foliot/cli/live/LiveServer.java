package dev.foliot.cli.live;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.foliot.report.page.LivePage;
import dev.foliot.service.run.Ports;
import dev.foliot.store.Json;
import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Serves a page about a running load on 127.0.0.1. Safe for any thread.
 *
 * <p>Other users of this machine and other pages in the browser cannot read it: its path has a
 * random word, and a request needs the right Host header, against DNS rebinding. The page gets what
 * happens by server-sent events.
 */
public final class LiveServer implements AutoCloseable {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final int TOKEN_BYTES = 8;
  private static final int BACKLOG = 16;
  private static final int MOST_READERS = 16;
  private static final long EVERY_MS = 500;
  private static final long END_S = 2;
  private static final int OK = 200;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int BUSY = 503;
  private static final String EVENTS = "events";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore readers = new Semaphore(MOST_READERS);
  private final LiveState state;
  private final String path;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile String answer = "";

  /**
   * Begins to serve.
   *
   * @param port from 1 to 65535; 0 for any free one
   * @throws FoliotException if the port cannot be listened on
   */
  public LiveServer(int port, LiveState state) {
    this.state = state;
    byte[] token = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(token);
    path = "/" + HexFormat.of().formatHex(token) + "/";
    try {
      server =
          HttpServer.create(
              new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), BACKLOG);
    } catch (BindException e) {
      throw FoliotException.environment("--serve: port " + port + " " + Ports.refusal(e));
    } catch (IOException e) {
      throw FoliotException.environment(
          "--serve: no page can be served (" + e.getMessage() + "): leave --serve out");
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** Where the page is. */
  public String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String asked = exchange.getRequestURI().getPath();
      if (!isOurs(exchange.getRequestHeaders())) {
        refuse(exchange, FORBIDDEN);
      } else if (!exchange.getRequestMethod().equals("GET")) {
        refuse(exchange, NOT_FOUND);
      } else if (asked.equals(path)) {
        page(exchange);
      } else if (!asked.equals(path + EVENTS)) {
        refuse(exchange, NOT_FOUND);
      } else if (!readers.tryAcquire()) {
        refuse(exchange, BUSY);
      } else {
        try {
          events(exchange);
        } finally {
          readers.release();
        }
      }
    }
  }

  /** Whether the browser asked for this server by its own name. */
  private boolean isOurs(Headers headers) {
    int port = server.getAddress().getPort();
    String host = headers.getFirst("Host");
    return host != null && Set.of("127.0.0.1:" + port, "localhost:" + port).contains(host);
  }

  private static void refuse(HttpExchange exchange, int status) throws IOException {
    exchange.sendResponseHeaders(status, -1);
  }

  private void page(HttpExchange exchange) throws IOException {
    byte[] html = LivePage.html(state.view().title()).getBytes(StandardCharsets.UTF_8);
    headers(exchange, "text/html; charset=utf-8");
    exchange.sendResponseHeaders(OK, html.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(html);
    }
  }

  private static void headers(HttpExchange exchange, String type) {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type);
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
  }

  /** Sends the state twice a second until the load ends, or until nobody reads any more. */
  private void events(HttpExchange exchange) throws IOException {
    headers(exchange, "text/event-stream");
    exchange.sendResponseHeaders(OK, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      double sentS = Double.NEGATIVE_INFINITY;
      boolean first = true;
      boolean last;
      do {
        last = ended.await(first ? 0 : EVERY_MS, TimeUnit.MILLISECONDS);
        LiveView view = state.view();
        List<List<Number>> points = new ArrayList<>();
        for (LivePoint point : view.points()) {
          if (point.atS() > sentS) {
            points.add(row(point));
            sentS = point.atS();
          }
        }
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("first", first);
        event.put("texts", LiveText.page(view));
        event.put("points", points);
        send(out, "state", event);
        first = false;
      } while (!last);
      send(out, "end", Map.of("texts", Map.of("stage", answer, "left", "the load has ended")));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<Number> row(LivePoint point) {
    return List.of(
        point.atS(),
        point.askedPerS(),
        point.answeredPerS(),
        point.failedPerS(),
        point.times().responseP50Ns(),
        point.times().responseP99Ns(),
        point.times().responseMaxNs(),
        point.times().latenessMaxNs(),
        point.generatorCpus());
  }

  private static void send(OutputStream out, String kind, Object value) throws IOException {
    // line ends only stand between values: within texts they are escaped
    String data = Json.text(value).replace("\r", "").replace("\n", "");
    out.write(("event: " + kind + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /**
   * Tells all readers that the load has ended.
   *
   * @param text the answer; what readers see last
   */
  public void end(String text) {
    if (ended.getCount() > 0) {
      answer = text.isEmpty() ? "The load has ended." : text;
      ended.countDown();
    }
  }

  /** Ends it, once all readers know; within two seconds. */
  @Override
  public void close() {
    end("");
    threads.shutdown();
    try {
      boolean _ = threads.awaitTermination(END_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.stop(0);
    threads.shutdownNow();
  }
}
