package dev.foliot.audit;

import dev.foliot.bench.NanoClock;
import dev.foliot.text.LabException;
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
 * An HTTP/1.1 server whose behaviour is known: it answers each request a fixed time after it came,
 * any number at once, and stands still as it is planned.
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
   * What happened in a server. Times are of its clock.
   *
   * @param log every request
   * @param stalls every stall
   * @param blur by how much requests may have been logged too late
   * @param refused requests that were none
   * @param cutOff clients that were cut off, for too many connections, requests or unread answers
   * @param unlogged requests beyond the log
   * @param failure what ended it before its time, or null
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

  /** One whose readings are above 0, as the log needs them. */
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
   * Starts one on a port that is free.
   *
   * @throws LabException if there is none
   */
  static AuditServer start(AuditPlan plan) {
    return start(plan, clock());
  }

  /**
   * The same with times by a clock, whose readings must be above 0.
   *
   * @throws LabException if there is no port
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
      throw LabException.environment(
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

  /** Requests so far; any thread may ask. */
  int requests() {
    return log.size();
  }

  /** Planned stalls so far; any thread may ask. */
  int stallCount() {
    return answerer.stallCount();
  }

  /** Ends a stall in hand. */
  void cancel() {
    answerer.cancel();
  }

  /** Takes no more requests, waits for the end of a stall in hand, and says what happened. */
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

  /** Ends it however far it is. */
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
      // nothing is lost with it
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
