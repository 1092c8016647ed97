package dev.foliot.load.http;

import dev.foliot.bench.NanoClock;
import dev.foliot.load.Draw;
import dev.foliot.load.Failure;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Target;
import dev.foliot.load.schedule.RequestScheduler;
import dev.foliot.load.schedule.RequestTimes;
import dev.foliot.load.schedule.User;
import dev.foliot.load.schedule.Wire;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop, by number. Used only by that loop.
 *
 * <p>Each host has as many connections as there may be: those of the first host have the first
 * numbers. A request in flight has a slot, and uses the connection of this slot to its host.
 *
 * <p>A missing connection is opened when a request needs it, as part of the request.
 */
public final class ConnectionPool implements Wire {
  /** More at once would overflow the queue of a usual listener, and be refused or wait a second. */
  private static final int CONNECTING_AT_ONCE = 64;

  private static final long MS = 1_000_000;

  /**
   * Timers of the loop are exact below this; for a later time it wakes earlier, and checks again.
   */
  private static final long EXACT_NS = 8 * MS;

  private static final long EARLIER_NS = 3 * MS;
  private static final long SLACK_MS = 1_000;

  private final EventLoop loop;
  private final Transport transport;
  private final List<Host> hosts;
  private final Requests requests;
  private final LoadPlan plan;
  private final NanoClock clock;
  private final @Nullable Connection[] links;
  private final int perHost;

  /** Whether the first connection of a number was opened. */
  private final boolean[] wasOpened;

  private final RequestTimes[] times;

  /** Which connection has the request of a slot: a new one may have taken the place of an old. */
  private final @Nullable Connection[] ofSlot;

  /** Whose request is the last one of a slot. */
  private final @Nullable SequenceUser[] users;

  private final ByteBuf scratch = Unpooled.buffer(1 << 10);
  private final Consumer<@Nullable RuntimeException> ended;
  private @Nullable RequestScheduler scheduler;
  private long armedNs = Long.MAX_VALUE;
  private int open;
  private int prepared;
  private int failedToPrepare;

  /** Why the last connection that could not be opened before the load failed. */
  private volatile int lost = Failure.NONE;

  private volatile long allowedStreams = Long.MAX_VALUE;

  /**
   * Where connections lead to.
   *
   * @param target the host
   * @param addresses its own, or those of a proxy
   * @param tls what secures connections to it; null where nothing does
   */
  private record Host(Target target, Addresses addresses, @Nullable SslContext tls) {}

  /**
   * @param addresses of each host of the plan, in its order
   * @param connections the number for this loop, to each host
   * @param ended completes when the scheduler has finished, or with an internal error
   */
  public ConnectionPool(
      EventLoop loop,
      Transport transport,
      List<Addresses> addresses,
      Requests requests,
      NanoClock clock,
      int connections,
      Consumer<@Nullable RuntimeException> ended) {
    this.loop = loop;
    this.transport = transport;
    this.requests = requests;
    this.plan = requests.plan();
    this.clock = clock;
    this.hosts = hosts(plan, addresses);
    this.perHost = connections;
    this.wasOpened = new boolean[connections * hosts.size()];
    this.links = new Connection[connections * hosts.size()];
    int slots = connections * plan.sending().streams();
    this.times = new RequestTimes[slots];
    this.ofSlot = new Connection[slots];
    this.users = new SequenceUser[slots];
    Arrays.setAll(times, number -> new RequestTimes());
    this.ended = ended;
  }

  private static List<Host> hosts(LoadPlan plan, List<Addresses> addresses) {
    List<Target> targets = plan.hosts();
    SslContext tls =
        targets.stream().anyMatch(Target::secure)
            ? plan.sending().tls().context(plan.sending().protocol())
            : null;
    return IntStream.range(0, targets.size())
        .mapToObj(
            i -> new Host(targets.get(i), addresses.get(i), targets.get(i).secure() ? tls : null))
        .toList();
  }

  /** The host that a connection leads to. */
  private Host host(int number) {
    return hosts.get(number / perHost);
  }

  /** The slot of a connection that has one request at a time. */
  int slot(int number) {
    return number % perHost;
  }

  /** Sets the scheduler that uses this wire. */
  public void serve(RequestScheduler whose) {
    scheduler = whose;
  }

  /** Opens the connections before the load, a few at once; failed ones are opened later. */
  public void prepare(Runnable ready) {
    if (!plan.sending().keepAlive()) {
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
    // an unreachable target is not tried for every connection
    if (prepared == links.length || failedToPrepare >= CONNECTING_AT_ONCE) {
      if (--connecting[0] == 0) {
        ready.run();
      }
      return;
    }
    Connection link = connect(prepared++);
    link.whenConnected(ok -> {
      failedToPrepare += ok ? 0 : 1;
      lost = ok ? lost : link.lost();
      prepareNext(connecting, ready);
    });
  }

  private Connection connect(int number) {
    Connection link = requests.codec().connection(this, number);
    links[number] = link;
    // the first ones are replaced one after the other
    double share = wasOpened[number] ? 1 : (number % perHost + 1.0) / perHost;
    wasOpened[number] = true;
    link.open(host(number).addresses().next(), share);
    return link;
  }

  /** What opens a connection with a channel of its own. */
  Bootstrap bootstrap() {
    boolean isUnix = plan.sending().route().unixSocket() != null;
    Bootstrap bootstrap = new Bootstrap().group(loop).channel(channelType());
    if (!isUnix) {
      bootstrap.option(ChannelOption.TCP_NODELAY, true);
    }
    return bootstrap.option(
        ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) (plan.sending().timeoutNs() / MS + SLACK_MS));
  }

