package dev.foliot.load.driver;

import dev.foliot.bench.Interval;
import dev.foliot.bench.Measurement;
import dev.foliot.bench.NanoClock;
import dev.foliot.load.Failure;
import dev.foliot.load.LoadListener;
import dev.foliot.load.LoadPart;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.PhaseTally;
import dev.foliot.load.Traffic;
import dev.foliot.load.http.Addresses;
import dev.foliot.load.http.ConnectionPool;
import dev.foliot.load.http.Requests;
import dev.foliot.load.http.Transport;
import dev.foliot.load.schedule.LiveCounts;
import dev.foliot.load.schedule.LivePulse;
import dev.foliot.load.schedule.PhaseFigures;
import dev.foliot.load.schedule.PhaseVerdict;
import dev.foliot.load.schedule.RequestScheduler;
import dev.foliot.load.schedule.ScheduledPhase;
import dev.foliot.store.Redaction;
import dev.foliot.store.load.LoadGenerator;
import dev.foliot.store.load.RequestWaits;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One execution of a plan. {@link #play} is called once. */
final class LoadRun implements AutoCloseable {
  /** The lead time of the start, long enough for every loop to receive it. */
  private static final long LEAD_NS = 20_000_000;

  /** A load that runs this much longer than its maximum is broken. */
  private static final long GRACE_NS = 30_000_000_000L;

  private static final int CPUS_PER_LOOP = 2;
  private static final long END_S = 10;

  /** From one live sample to the next. */
  private static final long SAMPLE_NS = 500_000_000;

  private final LoadPlan plan;
  private final List<Addresses> addresses;
  private final String addressText;
  private final NanoClock clock;
  private final Requests requests;
  private final Transport transport;
  private final MultiThreadIoEventLoopGroup group;
  private final List<EventLoop> loops = new ArrayList<>();
  private final List<ConnectionPool> links = new ArrayList<>();
  private final List<RequestScheduler> schedulers = new ArrayList<>();
  private final List<LiveCounts> live = new ArrayList<>();
  private final List<List<Interval>> intervals = new ArrayList<>();
  private final CompletableFuture<Void> done;
  private final List<LoadPart.Phase> partPhases = new ArrayList<>();
  private @Nullable LoadPart part;
  private volatile boolean isCut;
  private volatile long cutNs;

  /**
   * Over TCP, to the plan's hosts or a proxy.
   *
   * @param addresses of each host
   */
  LoadRun(LoadPlan plan, List<Addresses> addresses, NanoClock clock) {
    this(
        plan,
        addresses,
        plan.sending().route().proxy() == null
            ? addresses.stream().map(Addresses::toString).collect(Collectors.joining(", "))
            : addresses.getFirst() + " (proxy)",
        Transport.best(),
        clock);
  }

  /** To a Unix socket. */
  LoadRun(LoadPlan plan, Path socket, NanoClock clock) {
    this(plan, socket, Transport.best(), clock);
  }

  private LoadRun(LoadPlan plan, Path socket, Transport transport, NanoClock clock) {
    this(
        plan,
        List.of(new Addresses(transport.unixAddress(socket))),
        "unix " + socket,
        transport,
        clock);
  }

  private LoadRun(
      LoadPlan plan,
      List<Addresses> addresses,
      String addressText,
      Transport transport,
      NanoClock clock) {
    this.plan = plan;
    this.addresses = addresses;
    this.addressText = addressText;
    this.transport = transport;
    this.clock = clock;
    this.requests = new Requests(plan);
    int count = loops(plan);
    group =
        new MultiThreadIoEventLoopGroup(
            count, new DefaultThreadFactory("foliot-load", true), transport.handler());
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      CompletableFuture<Void> end = new CompletableFuture<>();
      ends.add(end);
      add(i, count, end);
    }
    done = CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new));
    // the first failure ends all
    for (CompletableFuture<Void> end : ends) {
      CompletableFuture<Void> _ =
          end.whenComplete((nothing, e) -> {
            if (e != null) {
              done.completeExceptionally(e);
            }
          });
    }
  }

  private static int loops(LoadPlan plan) {
    int wanted =
        plan.sending().loops() > 0
            ? plan.sending().loops()
            : Math.max(1, Runtime.getRuntime().availableProcessors() / CPUS_PER_LOOP);
    return Math.min(wanted, plan.connections());
  }

  private void add(int number, int count, CompletableFuture<Void> end) {
    int connections = plan.connections() / count + (number < plan.connections() % count ? 1 : 0);
    List<ScheduledPhase> phases = new ArrayList<>();
    LiveCounts counts = new LiveCounts();
    live.add(counts);
    long offsetNs = 0;
    for (int i = 0; i < plan.phases().size(); i++) {
      phases.add(new ScheduledPhase(plan, i, number, count, offsetNs, counts));
      offsetNs += plan.phases().get(i).durationNs();
    }
    EventLoop loop = group.next();
    ConnectionPool wire =
        new ConnectionPool(
            loop,
            transport,
            addresses,
            requests,
            clock,
            connections,
            fault -> {
              if (fault == null) {
                end.complete(null);
              } else {
                end.completeExceptionally(fault);
              }
            });
    RequestScheduler scheduler =
        new RequestScheduler(
            clock,
            wire,
            phases,
            connections * plan.sending().streams(),
            plan.sending().timeoutNs());
    wire.serve(scheduler);
    loops.add(loop);
    links.add(wire);
    schedulers.add(scheduler);
  }

  /**
   * Opens the connections, and sends nothing.
   *
   * @return why one could not be opened; empty if all are open
   */
  Optional<String> connect() throws InterruptedException {
    prepare();
    mustAllowStreams();
    return links.stream()
        .map(ConnectionPool::lost)
        .filter(code -> code != Failure.NONE)
        .map(Failure::label)
        .findFirst();
  }

  /** Plays the plan. */
  LoadResult play(LoadListener listener) throws InterruptedException {
    List<Long> threads = threads();
    prepare();
    mustAllowStreams();
    int connected = links.stream().mapToInt(ConnectionPool::open).sum();
    long readyNs = clock.nanoTime() + LEAD_NS;
    long readyEpochMs = System.currentTimeMillis() + TimeUnit.NANOSECONDS.toMillis(LEAD_NS);
    long startAtMs = plan.execution().startAtMs();
    long startEpochMs = startAtMs == 0 ? readyEpochMs : startAtMs;
    // a due time never moves: who comes late has missed what was due
    long startNs = readyNs + TimeUnit.MILLISECONDS.toNanos(startEpochMs - readyEpochMs);
    long lateNs = Math.max(0, readyNs - startNs);
    if (lateNs >= plan.durationNs()) {
      throw FoliotException.usage(
          "the load would be over: it began %s ago; give a later --start-at"
              .formatted(Numbers.span(lateNs / 1e9)));
    }
    for (int i = 0; i < schedulers.size(); i++) {
      RequestScheduler scheduler = schedulers.get(i);
      loops.get(i).execute(() -> scheduler.begin(startNs, Math.max(startNs, readyNs)));
    }
    listener.begins(startNs);
    LivePulse pulse = new LivePulse(live, startNs);
    List<LoopWatch> watches = watch(threads, startNs, listener, pulse);
    int last = plan.phases().size() - 1;
    waitUntil(
        startNs + plan.durationNs() + 2 * plan.sending().timeoutNs() + GRACE_NS,
        last,
        listener,
        pulse);
    if (!done.isDone()) {
      throw new IllegalStateException("the driver's event loops do not come to their end");
    }
    List<PhaseResult> results = results(watches, startNs);
    LoadResult.Start start = new LoadResult.Start(startNs, startEpochMs);
    LoadGenerator generator =
        new LoadGenerator(
            plan.connections() * plan.hosts().size(),
            connected,
            schedulers.size(),
            transport.name());
    part =
        new LoadPart(
            plan,
            start,
            new LoadPart.Late(
                lateNs, schedulers.stream().mapToLong(RequestScheduler::skipped).sum()),
            addressText,
            generator,
            partPhases);
    return new LoadResult(
        Redaction.text(plan.target().toString()),
        addressText,
        start,
        plan.seed(),
        generator,
        results);
  }

  private List<Long> threads() throws InterruptedException {
    List<Long> threads = new ArrayList<>();
    for (EventLoop loop : loops) {
      CompletableFuture<Optional<Long>> told = new CompletableFuture<>();
      loop.execute(() -> told.complete(LoopWatch.callingThread()));
      get(told).ifPresent(threads::add);
    }
    return threads;
  }

  private void prepare() throws InterruptedException {
    for (int i = 0; i < loops.size(); i++) {
      ConnectionPool wire = links.get(i);
      CompletableFuture<Void> ready = new CompletableFuture<>();
      loops.get(i).execute(() -> wire.prepare(() -> ready.complete(null)));
      get(ready);
    }
  }

  /** More requests on a connection would wait unseen, in the service time. */
  private void mustAllowStreams() {
    long most = links.stream().mapToLong(ConnectionPool::allowedStreams).min().orElseThrow();
    if (most < plan.sending().streams()) {
      throw FoliotException.usage(
          "the server allows %d streams on a connection, not %d: give fewer streams, and more connections"
              .formatted(most, plan.sending().streams()));
    }
  }

  private static <T> T get(CompletableFuture<T> told) throws InterruptedException {
    try {
      return told.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the driver's event loop failed: " + e.getCause(), e);
    }
  }

  /** Samples the event loops at the ends of the phases. */
  private List<LoopWatch> watch(
      List<Long> threads, long startNs, LoadListener listener, LivePulse pulse)
      throws InterruptedException {
    List<LoopWatch> watches = new ArrayList<>();
    long atNs = startNs;
    for (int i = 0; i < plan.phases().size(); i++) {
      LoopWatch watch = new LoopWatch(clock, threads);
      watches.add(watch);
      waitUntil(atNs, i, listener, pulse);
      watch.begin();
      listener.phase(i, plan.phases().get(i));
      atNs += plan.phases().get(i).durationNs();
      waitUntil(atNs, i, listener, pulse);
      watch.end();
    }
    return watches;
  }

  /** Waits for a time, or for an earlier end of the load. */
  private void waitUntil(long timeNs, int phase, LoadListener listener, LivePulse pulse)
      throws InterruptedException {
    try {
      for (long leftNs = timeNs - clock.nanoTime();
          leftNs > 0 && !done.isDone();
          leftNs = timeNs - clock.nanoTime()) {
        done(Math.min(leftNs, SAMPLE_NS));
        listener.sample(pulse.sample(phase, clock.nanoTime()));
      }
      done(0);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the driver's event loop failed: " + e.getCause(), e);
    }
  }

  private void done(long withinNs) throws InterruptedException, ExecutionException {
    try {
      done.get(withinNs, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      // it continues
    }
  }

  /**
   * Ends the load early: it sends nothing more, waits for the answers in flight, and has results up
   * to now. Any thread.
   */
  void cut() {
    if (isCut) {
      return;
    }
    cutNs = clock.nanoTime();
    isCut = true;
    for (int i = 0; i < loops.size(); i++) {
      RequestScheduler scheduler = schedulers.get(i);
      loops.get(i).execute(scheduler::cut);
    }
  }

  /** The phases that were played; of a load that was cut, the last one up to then. */
  private List<PhaseResult> results(List<LoopWatch> watches, long startNs) {
    List<PhaseResult> results = new ArrayList<>();
    long playedNs = isCut ? Math.max(0, cutNs - startNs) : Long.MAX_VALUE;
    long offsetNs = 0;
    for (int i = 0; i < plan.phases().size(); i++) {
      long leftNs = playedNs - offsetNs;
      if (leftNs < LoadPhase.SHORTEST_NS) {
        break;
      }
      int number = i;
      long lengthNs =
          schedulers.stream()
              .mapToLong(scheduler -> scheduler.phases().get(number).durationNs())
              .max()
              .orElseThrow();
      LoadPhase phase = plan.phases().get(i).upTo(Math.min(leftNs, lengthNs));
      List<PhaseTally> tallies =
          schedulers.stream()
              .map(scheduler -> scheduler.phases().get(number).log().tally())
              .toList();
      PhaseFigures figures = new PhaseFigures(tallies, phase, plan.execution());
      LoopWatch watch = watches.get(i);
      partPhases.add(
          new LoadPart.Phase(
              phase.durationNs(),
              tallies,
              new PhaseResult.Loops(watch.view(), watch.busiestShare())));
      long cancelled =
          i > 0 && plan.phases().get(i - 1).isWarmUp() ? results.get(i - 1).counts().unsent() : 0;
      RequestWaits waits = figures.waits(cancelled, plan.schedule(i));
      results.add(
          result(phase, offsetNs, figures, waits, partPhases.getLast().loops(), plan.names()));
      intervals.add(figures.intervals());
      offsetNs += phase.durationNs();
    }
    return results;
  }

  static PhaseResult result(
      LoadPhase phase,
      long offsetNs,
      PhaseFigures figures,
      RequestWaits waits,
      PhaseResult.Loops loops,
      List<String> names) {
    Measurement measurement = figures.measurement();
    String loop =
        switch (phase.traffic()) {
          case Traffic.Open _ -> "open";
          case Traffic.Closed _ -> "closed";
          case Traffic.Idle _ -> "idle";
        };
    PhaseResult.Counts counts = figures.counts();
    return new PhaseResult(
        new PhaseResult.Played(
            phase.name(), loop, phase.traffic().toString(), offsetNs, phase.durationNs()),
        counts,
        figures.times(measurement, waits),
        figures.requests(names),
        figures.series(),
        figures.slowest(),
        loops,
        PhaseVerdict.of(phase, measurement, counts.errors(), loops));
  }

  /** What it recorded, for a sum with other parts; once it has ended. */
  LoadPart part() {
    return Objects.requireNonNull(part);
  }

  /** The intervals of each phase that was played, once it has ended. */
  List<List<Interval>> intervals() {
    return List.copyOf(intervals);
  }

  /** Closes all connections and ends the event loops. */
  @Override
  public void close() {
    addresses.forEach(Addresses::close);
    for (int i = 0; i < loops.size(); i++) {
      loops.get(i).execute(links.get(i)::stop);
    }
    group
        .shutdownGracefully(0, END_S, TimeUnit.SECONDS)
        .awaitUninterruptibly(END_S, TimeUnit.SECONDS);
  }
}
