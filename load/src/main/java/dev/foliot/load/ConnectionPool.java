package dev.foliot.load;

import dev.foliot.bench.NanoClock;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop, by number. Everything here happens in that loop.
 *
 * <p>A connection that is not there is made when a request needs it, as part of the request.
 */
final class ConnectionPool implements Wire {
  /** More at once would overflow the queue of a usual listener, and be refused or wait a second. */
  private static final int CONNECTING_AT_ONCE = 64;

  private static final long MS = 1_000_000;

  /** Timers of the loop are exact below this; it is woken before a later time, and looks again. */
  private static final long EXACT_NS = 8 * MS;

  private static final long EARLIER_NS = 3 * MS;
  private static final long SLACK_MS = 1_000;

  private final EventLoop loop;
  private final Transport transport;
  private final InetSocketAddress address;
  private final Requests requests;
  private final LoadPlan plan;
  private final NanoClock clock;
  private final @Nullable HttpConnection[] links;
  private final ByteBuf scratch = Unpooled.buffer(1 << 10);
  private final Consumer<@Nullable RuntimeException> ended;
  private @Nullable RequestScheduler scheduler;
  private long armedNs = Long.MAX_VALUE;
  private int open;
  private int prepared;
  private int failedToPrepare;

  /**
   * @param connections how many are this loop's
   * @param ended hears that the scheduler has come to its end, or by what fault of ours it never
   *     will
   */
  ConnectionPool(
      EventLoop loop,
      Transport transport,
      InetSocketAddress address,
      LoadPlan plan,
      NanoClock clock,
      int connections,
      Consumer<@Nullable RuntimeException> ended) {
    this.loop = loop;
    this.transport = transport;
    this.address = address;
    this.plan = plan;
    this.requests = new Requests(plan);
    this.clock = clock;
    this.links = new HttpConnection[connections];
    this.ended = ended;
  }

  /** Whose wire this is. */
  void serve(RequestScheduler whose) {
    scheduler = whose;
  }

  /** Makes the connections before the load, a few at once; those that fail are left for later. */
  void prepare(Runnable ready) {
    if (!plan.keepAlive()) {
      ready.run();
      return;
    }
    int[] connecting = {0};
    for (int i = 0; i < Math.min(CONNECTING_AT_ONCE, links.length); i++) {
      connecting[0]++;
      prepareNext(connecting, ready);
    }
  }

  private void prepareNext(int[] connecting, Runnable ready) {
    // a target that is not there need not be asked for every connection
    if (prepared == links.length || failedToPrepare >= CONNECTING_AT_ONCE) {
      if (--connecting[0] == 0) {
        ready.run();
      }
      return;
    }
    HttpConnection link = connect(prepared++);
    link.whenConnected(ok -> {
      failedToPrepare += ok ? 0 : 1;
      prepareNext(connecting, ready);
    });
  }

  private HttpConnection connect(int number) {
    HttpConnection link = new HttpConnection(this, number);
    links[number] = link;
    ChannelFuture connecting =
        new Bootstrap()
            .group(loop)
            .channel(transport.channel())
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) (plan.timeoutNs() / MS + SLACK_MS))
            .handler(link.pipeline())
            .connect(address);
    link.connecting(connecting);
    return link;
  }

  @Override
  public void send(int connection, int phase, long number) {
    Draw draw = new Draw(plan.seed(), phase, number);
    HttpConnection link = links[connection];
    if (link == null) {
      link = connect(connection);
    }
    link.send(requests.of(draw), draw);
  }

  @Override
  public boolean abort(int connection) {
    HttpConnection link = links[connection];
    if (link == null) {
      return false;
    }
    boolean connecting = link.isConnecting();
    gone(link);
    link.close();
    return connecting;
  }

  @Override
  public void wakeAt(long timeNs) {
    if (timeNs >= armedNs) {
      return;
    }
    armedNs = timeNs;
    long waitNs = Math.max(0, timeNs - clock.nanoTime());
    long sleepNs = waitNs > EXACT_NS ? waitNs - EARLIER_NS : waitNs;
    ScheduledFuture<?> _ = loop.schedule(() -> woken(timeNs), sleepNs, TimeUnit.NANOSECONDS);
  }

  private void woken(long timeNs) {
    if (armedNs == timeNs) {
      armedNs = Long.MAX_VALUE;
    }
    turn();
  }

  /** A fault of ours must not be swallowed by the event loop, which would wait for ever then. */
  private void turn() {
    try {
      if (scheduler != null) {
        scheduler.turn();
      }
    } catch (RuntimeException e) {
      ended.accept(e);
      throw e;
    }
  }

  @Override
  public int open() {
    return open;
  }

  /** Ends the load before its end: nothing is sent any more. */
  void stop() {
    scheduler = null;
    closeAll();
  }

  private void closeAll() {
    for (HttpConnection link : links) {
      if (link != null) {
        link.close();
      }
    }
  }

  @Override
  public void finished() {
    closeAll();
    scratch.release();
    ended.accept(null);
  }

  /** A connection was made. */
  void opened() {
    open++;
  }

  /** A connection that was made is closed. */
  void closed() {
    open--;
  }

  /** A connection is not to be used again. */
  void gone(HttpConnection link) {
    if (links[link.number()] == link) {
      links[link.number()] = null;
    }
  }

  /** A request has ended. */
  void ended(HttpConnection link, int code, long endNs) {
    try {
      if (scheduler != null) {
        scheduler.ended(link.number(), code, endNs);
      }
    } catch (RuntimeException e) {
      ended.accept(e);
      throw e;
    }
  }

  /** Does something in the event loop, at once if this is it. */
  void inLoop(Runnable what) {
    if (loop.inEventLoop()) {
      what.run();
    } else {
      loop.execute(what);
    }
  }

  NanoClock clock() {
    return clock;
  }

  /** Whether a connection may be used again. */
  boolean keepsAlive() {
    return plan.keepAlive();
  }

  ByteBuf scratch() {
    return scratch;
  }
}
