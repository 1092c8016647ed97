package dev.foliot.bench;

import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts a task under load in this JVM and measures it.
 *
 * <p>One run at a time in a JVM; the numbers of two at once would be each other's noise.
 */
public final class BenchRunner {
  /** Between the decision to start a load and its first message, so that every thread is there. */
  private static final long LEAD_NS = 20_000_000;

  private static final long LEAD_PER_PRODUCER_NS = 2_000_000;

  private final BenchTask task;
  private final BenchConfig config;
  private final BenchListener listener;
  private final NanoClock clock;

  /** What the clock counts from, so that its readings are never negative. */
  private final long originNs;

  private final Stop stop = new Stop();
  private final Faults faults = new Faults();
  private final int cpus = Runtime.getRuntime().availableProcessors();

  private BenchRunner(BenchTask task, BenchConfig config, BenchListener listener) {
    this.task = task;
    this.config = config;
    this.listener = listener;
    NanoClock system = NanoClock.system();
    this.originNs = system.nanoTime();
    this.clock = () -> system.nanoTime() - originNs;
  }

  /**
   * Runs a task from its set-up to its tear-down.
   *
   * @return what was measured; with a reason in it if the load ended early
   * @throws BenchFailedException if nothing could be measured
   * @throws BadOptionException if the configuration cannot be used in this JVM
   */
  public static Measurement run(BenchTask task, BenchConfig config) {
    return run(task, config, BenchListener.NONE);
  }

  /** The same, with a listener. */
  public static Measurement run(BenchTask task, BenchConfig config, BenchListener listener) {
    return new BenchRunner(task, config, listener).run();
  }

