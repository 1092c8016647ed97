package dev.foliot.cli.live;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.foliot.service.run.Ports;
import dev.foliot.store.Json;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Serves pages about something that runs on 127.0.0.1. Safe for any thread.
 *
 * <p>Other users of this machine and other pages in the browser cannot read them: their path has a
 * random word, and a request needs the right Host header, against DNS rebinding. A page gets what
 * happens by server-sent events. Metrics have a path that stays, {@code /metrics}.
 */
public final class LiveServer implements AutoCloseable {
  /** For any free port. */
  public static final String ANY_PORT = "0";

  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final int TOKEN_BYTES = 8;
  private static final int MOST_PORT = 65_535;
  private static final int BACKLOG = 16;
  private static final int MOST_READERS = 16;
  private static final long EVERY_MS = 500;
  private static final long END_S = 2;
  private static final int OK = 200;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int BUSY = 503;
  private static final String EVENTS = "events";
  private static final String OPEN_METRICS =
      "application/openmetrics-text; version=1.0.0; charset=utf-8";
  private static final String METRICS = "/metrics";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore readers = new Semaphore(MOST_READERS);
  private final LiveSite site;
  private final String path;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile String answer = "";

  /**
   * Begins to serve.
   *
   * @param port from 1 to 65535; 0 for any free one
   * @throws FoliotException if the port cannot be listened on
   */
  public LiveServer(int port, LiveSite site) {
    this.site = site;
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

  /**
   * The port of an option, 0 for any free one; empty for no page.
   *
   * @param option null if it was not given
   * @throws FoliotException if it is no port
   */
  public static OptionalInt port(@Nullable String option) {
    if (option == null) {
      return OptionalInt.empty();
    }
    if (option.matches("[0-9]{1,5}") && Integer.parseInt(option) <= MOST_PORT) {
      return OptionalInt.of(Integer.parseInt(option));
    }
    throw FoliotException.usage(
        "--serve: '"
            + Shown.text(option)
            + "' is no port: write --serve=8099, or --serve at the end of the line");
  }

  /** Where the page is. */
  public String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!isOurs(exchange.getRequestHeaders())) {
        refuse(exchange, FORBIDDEN);
      } else if (!exchange.getRequestMethod().equals("GET")) {
        refuse(exchange, NOT_FOUND);
      } else {
        answer(exchange, exchange.getRequestURI().getPath());
      }
    }
  }

  private void answer(HttpExchange exchange, String asked) throws IOException {
    Optional<String> metrics = asked.equals(METRICS) ? site.metrics() : Optional.empty();
    String below = asked.startsWith(path) ? asked.substring(path.length()) : "?";
    boolean isEvents = below.endsWith(EVENTS);
    Optional<LivePages> pages =
        site.at(isEvents ? below.substring(0, below.length() - EVENTS.length()) : below);
    if (metrics.isPresent()) {
      send(exchange, OPEN_METRICS, metrics.get());
    } else if (pages.isEmpty()) {
      refuse(exchange, NOT_FOUND);
    } else if (!isEvents) {
      send(exchange, "text/html; charset=utf-8", pages.get().html());
    } else if (!readers.tryAcquire()) {
      refuse(exchange, BUSY);
    } else {
      try {
        events(exchange, pages.get());
      } finally {
        readers.release();
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

  private static void send(HttpExchange exchange, String type, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    headers(exchange, type);
    exchange.sendResponseHeaders(OK, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  private static void headers(HttpExchange exchange, String type) {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type);
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
  }

  /** Sends the state twice a second until all ends, or until nobody reads any more. */
  private void events(HttpExchange exchange, LivePages pages) throws IOException {
    headers(exchange, "text/event-stream");
    exchange.sendResponseHeaders(OK, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      double sentS = Double.NEGATIVE_INFINITY;
      boolean first = true;
      boolean last;
      do {
        last = ended.await(first ? 0 : EVERY_MS, TimeUnit.MILLISECONDS);
        LivePages.Update update = pages.since(sentS);
        if (!update.points().isEmpty()) {
          sentS = update.points().getLast().getFirst().doubleValue();
        }
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("first", first);
        event.put("texts", update.texts());
        event.put("points", update.points());
        send(out, "state", event);
        first = false;
      } while (!last);
      send(
          out,
          "end",
          Map.of(
              "texts",
              Map.of("stage", answer, "left", answer.equals(site.ended()) ? "" : site.ended())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void send(OutputStream out, String kind, Object value) throws IOException {
    // line ends only stand between values: within texts they are escaped
    String data = Json.text(value).replace("\r", "").replace("\n", "");
    out.write(("event: " + kind + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /**
   * Tells all readers that it has ended.
   *
   * @param text the answer; what readers see last
   */
  public void end(String text) {
    if (ended.getCount() > 0) {
      answer = text.isEmpty() ? site.ended() : text;
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