  /** The class of its channels. */
  Class<? extends Channel> channelType() {
    return plan.sending().route().unixSocket() != null ? transport.unix() : transport.channel();
  }

  /** The loop that uses it. */
  EventLoop loop() {
    return loop;
  }

  @Override
  public void send(int slot, int phase, long number) {
    Draw draw = plan.draw(phase, number);
    Script script = requests.of(draw);
    send(slot, script.requests().getFirst(), draw, script.hasUser() ? user(script, draw) : null);
  }

  private SequenceUser user(Script script, Draw draw) {
    return new SequenceUser(
        this,
        script,
        draw,
        script.cookies()
            ? hosts.stream()
                .map(host -> new Cookies(host.target().host(), host.target().secure()))
                .toList()
            : List.of());
  }

  /** Sends a request of a user, or a single one. */
  void send(int slot, Request request, Draw draw, @Nullable SequenceUser user) {
    users[slot] = user;
    times[slot].begin(request.kind(), clock.nanoTime());
    sendOn(slot, request, draw, user);
  }

  /** Sends the request that a redirect leads to; for the scheduler it is the same one. */
  void follow(int slot, Hop hop) {
    if (scheduler != null) {
      times[slot].redirected(clock.nanoTime());
      sendOn(slot, hop.request(), hop.draw(), hop.user());
    }
  }

  private void sendOn(int slot, Request request, Draw draw, @Nullable SequenceUser user) {
    // the first requests go to different connections
    int place = request.host() * perHost + slot % perHost;
    Addresses addresses = hosts.get(request.host()).addresses();
    Connection link = links[place];
    if (link != null && !link.takes(plan.sending().reuse(), addresses)) {
      link.retire();
      link = null;
    }
    if (link == null) {
      link = connect(place);
      boolean _ = link.takes(plan.sending().reuse(), addresses);
    }
    ofSlot[slot] = link;
    link.send(slot, request, draw, user);
  }

  @Override
  public @Nullable User user(int connection) {
    return users[connection];
  }

  @Override
  public int abort(int slot) {
    Connection link = ofSlot[slot];
    ofSlot[slot] = null;
    return link == null ? Failure.TIME_OUT.code() : link.abort(slot);
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

  /** Catches internal errors, which the event loop would swallow and then wait for ever. */
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
  public RequestTimes times(int connection) {
    return times[connection];
  }

  @Override
  public int open() {
    return open;
  }

  /** Ends the load early: sends nothing more. */
  public void stop() {
    scheduler = null;
    closeAll();
  }

  private void closeAll() {
    for (Connection link : links) {
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

  /** Counts an opened connection. */
  void opened() {
    open++;
  }

  /** Counts a closed connection. */
  void closed() {
    open--;
  }

  /** Drops a connection, which must not be used again. */
  void gone(Connection link) {
    if (link.equals(links[link.number()])) {
      links[link.number()] = null;
    }
  }

  /** Ends a request. */
  void ended(int slot, int code, long endNs) {
    ofSlot[slot] = null;
    try {
      if (scheduler != null) {
        scheduler.ended(slot, code, endNs);
      }
    } catch (RuntimeException e) {
      ended.accept(e);
      throw e;
    }
  }

  /** Takes an event of the stream that answers a request. */
  void event(int slot) {
    if (scheduler != null) {
      scheduler.event(slot, clock.nanoTime());
    }
  }

  /** Runs a task in the event loop some time later. */
  void after(long ns, Runnable what) {
    ScheduledFuture<?> _ = loop.schedule(what, ns, TimeUnit.NANOSECONDS);
  }

  /** Runs a task in the event loop after what it does now. */
  void later(Runnable what) {
    loop.execute(what);
  }

  /** What secures a connection; null where nothing does. */
  @Nullable SslContext tls(int number) {
    return host(number).tls();
  }

  LoadPlan plan() {
    return plan;
  }

  /** What secures the channel of a connection; null where nothing does. */
  @Nullable SslHandler secure(int number, Channel channel) {
    Target target = host(number).target();
    SslContext context = host(number).tls();
    if (context == null) {
      return null;
    }
    String named = plan.sending().tls().serverName();
    SslHandler handler =
        context.newHandler(channel.alloc(), named == null ? target.host() : named, target.port());
    handler.setHandshakeTimeoutMillis(plan.sending().timeoutNs() / MS + SLACK_MS);
    return handler;
  }

  /** What opens a tunnel for a connection; null where none is needed. */
  @Nullable Tunnel tunnel(int number, IntConsumer told) {
    Target target = host(number).target();
    return plan.sending().route().isTunnel(target)
        ? new Tunnel(target.authority(), plan.sending().timeoutNs(), told)
        : null;
  }

  /** Whether the protocol that the handshake agreed on is the one that is spoken. */
  boolean isAgreed(@Nullable String protocol) {
    return plan.sending().protocol().isAgreed(protocol);
  }

  /** Why a connection could not be opened before the load, or {@link Failure#NONE}. */
  public int lost() {
    return lost;
  }

  /** A server said how many streams it allows on a connection. */
  void allowsStreams(long most) {
    allowedStreams = Math.min(allowedStreams, most);
  }

  /** The lowest number of streams that a connection was allowed. */
  public long allowedStreams() {
    return allowedStreams;
  }

  /** Runs a task in the event loop, at once if called from it. */
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

  /** Whether connections are reused. */
  boolean keepsAlive() {
    return plan.sending().keepAlive();
  }

  ByteBuf scratch() {
    return scratch;
  }
}
