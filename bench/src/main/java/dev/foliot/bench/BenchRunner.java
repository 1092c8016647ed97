package dev.foliot.bench;

import dev.foliot.bench.cpus.StartCpus;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts a task under load in this JVM and measures it.
 *
 * <p>Run only one at a time in a JVM: two at once disturb each other.
 */
public final class BenchRunner {
  /**
   * Time between the decision to start a load and its first message, for all threads to get ready.
   */
  private static final long LEAD_NS = 20_000_000;

  private static final long LEAD_PER_PRODUCER_NS = 2_000_000;

  private final BenchTask task;
  private final BenchConfig config;
  private final BenchListener listener;
  private final NanoClock clock;

  /** Origin of the clock's readings, which are never negative. */
  private final long originNs;

  private final Stop stop = new Stop();
  private final Faults faults = new Faults();
  private final int cpus = StartCpus.count();

  /** The times of the measured messages, where they are not those of the configuration. */
  private final @Nullable Schedule given;

  /** Whether the calling thread is the one producer. */
  private final boolean here;

  private BenchRunner(
      BenchTask task,
      BenchConfig config,
      BenchListener listener,
      @Nullable Schedule given,
      boolean here) {
    this.given = given;
    this.here = here;
    this.task = task;
    this.config = config;
    this.listener = listener;
    NanoClock system = NanoClock.system();
    this.originNs = system.nanoTime();
    this.clock = () -> system.nanoTime() - originNs;
  }

  /**
   * Runs a task from its set-up to its tear-down. Its fields with {@link BenchParam} take their
   * only default.
   *
   * @return the measurement; it holds a reason if the load ended early
   * @throws BenchFailedException if nothing could be measured
   * @throws BadOptionException if this JVM does not support the configuration
   */
  public static Measurement run(BenchTask task, BenchConfig config) {
    return run(task, config, Map.of());
  }

  /**
   * The same, with values for the task's parameters.
   *
   * @param params by the name of the field, as {@link BenchParams#combinations} has them; others
   *     take their only default
   * @throws BadOptionException also if a name is unknown, or a value is missing or wrong
   */
  public static Measurement run(BenchTask task, BenchConfig config, Map<String, String> params) {
    return run(task, config, params, BenchListener.NONE);
  }

  /** The same, with a listener. */
  public static Measurement run(BenchTask task, BenchConfig config, BenchListener listener) {
    return run(task, config, Map.of(), listener);
  }

  /**
   * The same, with both. The calling thread makes all calls of a {@link BenchTask.SameThread}, if
   * it is the only producer.
   */
  public static Measurement run(
      BenchTask task, BenchConfig config, Map<String, String> params, BenchListener listener) {
    BenchParams.set(task, params);
    boolean here =
        task instanceof BenchTask.SameThread
            && config.producers() == 1
            && config.dispatch() instanceof Dispatch.Inline;
    return new BenchRunner(task, config, listener, null, here).run();
  }

