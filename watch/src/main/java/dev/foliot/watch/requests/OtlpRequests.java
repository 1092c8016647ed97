package dev.foliot.watch.requests;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.foliot.service.run.Ports;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Receives spans by OTLP over HTTP on 127.0.0.1, as an exporter or a collector sends them. Bounded:
 * what is too much is dropped and counted. Safe for any thread.
 */
final class OtlpRequests implements RequestSource {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final int BACKLOG = 16;
  private static final int THREADS = 2;
  private static final int MOST_REQUESTS = 100_000;
  private static final int MOST_BYTES = 8 << 20;
  private static final int OK = 200;
  private static final int BAD = 400;
  private static final int NOT_FOUND = 404;
  private static final int TOO_LARGE = 413;
  private static final int UNSUPPORTED = 415;

  private final HttpServer server;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS, task -> Thread.ofPlatform().daemon().name("foliot-otlp").unstarted(task));
  private final BlockingQueue<AccessRequest> received = new ArrayBlockingQueue<>(MOST_REQUESTS);
  private final AtomicLong dropped = new AtomicLong();

  /**
   * Begins to listen.
   *
   * @param port 0 for any free one
   * @throws FoliotException if it cannot be listened on
   */
  OtlpRequests(int port) {
    try {
      server =
          HttpServer.create(
              new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), BACKLOG);
    } catch (BindException e) {
      throw FoliotException.environment("--requests otlp: port " + port + " " + Ports.refusal(e));
    } catch (IOException e) {
      throw FoliotException.environment(
          "--requests otlp: nothing can be received (" + e.getMessage() + ")");
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** The port that it listens on. */
  int port() {
    return server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String type = exchange.getRequestHeaders().getFirst("Content-Type");
      boolean isJson = type != null && type.startsWith("application/json");
      int status =
          !exchange.getRequestURI().getPath().equals("/v1/traces")
                  || !exchange.getRequestMethod().equals("POST")
              ? NOT_FOUND
              : !isJson && (type == null || !type.startsWith("application/x-protobuf"))
                  ? UNSUPPORTED
                  : receive(exchange, isJson);
      // an empty answer says that all were taken
      byte[] answer = status == OK && isJson ? new byte[] {'{', '}'} : new byte[0];
      if (type != null && status == OK) {
        exchange.getResponseHeaders().set("Content-Type", type);
      }
      exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private int receive(HttpExchange exchange, boolean isJson) throws IOException {
    try {
      byte[] body = body(exchange);
      if (body.length > MOST_BYTES) {
        return TOO_LARGE;
      }
      for (AccessRequest request :
          isJson
              ? OtlpSpans.json(new String(body, StandardCharsets.UTF_8))
              : OtlpSpans.protobuf(body)) {
        if (!received.offer(request)) {
          dropped.incrementAndGet();
        }
      }
      return OK;
    } catch (ZipException | OtlpSpans.BadExportException e) {
      return BAD;
    }
  }

  private static byte[] body(HttpExchange exchange) throws IOException {
    String encoding = exchange.getRequestHeaders().getFirst("Content-Encoding");
    try (InputStream in =
        "gzip".equals(encoding)
            ? new GZIPInputStream(exchange.getRequestBody())
            : exchange.getRequestBody()) {
      return in.readNBytes(MOST_BYTES + 1);
    }
  }

  @Override
  public List<AccessRequest> take() {
    List<AccessRequest> all = new ArrayList<>();
    received.drainTo(all);
    return all;
  }

  @Override
  public Optional<String> problem() {
    long more = dropped.getAndSet(0);
    return more == 0
        ? Optional.empty()
        : Optional.of(
            Numbers.count(more) + " requests were received faster than they are read, and dropped");
  }

  @Override
  public boolean hasMore() {
    return false;
  }

  @Override
  public boolean isRead() {
    return true;
  }

  @Override
  public String toString() {
    return "OTLP on 127.0.0.1:" + port();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
