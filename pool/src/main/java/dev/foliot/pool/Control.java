package dev.foliot.pool;

import dev.foliot.pool.control.Controller;
import dev.foliot.pool.control.CpuReading;
import dev.foliot.pool.control.Decision;
import dev.foliot.pool.control.Decision.State;
import dev.foliot.pool.control.Observation;
import dev.foliot.pool.machine.CpuMeter;
import dev.foliot.pool.machine.ThreadCpu;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Observes the pool from time to time and applies the controller's decisions. It is a daemon thread
 * that exists only while the pool is active.
 *
 * <p>The first task starts it. On a quiet pool it sleeps until the next task wakes it ({@link
 * #taskArrived}, one read while it is awake). After {@link #LINGER_NS} of sleep it ends. A pool
 * dropped without a shutdown therefore leaves no thread behind. It marks itself asleep and then
 * checks the pool once more. A submitter first queues its task and then reads the mark. One of the
 * two always notices the other.
 */
final class Control {
  /** How long the thread sleeps before it ends: many unused pools must not keep many threads. */
  static final long LINGER_NS = 1_000_000_000L;

  private static final String LOGGER = "dev.foliot.pool";

  private static final long LOOK_AFTER_FAILURE_NS = 100_000_000;

  /** Stamping this many tasks costs about a hundredth of a CPU. */
  private static final int STAMPS_PER_S = 100_000;

  private static final int MOST_STRIDE = 64;

  private enum Stage {
    /** No thread exists. */
    NONE,
    AWAKE,
    ASLEEP
  }

  private final PoolBody pool;
  private final String name;
  private final PoolListener listener;
  private final NanoClock clock;
  private final Function<Observation, Decision> controller;
  private final LongFunction<CpuReading> cpu;
  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.NONE);
  private volatile @Nullable Thread thread;
  private volatile String state;
  private volatile double throughputPerS;
  private volatile boolean isToTell;

  /** Whether more than the size may run soon. */
  private volatile boolean mayGrow = true;

  private volatile @Nullable Throwable threadFailure;

  // used by the control thread only
  private boolean isStalled;
  private boolean isLogged;
  private long stalledSinceNs;
  private final BeginStalls beginStalls = new BeginStalls(Runtime.version().feature());
  private long lastNs;
  private long lastCompleted = -1;
  private long lastTaskTimeNs;
  private long nextLookNs;
  private final Map<String, String> lastFailures = new HashMap<>();

  Control(PoolBody pool, PoolSettings settings, int start) {
    this.pool = pool;
    this.name = settings.name();
    this.listener = settings.listener();
    this.clock = settings.sources().clock();
    Function<Observation, Decision> decides = settings.sources().decides();
    this.controller = decides == null ? new Controller(start, pool.unit)::next : decides;
    LongFunction<CpuReading> reads = settings.sources().cpu();
    this.cpu = reads == null ? CpuMeter.ofThisProcess()::read : reads;
    this.state = "no task yet";
  }

  String state() {
    return state;
  }

  /** Whether the controller still increases the size while tasks wait. */
  boolean mayGrow() {
    return mayGrow;
  }

  double throughputPerS() {
    return throughputPerS;
  }

  /**
   * Starts the thread if none exists. A pool without it accepts no task.
   *
   * @return the failure to start it; null if it runs
   */
  @Nullable Throwable startIfNone() {
    StackRoom.check();
    if (stage.get() == Stage.NONE && stage.compareAndSet(Stage.NONE, Stage.AWAKE)) {
      return start();
    }
    return null;
  }

  /** Whether no thread exists. */
  boolean isNone() {
    return stage.get() == Stage.NONE;
  }

  /** Wakes the thread after a task was queued. */
  void taskArrived() {
    if (stage.get() != Stage.AWAKE) {
      wake();
    }
  }

  /** Makes the thread report a resize that it did not decide. */
  void tellSoon() {
    isToTell = true;
    wake();
  }

  /** Reports that a pool thread failed to start; its work waits for the next look. */
  void threadFailed(Throwable e) {
    threadFailure = e;
    if (stage.get() == Stage.ASLEEP) { // or just before sleep; it then notices the failure
      nudge();
    }
  }

  /** Wakes the thread, or starts one if none exists. */
  private void wake() {
    StackRoom.check();
    if (stage.compareAndSet(Stage.ASLEEP, Stage.AWAKE)) {
      LockSupport.unpark(thread);
    } else if (!pool.isTerminated() && stage.compareAndSet(Stage.NONE, Stage.AWAKE)) {
      start();
    } else {
      LockSupport.unpark(thread);
    }
  }

  /** The thread, null if none was ever started; it may have ended. */
  @Nullable Thread thread() {
    return thread;
  }

  /**
   * Makes the thread check whether it is needed, or whether the pool has ended. It changes no
   * state, and is safe at the end of a stack.
   */
  void nudge() {
    LockSupport.unpark(thread);
  }

  private @Nullable Throwable start() {
    boolean isStarted = false;
    try {
      Thread made = new Thread(null, this::run, name + "-control", 0, false);
      made.setDaemon(true);
      made.setContextClassLoader(ClassLoader.getSystemClassLoader());
      thread = made;
      pool.startControl(made);
      isStarted = true;
      return null;
    } catch (OutOfMemoryError e) {
      state = "no control thread: " + e.getMessage(); // the next task tries again
      return e;
    } finally {
      if (!isStarted) {
        stage.set(Stage.NONE);
      }
    }
  }

  private void run() {
    boolean isOn = true;
    boolean isQuiet = pool.submitted() == 0; // it may start before the first task
    nextLookNs = clock.nanoTime();
    try {
      while (isOn && !pool.isTerminated()) {
        Thread.interrupted(); // ignores interrupts, which are meant for others
        if (!isQuiet) {
          isQuiet = lookSafely();
          ThreadCpu.find(); // after the first look, which must not wait for it
        }
        if (isQuiet) {
          isOn = sleep();
          isQuiet = false;
        }
        if (isOn) {
          waitForLook();
        }
      }
      if (pool.isTerminated()) {
        tellResizes(); // changes since the last look
      }
    } finally { // after any failure, the next task starts another thread
      if (isOn) {
        stage.set(Stage.NONE);
      }
    }
  }

  /** Looks once; returns whether the thread may sleep until the next task. */
  private boolean lookSafely() {
    try {
      return look();
    } catch (Throwable e) { // the pool keeps its size
      nextLookNs = clock.nanoTime() + LOOK_AFTER_FAILURE_NS;
      handOnce("the last look failed: ", e);
      return pool.mayRest();
    }
  }

  /** Text of a throwable, whose {@code toString} may itself fail. */
  private static String told(Throwable e) {
    try {
      return e.toString();
    } catch (Throwable ignored) {
      return e.getClass().getName();
    }
  }

  /** Reports a failure unless the last one of its kind was the same: two kinds may alternate. */
  private void handOnce(String kind, Throwable e) {
    String told = told(e);
    state = kind + told;
    if (!told.equals(lastFailures.put(kind, told))) {
      Uncaught.hand(e);
    }
  }

  private boolean look() {
    long nowNs = clock.nanoTime();
    Observation seen = pool.observe(nowNs, readCpu(nowNs));
    measureThroughput(seen);
    Decision decision = controller.apply(seen);
    pool.sizing.resize(decision.size(), decision.reason());
    state = decision.reason();
    nextLookNs = seen.nowNs() + Math.max(1, decision.lookAgainNs());
    tellThreadFailure();
    pool.lookAfter(seen.nowNs());
    pool.dispatchAll();
    tellThreadFailure();
    tellResizes();
    tellStall(seen, decision);
    return decision.state() == State.IDLE && pool.mayRest();
  }

  /** Reads the CPU; on failure the pool goes on with an unknown reading. */
  private CpuReading readCpu(long nowNs) {
    try {
      return cpu.apply(nowNs);
    } catch (Throwable e) {
      handOnce("the CPU could not be read: ", e);
      return CpuReading.unknown(Runtime.getRuntime().availableProcessors());
    }
  }

  private void tellThreadFailure() {
    Throwable failed = threadFailure;
    if (failed != null) {
      threadFailure = null;
      beginStalls.threadFailed(told(failed));
      handOnce("no thread could be started: ", failed);
    }
  }

  private void measureThroughput(Observation seen) {
    if (lastCompleted >= 0 && seen.nowNs() > lastNs) {
      throughputPerS = (seen.counts().completed() - lastCompleted) * 1e9 / (seen.nowNs() - lastNs);
    }
    long ended = seen.counts().completed() - Math.max(0, lastCompleted);
    // while none ends, they are long
    pool.taskTime(
        ended == 0
            ? Long.MAX_VALUE
            : (double) (seen.times().taskTimeNs() - lastTaskTimeNs) / ended);
    lastTaskTimeNs = seen.times().taskTimeNs();
    pool.stampEvery(stride(throughputPerS));
    lastCompleted = seen.counts().completed();
    lastNs = seen.nowNs();
  }

  private static int stride(double perS) {
    int stride = 1;
    while (stride < MOST_STRIDE && perS > (double) STAMPS_PER_S * stride) {
      stride *= 2;
    }
    return stride;
  }

  private void tellResizes() {
    isToTell = false;
    for (Resize resize : pool.sizing.takeUnheard()) {
      tell(() -> PoolEvents.resized(name, resize));
      tell(() -> listener.resized(resize));
    }
  }

  private void tellStall(Observation seen, Decision decision) {
    String noBegin = beginStalls.look(seen, pool.withoutCarrier());
    String noEnd = decision.state() == State.HUNG ? decision.reason() : null;
    String reason = noBegin == null ? noEnd : noBegin;
    if (noBegin != null) {
      state = noBegin;
    }
    mayGrow = decision.mayGrow() && reason == null;
    if (reason == null) {
      isStalled = false;
      isLogged = false;
      return;
    }
    if (!isStalled) {
      isStalled = true;
      stalledSinceNs = seen.nowNs();
      Duration oldestWait = Duration.ofNanos(seen.tasks().oldestWaitNs());
      Hang stall =
          new Hang(
              Instant.now(), seen.tasks().running(), seen.tasks().queued(), oldestWait, reason);
      tell(() -> PoolEvents.hung(name, stall));
      tell(() -> listener.hung(stall));
    }
    boolean isLong = noBegin != null || seen.nowNs() - stalledSinceNs >= BeginStalls.AFTER_NS;
    if (isLong && !isLogged) {
      isLogged = true;
      String text = "pool " + name + ": tasks stall: " + reason;
      tell(() -> System.getLogger(LOGGER).log(System.Logger.Level.WARNING, text));
    }
  }

  private static void tell(Runnable call) {
    try {
      call.run();
    } catch (Throwable e) {
      Uncaught.hand(e);
    }
  }

  /** Waits for the next task; returns false if the thread must end. */
  private boolean sleep() {
    throughputPerS = 0;
    pool.stampEvery(1);
    stage.set(Stage.ASLEEP);
    if (isWanted()) {
      stage.set(Stage.AWAKE);
      return true;
    }
    long endNs = clock.nanoTime() + LINGER_NS;
    while (stage.get() == Stage.ASLEEP && !pool.isTerminated()) {
      long leftNs = endNs - clock.nanoTime();
      if (leftNs <= 0 && stage.compareAndSet(Stage.ASLEEP, Stage.NONE)) {
        // a nudge just now found it asleep
        return isWanted() && stage.compareAndSet(Stage.NONE, Stage.AWAKE);
      }
      clock.park(this, Math.max(1, leftNs));
      Thread.interrupted();
      if (isWanted()) { // woken by a nudge alone
        stage.compareAndSet(Stage.ASLEEP, Stage.AWAKE);
      }
    }
    return true;
  }

  private boolean isWanted() {
    return !pool.mayRest() || isToTell || threadFailure != null || pool.isTerminated();
  }

  private void waitForLook() {
    while (!pool.isTerminated()) {
      long leftNs = nextLookNs - clock.nanoTime();
      if (leftNs <= 0) {
        return;
      }
      if (isToTell) {
        tellResizes();
      }
      clock.park(this, Math.min(leftNs, pool.expireWaiting(clock.nanoTime())));
      Thread.interrupted();
    }
  }
}
