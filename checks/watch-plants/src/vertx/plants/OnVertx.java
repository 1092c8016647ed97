package plants;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Vert.x, whose blocking code runs on its worker threads. It has no access log with the moment and
 * the duration of a request, so a handler writes one as JSON.
 */
public final class OnVertx implements Server {
  private Writer log;

  @Override
  public int start(Orders orders, Path file) throws Exception {
    log = Files.newBufferedWriter(file);
    Vertx vertx = Vertx.vertx();
    HttpServer server = vertx.createHttpServer();
    server.requestHandler(request -> answer(vertx, orders, request));
    return server
        .listen(0, "127.0.0.1")
        .toCompletionStage()
        .toCompletableFuture()
        .get()
        .actualPort();
  }

  private void answer(Vertx vertx, Orders orders, HttpServerRequest request) {
    Instant start = Instant.now();
    long startNs = System.nanoTime();
    vertx
        .executeBlocking(() -> orders.answer(request.path()), false)
        .onComplete(done -> {
          int status = done.succeeded() ? 200 : 500;
          request
              .response()
              .setStatusCode(status)
              .end(done.succeeded() ? done.result() : "failed")
              .onComplete(sent -> write(start, System.nanoTime() - startNs, request, status));
        });
  }

  private synchronized void write(
      Instant start, long lengthNs, HttpServerRequest request, int status) {
    try {
      log.write(
          "{\"time\":\"%s\",\"duration_ns\":%d,\"method\":\"%s\",\"path\":\"%s\",\"status\":%d}%n"
              .formatted(start, lengthNs, request.method(), request.path(), status));
      log.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