  /**
   * The same, with the calling thread as the only producer: it makes all calls of the task.
   *
   * @param config of one producer
   * @param given the times of the measured messages; null for those of the configuration
   */
  public static Measurement runHere(
      BenchTask task, BenchConfig config, @Nullable Schedule given, BenchListener listener) {
    if (config.producers() != 1) {
      throw new BadOptionException("the calling thread is one producer: give no other number");
    }
    BenchParams.set(task, Map.of());
    return new BenchRunner(task, config, listener, given, true).run();
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

  /** Measures, then tears the task down, except while it holds a thread. */
  private Measurement measure() {
    listener.phase(Phase.SET_UP);
    ClockCheck clockCheck = ClockCheck.of(NanoClock.system());
    Probes probes = new Probes(clock, originNs, cpus, stop);
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
    return measurement(builder, loads);
  }

  private Measurement measurement(MeasurementBuilder builder, Loads loads) {
    return builder.build(
        loads.warmup(), loads.measured(), loads.jitter(), stop.reason(), faults.first());
  }

  /** The loads played, and the stalls that the pause meter recorded. */
  private record Loads(Load warmup, Load measured, Jitter jitter) {}

  private Loads loads(Probes probes, WaitPlan plan, MeasurementBuilder builder) {
    call("setUp", () -> task.setUp(probes));
    RingSize size = RingSize.of(config, probes.all().size(), Runtime.getRuntime().maxMemory());
    size.notes().forEach(builder::note);
    if (config.alloc() && JvmFacts.AllocationMeter.missesEndedThreads()) {
      builder.note("allocation is without threads that ended in the load: JDK 21 counts those too");
    }
    MessageRing ring =
        new MessageRing(size.slotsPerProducer(), config.producers(), probes.all().size());
    probes.begin(ring, size.mostBytes());
    Worker worker = new Worker(task, ring, clock, stop, faults);
    try (PauseMeter pauses = new PauseMeter(clock, plan.pauseMeterSpins());
        Dispatcher dispatcher = dispatcher(ring, worker);
        Crew crew =
            here
                ? Crew.ofCaller(stop, config.timeoutNs())
                : new Crew(config.producers(), stop, config.timeoutNs())) {
      Shared shared =
          new Shared(
              ring,
              clock,
              plan.producerWait(),
              dispatcher,
              stop,
              config.producers(),
              config.inFlight());
      crew.start(listener);
      pauses.start();
      Load warmup = warmUp(crew, shared, probes);
      Load measured = measured(crew, shared, probes, pauses, warmup.nextId(config.producers()));
      builder.nameThreads(measured);
      Loads loads = new Loads(warmup, measured, pauses.stop());
      listener.loadEnded(() -> measurement(builder, loads));
      keepGoing("runComplete", task::runComplete);
      return loads;
    }
  }

  private Dispatcher dispatcher(MessageRing ring, Worker worker) {
    Dispatch dispatch = config.dispatch();
    if (dispatch instanceof Dispatch.Threads threads) {
      return ExecutorDispatcher.threads(ring, worker, threads.count());
    }
    // these count CPUs for their size
    if (dispatch instanceof Dispatch.Adaptive) {
      return StartCpus.call(() -> ExecutorDispatcher.adaptive(ring, worker));
    }
    if (dispatch instanceof Dispatch.AdaptiveVirtual) {
      return StartCpus.call(() -> ExecutorDispatcher.adaptiveVirtual(ring, worker));
    }
    return dispatch instanceof Dispatch.Virtual
        ? StartCpus.call(() -> ExecutorDispatcher.virtual(ring, worker))
        : Dispatcher.inline(worker);
  }

  private Load warmUp(Crew crew, Shared shared, Probes probes) {
    if (config.warmupNs() == 0) {
      return Load.NONE;
    }
    listener.phase(Phase.WARM_UP);
    long warmupNs = config.warmupNs();
    // another seed, or the warm-up would rehearse the measured schedule
    List<Schedule> schedules = schedules(config.seed() ^ Long.MIN_VALUE, warmupNs);
    long startNs = clock.nanoTime() + leadNs();
    List<Producer> producers =
        producers(shared, schedules, warmupNs, 0, startNs, startNs + warmupNs);
    probes.match(new OpenMessages(shared.ring(), clock, producers, startNs));
    Load load = crew.play(0, startNs, producers);
    if (!stop.isAsked()) {
      call("warmedUp", task::warmedUp);
    }
    return load;
  }

  private Load measured(Crew crew, Shared shared, Probes probes, PauseMeter pauses, long firstId) {
    probes.measureFrom(firstId);
    long refusedBefore = shared.ring().refusedEnds();
    listener.phase(Phase.MEASURE);
    Measurement.JvmWork before = JvmFacts.now();
    long durationNs = config.durationNs();
    List<Schedule> schedules = measuredSchedules();
    long startNs = clock.nanoTime() + leadNs();
    long startEpochMs = System.currentTimeMillis() + leadNs() / 1_000_000;
    // a counted load goes on until all its messages were sent, however late
    long latestNs =
        config.messages() > 0
            ? Long.MAX_VALUE
            : startNs + durationNs + (config.isClosed() ? 0 : config.timeoutNs());
    List<Producer> producers = producers(shared, schedules, durationNs, firstId, startNs, latestNs);
    probes.match(new OpenMessages(shared.ring(), clock, producers, startNs));
    pauses.record(startNs);
    probes.measuring(true);
    JvmFacts.AllocationMeter meter = config.alloc() ? new JvmFacts.AllocationMeter(here) : null;
    Load load = crew.play(firstId, startNs, producers);
    Measurement.Allocation allocated = meter == null ? null : meter.read();
    probes.measuring(false);
    pauses.endRecording();
    Measurement.JvmWork since = JvmFacts.since(before, allocated);
    listener.phase(Phase.MEASURED);
    return load.with(startEpochMs, since, shared.ring().refusedEnds() - refusedBefore);
  }

  private List<Schedule> measuredSchedules() {
    if (given != null) {
      return List.of(given);
    }
    if (config.messages() == 0) {
      return schedules(config.seed(), config.durationNs());
    }
    List<Schedule> schedules = new ArrayList<>();
    for (int i = 0; i < config.producers(); i++) {
      schedules.add(
          config
              .arrivals()
              .endless(config.rate(), config.seed(), config.durationNs())
              .first(config.messages()));
    }
    return schedules;
  }

  /**
   * One copy for each producer. Made before the start is fixed, since reading a trace takes time.
   */
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
              Interval.lengthNs(lengthNs),
              Interval.expectedWords(config, lengthNs));
      producers.add(
          new Producer(shared, schedules.get(i), firstId + i, startNs, latestNs, recorder));
    }
    return producers;
  }

  private long leadNs() {
    return LEAD_NS + config.producers() * LEAD_PER_PRODUCER_NS;
  }

  /** Calls a method of the task's life cycle; a failure ends the bench without a measurement. */
  private void call(String name, Call call) {
    try {
      call.run();
    } catch (BenchFailedException | BadOptionException e) {
      throw e;
    } catch (Throwable e) {
      throw new BenchFailedException("the task's " + name + " threw " + Faults.describe(e), e);
    }
  }

  /** Calls a method after the measured load; a failure is reported and the measurement kept. */
  private void keepGoing(String name, Call call) {
    try {
      call(name, call);
    } catch (BenchFailedException | BadOptionException e) {
      stop.ask(String.valueOf(e.getMessage()));
      faults.add(e.getCause() == null ? e : e.getCause());
    }
  }

  /** Adds an exception from the task's tear-down to the earlier failure. */
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