  private Measurement run() {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {
      faults.add(e);
      stop.ask("thread " + Shown.text(thread.getName()) + " died of " + Faults.describe(e));
      if (before != null) {
        before.uncaughtException(thread, e);
      }
    });
    try {
      return measure();
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  /** Measures, and tears the task down whatever happens, unless it holds a thread. */
  private Measurement measure() {
    listener.phase(Phase.SET_UP);
    ClockCheck clockCheck = ClockCheck.of(NanoClock.system());
    Probes probes = new Probes(clock, cpus);
    WaitPlan plan = WaitPlan.of(config, cpus);
    MeasurementBuilder builder =
        new MeasurementBuilder(config, plan, clockCheck, cpus, probes, originNs);
    Loads loads;
    try {
      loads = loads(probes, plan, builder);
    } catch (RuntimeException | Error e) {
      tearDownAfter(e);
      throw e;
    }
    keepGoing("tearDown", task::tearDown);
    listener.phase(Phase.ENDED);
    return builder.build(
        loads.warmup(), loads.measured(), loads.jitter(), stop.reason(), faults.first());
  }

  /** What was played, and what the pause meter saw meanwhile. */
  private record Loads(Load warmup, Load measured, Jitter jitter) {}

  private Loads loads(Probes probes, WaitPlan plan, MeasurementBuilder builder) {
    call("setUp", () -> task.setUp(probes));
    MessageRing ring =
        new MessageRing(RingSize.slotsPerProducer(config), config.producers(), probes.all().size());
    probes.begin(ring);
    Worker worker = new Worker(task, ring, clock, stop, faults);
    try (PauseMeter pauses = new PauseMeter(clock, plan.pauseMeterSpins());
        Dispatcher dispatcher = dispatcher(ring, worker);
        Crew crew = new Crew(config.producers(), stop, config.timeoutNs())) {
      Shared shared =
          new Shared(ring, clock, plan.producerWait(), dispatcher, stop, config.producers());
      crew.start(listener);
      pauses.start();
      Load warmup = warmUp(crew, shared);
      Load measured = measured(crew, shared, probes, pauses, warmup.nextId(config.producers()));
      keepGoing("runComplete", task::runComplete);
      builder.nameThreads(measured);
      return new Loads(warmup, measured, pauses.stop());
    }
  }

  private Dispatcher dispatcher(MessageRing ring, Worker worker) {
    Dispatch dispatch = config.dispatch();
    if (dispatch instanceof Dispatch.Threads threads) {
      return ExecutorDispatcher.threads(ring, worker, threads.count());
    }
    if (dispatch instanceof Dispatch.Adaptive) {
      return ExecutorDispatcher.adaptive(ring, worker);
    }
    if (dispatch instanceof Dispatch.AdaptiveVirtual) {
      return ExecutorDispatcher.adaptiveVirtual(ring, worker);
    }
    return dispatch instanceof Dispatch.Virtual
        ? ExecutorDispatcher.virtual(ring, worker)
        : new InlineDispatcher(worker);
  }

  private Load warmUp(Crew crew, Shared shared) {
    if (config.warmupNs() == 0) {
      return Load.NONE;
    }
    listener.phase(Phase.WARM_UP);
    long warmupNs = config.warmupNs();
    // another seed: the measured schedule must not be rehearsed
    List<Schedule> schedules = schedules(config.seed() ^ Long.MIN_VALUE, warmupNs);
    long startNs = clock.nanoTime() + leadNs();
    Load load =
        crew.play(
            0, startNs, producers(shared, schedules, warmupNs, 0, startNs, startNs + warmupNs));
    if (!stop.isAsked()) {
      call("warmedUp", task::warmedUp);
    }
    return load;
  }

  private Load measured(Crew crew, Shared shared, Probes probes, PauseMeter pauses, long firstId) {
    probes.all().forEach(probe -> probe.measureFrom(firstId));
    long refusedBefore = shared.ring().refusedEnds();
    listener.phase(Phase.MEASURE);
    JvmFacts before = JvmFacts.now();
    long durationNs = config.durationNs();
    List<Schedule> schedules = schedules(config.seed(), durationNs);
    long startNs = clock.nanoTime() + leadNs();
    long startEpochMs = System.currentTimeMillis() + leadNs() / 1_000_000;
    long latestNs = startNs + durationNs + config.timeoutNs();
    List<Producer> producers = producers(shared, schedules, durationNs, firstId, startNs, latestNs);
    pauses.record(startNs);
    Load load = crew.play(firstId, startNs, producers);
    pauses.endRecording();
    JvmFacts since = JvmFacts.now().since(before);
    listener.phase(Phase.MEASURED);
    return load.with(startEpochMs, since, shared.ring().refusedEnds() - refusedBefore);
  }

  /** One copy for each producer. Made before the start is fixed: a trace takes time to read. */
  private List<Schedule> schedules(long seed, long lengthNs) {
    List<Schedule> schedules = new ArrayList<>();
    for (int i = 0; i < config.producers(); i++) {
      schedules.add(config.arrivals().schedule(config.rate(), seed, lengthNs));
    }
    return schedules;
  }

  private List<Producer> producers(
      Shared shared,
      List<Schedule> schedules,
      long lengthNs,
      long firstId,
      long startNs,
      long latestNs) {
    List<Producer> producers = new ArrayList<>();
    for (int i = 0; i < config.producers(); i++) {
      MessageRecorder recorder =
          new MessageRecorder(
              shared.ring(),
              startNs,
              Intervals.lengthNs(lengthNs),
              Intervals.expectedWords(config, lengthNs));
      producers.add(
          new Producer(shared, schedules.get(i), firstId + i, startNs, latestNs, recorder));
    }
    return producers;
  }

  private long leadNs() {
    return LEAD_NS + config.producers() * LEAD_PER_PRODUCER_NS;
  }

  /** A call of the task's life cycle, whose failure ends the bench without a measurement. */
  private void call(String name, Call call) {
    try {
      call.run();
    } catch (BenchFailedException e) {
      throw e;
    } catch (Throwable e) {
      throw new BenchFailedException("the task's " + name + " threw " + Faults.describe(e), e);
    }
  }

  /** A call after the measured load: its failure is told, and what was measured is kept. */
  private void keepGoing(String name, Call call) {
    try {
      call(name, call);
    } catch (BenchFailedException e) {
      stop.ask(String.valueOf(e.getMessage()));
      faults.add(e.getCause() == null ? e : e.getCause());
    }
  }

  /** What the task's tear-down throws after a failure is kept beside the failure. */
  private void tearDownAfter(Throwable failure) {
    if (failure instanceof BenchFailedException failed && failed.insideTask()) {
      return;
    }
    try {
      task.tearDown();
    } catch (Throwable e) {
      failure.addSuppressed(e);
    }
  }

  @FunctionalInterface
  private interface Call {
    void run() throws Exception;
  }
}
