package dev.foliot.examples.stall;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests at fixed due times from a thread of its own, whether or not earlier ones were
 * answered. A response time counts from the due time, so it includes the delay of a late client.
 */
final class OpenLoop implements AutoCloseable {
  private static final long PATIENCE_S = 60;

  private final HttpClient client;
  private final HttpRequest request;
  private final long everyNs;
  private final long beginNs;
  private final Thread thread;
  private final List<CompletableFuture<Answer>> answers = new ArrayList<>();
  private long latestNs;
  private volatile boolean isOver;

  /**
   * An answer.
   *
   * @param dueNs when the request was due
   * @param tookNs the time from then until the answer was complete
   * @param isOk whether its status is 200
   */
  record Answer(long dueNs, long tookNs, boolean isOk) {}

  private OpenLoop(HttpClient client, URI uri, int perS, long beginNs) {
    this.client = client;
    request = HttpRequest.newBuilder(uri).version(HttpClient.Version.HTTP_1_1).build();
    everyNs = 1_000_000_000L / perS;
    this.beginNs = beginNs;
    thread = new Thread(this::sendAll, "open-loop");
  }

  /** Starts one; the first request is due at a {@code System.nanoTime()}. */
  static OpenLoop start(HttpClient client, URI uri, int perS, long beginNs) {
    OpenLoop loop = new OpenLoop(client, uri, perS, beginNs);
    loop.thread.start();
    return loop;
  }

  private void sendAll() {
    for (long i = 0; !isOver; i++) {
      long dueNs = beginNs + i * everyNs;
      for (long leftNs = dueNs - System.nanoTime(); leftNs > 0; ) {
        LockSupport.parkNanos(leftNs);
        leftNs = dueNs - System.nanoTime();
      }
      latestNs = Math.max(latestNs, System.nanoTime() - dueNs);
      answers.add(
          client
              .sendAsync(request, HttpResponse.BodyHandlers.discarding())
              .handle((response, failure) -> answer(dueNs, response, failure)));
    }
  }

  private static Answer answer(
      long dueNs, @Nullable HttpResponse<?> response, @Nullable Throwable failure) {
    boolean isOk = failure == null && response != null && response.statusCode() == 200;
    return new Answer(dueNs, System.nanoTime() - dueNs, isOk);
  }

  /** Ends it, and waits for all answers. */
  List<Answer> end() {
    close();
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
    List<Answer> all = new ArrayList<>();
    for (CompletableFuture<Answer> answer : answers) {
      all.add(
          answer
              .orTimeout(Math.max(1, endNs - System.nanoTime()), TimeUnit.NANOSECONDS)
              .exceptionally(failure -> new Answer(beginNs, 0, false))
              .join());
    }
    return all;
  }

  /** How late the client sent at most, in ns; after {@link #end}. */
  long latestNs() {
    return latestNs;
  }

  /** Sends no more. */
  @Override
  public void close() {
    isOver = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
