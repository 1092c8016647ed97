package dev.foliot.pool;

import dev.foliot.pool.control.Controller;
import dev.foliot.pool.control.CpuReading;
import dev.foliot.pool.control.Decision;
import dev.foliot.pool.control.Decision.State;
import dev.foliot.pool.control.Observation;
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
 * Looks at the pool from time to time and applies what the controller decides: a daemon thread that
 * is there only while there is something to see.
 *
 * <p>The first task starts it. When the pool is quiet it sleeps, without a timer but for its own
 * end: the next task wakes it ({@link #taskArrived}, one read while it is awake), and after {@link
 * #LINGER_NS} of sleep the thread ends, so a pool that was dropped without a shutdown leaves none
 * behind. Before it sleeps it says so and then looks at the pool once more; a task is put into the
 * queue first and looks at what was said afterwards; one of both sees the other.
 */
final class Control {
  /** How long the thread sleeps before it ends. */
  static final long LINGER_NS = 10_000_000_000L;

  private static final long LOOK_AFTER_FAILURE_NS = 100_000_000;

  /** Stamping this many tasks costs about a hundredth of a CPU. */
  private static final int STAMPS_PER_S = 100_000;

  private static final int MOST_STRIDE = 64;

  private enum Stage {
    /** There is no thread. */
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
  private volatile @Nullable Throwable threadFailure;

  // of the control thread alone
  private boolean isHung;
  private long lastNs;
  private long lastCompleted = -1;
  private long nextLookNs;
  private final Map<String, String> lastFailures = new HashMap<>();

  Control(PoolBody pool, PoolSettings settings, int start) {
    this.pool = pool;
    this.name = settings.name();
    this.listener = settings.listener();
    this.clock = settings.clock();
    Function<Observation, Decision> decides = settings.decides();
    this.controller = decides == null ? new Controller(start, pool.unit)::next : decides;
    LongFunction<CpuReading> reads = settings.cpu();
    this.cpu = reads == null ? CpuMeter.ofThisProcess()::read : reads;
    this.state = "no task yet";
  }

  String state() {
    return state;
  }

  double throughputPerS() {
    return throughputPerS;
  }

  /**
   * Starts the thread if it is not there; no task is accepted by a pool where nobody is to look
   * after it.
   *
   * @return what kept it from being started; null if it is there
   */
  @Nullable Throwable startIfNone() {
    StackRoom.check();
    if (stage.get() == Stage.NONE && stage.compareAndSet(Stage.NONE, Stage.AWAKE)) {
      return start();
    }
    return null;
  }

  /** Whether there is no thread. */
  boolean isNone() {
    return stage.get() == Stage.NONE;
  }

  /** A task was put into the queue. */
  void taskArrived() {
    if (stage.get() != Stage.AWAKE) {
      wake();
    }
  }

  /** Has the thread tell the listener of a resize that it did not decide. */
  void tellSoon() {
    isToTell = true;
    wake();
  }

  /** A thread of the pool could not be started: what was to run on it waits for the next look. */
  void threadFailed(Throwable e) {
    threadFailure = e;
    if (stage.get() == Stage.ASLEEP) { // or just about to be; it looks at the failure then
      nudge();
    }
  }

  /** Wakes the thread, or starts it if it is not there. */
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

  /**
   * Has the thread look whether it is wanted, or whether the pool has ended. Changes nothing by
   * itself, so who is at the end of its stack may call it.
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
    boolean isQuiet = pool.submitted() == 0; // it may be there before the first task
    nextLookNs = clock.nanoTime();
    try {
      while (isOn && !pool.isTerminated()) {
        Thread.interrupted(); // whoever interrupts it wants something else
        if (!isQuiet) {
          isQuiet = lookSafely();
          ThreadCpu.find(); // after the first look, which is not to wait for it
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
        tellResizes(); // those since the last look
      }
    } finally { // whatever it dies of, the next task starts another one
      if (isOn) {
        stage.set(Stage.NONE);
      }
    }
  }

  /** Looks once; whether nothing has to be looked at before the next task. */
  private boolean lookSafely() {
    try {
      return look();
    } catch (Throwable e) { // the pool goes on at the size that it has
      nextLookNs = clock.nanoTime() + LOOK_AFTER_FAILURE_NS;
      handOnce("the last look failed: ", e);
      return pool.mayRest();
    }
  }

  /** What a throwable says of itself, which may be anyone's code. */
  private static String told(Throwable e) {
    try {
      return e.toString();
    } catch (Throwable ignored) {
      return e.getClass().getName();
    }
  }

  /** Hands it on if the last failure of its kind was another one: there may be two at each look. */
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
    tellHang(seen, decision);
    return decision.state() == State.IDLE && pool.mayRest();
  }

  /** What is known of the CPU; without it the pool goes on, too. */
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
      handOnce("no thread could be started: ", failed);
    }
  }

  private void measureThroughput(Observation seen) {
    if (lastCompleted >= 0 && seen.nowNs() > lastNs) {
      throughputPerS = (seen.completed() - lastCompleted) * 1e9 / (seen.nowNs() - lastNs);
    }
    pool.queue.stampEvery(stride(throughputPerS));
    lastCompleted = seen.completed();
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

  private void tellHang(Observation seen, Decision decision) {
    if (decision.state() != State.HUNG) {
      isHung = false;
      return;
    }
    if (isHung) {
      return;
    }
    isHung = true;
    Hang hang =
        new Hang(
            Instant.now(), seen.running(), seen.queued(), Duration.ofNanos(seen.oldestWaitNs()));
    tell(() -> PoolEvents.hung(name, hang));
    tell(() -> listener.hung(hang));
  }

  private static void tell(Runnable call) {
    try {
      call.run();
    } catch (Throwable e) {
      Uncaught.hand(e);
    }
  }

  /** Waits for the next task; false if the thread is to end. */
  private boolean sleep() {
    throughputPerS = 0;
    pool.queue.stampEvery(1);
    stage.set(Stage.ASLEEP);
    if (isWanted()) {
      stage.set(Stage.AWAKE);
      return true;
    }
    long endNs = clock.nanoTime() + LINGER_NS;
    while (stage.get() == Stage.ASLEEP && !pool.isTerminated()) {
      long leftNs = endNs - clock.nanoTime();
      if (leftNs <= 0 && stage.compareAndSet(Stage.ASLEEP, Stage.NONE)) {
        // who nudged just now has seen it asleep
        return isWanted() && stage.compareAndSet(Stage.NONE, Stage.AWAKE);
      }
      clock.park(this, Math.max(1, leftNs));
      Thread.interrupted();
      if (isWanted()) { // by one who could do no more than nudge
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
      clock.park(this, leftNs);
      Thread.interrupted();
    }
  }
}
