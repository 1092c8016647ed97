package dev.foliot.audit;

import dev.foliot.bench.NanoClock;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 server with known behaviour: a fixed service time, unlimited concurrency, and planned
 * stalls.
 *
 * <p>Two threads: {@link RequestReader} takes requests in and {@link Answerer} answers. It listens
 * on the loopback interface only.
 */
final class AuditServer implements AutoCloseable {
  private static final int BACKLOG = 4_096;
  private static final long GRACE_MS = 10_000;

  private final ServerSocketChannel listener;
  private final Selector selector;
  private final AuditPlan plan;
  private final RequestLog log = new RequestLog();
  private final RequestReader reader;
  private final Answerer answerer;
  private final Thread readerThread;
  private final Thread answererThread;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /**
   * The history of a server. Times are of its clock.
   *
   * @param log every request
   * @param stalls every stall
   * @param blur by how much requests may have been logged too late
   * @param refused the number of invalid requests
   * @param cutOff clients cut off, for too many connections, requests or unread answers
   * @param unlogged requests beyond the log
   * @param failure what ended it early, or null
   */
  record Life(
      RequestLog log,
      List<AuditStall> stalls,
      Histogram blur,
      long refused,
      long cutOff,
      long unlogged,
      @Nullable String failure) {}

  private AuditServer(
      AuditPlan plan, ServerSocketChannel listener, Selector selector, NanoClock clock) {
    this.plan = plan;
    this.listener = listener;
    this.selector = selector;
    this.answerer = new Answerer(plan, clock, log);
    this.reader = new RequestReader(listener, selector, clock, log, answerer, plan.serviceNs());
    this.readerThread = thread("foliot-audit-in", reader);
    this.answererThread = thread("foliot-audit-out", answerer);
  }

  /** A clock with readings above 0, as the log requires. */
  private static NanoClock clock() {
    NanoClock system = NanoClock.system();
    long originNs = system.nanoTime() - 1;
    return () -> system.nanoTime() - originNs;
  }

  private Thread thread(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler((dead, e) -> failure.compareAndSet(null, e));
    return thread;
  }

  /**
   * Starts a server on a free port.
   *
   * @throws FoliotException without one
   */
  static AuditServer start(AuditPlan plan) {
    return start(plan, clock());
  }

  /**
   * Starts a server with a clock, whose readings must be above 0.
   *
   * @throws FoliotException without a free port
   */
  static AuditServer start(AuditPlan plan, NanoClock clock) {
    AuditServer server;
    try {
      ServerSocketChannel listener = ServerSocketChannel.open();
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
      listener.configureBlocking(false);
      Selector selector = Selector.open();
      listener.register(selector, SelectionKey.OP_ACCEPT);
      server = new AuditServer(plan, listener, selector, clock);
    } catch (IOException e) {
      throw FoliotException.environment(
          "no server can be started on the loopback interface: "
              + Shown.text(e.getMessage())
              + "; see whether 127.0.0.1 is up and files may be opened");
    }
    server.answererThread.start();
    server.readerThread.start();
    return server;
  }

  int port() {
    return listener.socket().getLocalPort();
  }

  String url() {
    return "http://127.0.0.1:" + port() + "/";
  }

  /** The number of requests so far; for any thread. */
  int requests() {
    return log.size();
  }

  /** The number of planned stalls so far; for any thread. */
  int stallCount() {
    return answerer.stallCount();
  }

  /** Ends the current stall. */
  void cancel() {
    answerer.cancel();
  }

  /** Takes no more requests, waits for the end of the current stall, and returns the history. */
  Life stop() throws InterruptedException {
    answerer.stop();
    answererThread.join(TimeUnit.NANOSECONDS.toMillis(plan.stallNs()) + GRACE_MS);
    reader.stop();
    readerThread.join(GRACE_MS);
    if (answererThread.isAlive() || readerThread.isAlive()) {
      throw new IllegalStateException("the audited server does not end");
    }
    Throwable e = failure.get();
    return new Life(
        log,
        answerer.stalls(),
        reader.blur(),
        reader.refused(),
        reader.cutOff() + answerer.unread(),
        reader.unlogged(),
        e == null ? null : e.toString());
  }

  /** Ends it in any state. */
  @Override
  public void close() {
    answerer.cancel();
    reader.stop();
    try {
      listener.close();
      answererThread.join(GRACE_MS);
      readerThread.join(GRACE_MS);
      selector.close();
    } catch (IOException e) {
      // nothing is lost
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
