package dev.foliot.apps;

import dev.foliot.apps.json.JsonWriter;
import dev.foliot.apps.service.NanoClock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Samples how long workers stay parked while tasks wait.
 *
 * <p>A sample consists of two readings, a tenth of a millisecond apart. It counts as parked on two
 * conditions. At both readings tasks wait, and fewer run than allowed (the number of CPUs, or the
 * strategy's limit if lower). And no task has begun in between: a worker between two tasks takes
 * much less time. Users do not care whether the worker was not woken, or was woken without getting
 * a CPU. It observes only tasks, and is thus the same measure for every strategy and JDK.
 *
 * <p>A sample represents the time since the previous one, since samples are late on busy CPUs, when
 * no worker is parked.
 *
 * <p>It samples from {@link #start}, and counts from {@link #count}. A thread of its own takes the
 * samples; the thread that started it calls {@link #stop}.
 */
final class ParkedWatch {
  static final long PERIOD_NS = 2_000_000;
  static final long APART_NS = 100_000;

  private static final long ENDING_MS = 60_000;

  private final Supplier<Callers.Look> tasks;
  private final int cpus;
  private final IntSupplier size;
  private final NanoClock clock;
  private final Thread thread;
  private volatile boolean isCounting;
  private volatile boolean isStopping;
  private long samples;
  private long allNs;
  private long queuedNs;
  private long parkedNs;
  private long longestNs;
  private long spellBeginNs;
  private long spellBegun = -1;

  /**
   * @param tasks the state of the tasks
   * @param cpus number that can run at once
   * @param size number that the strategy allows at once
   */
  ParkedWatch(Supplier<Callers.Look> tasks, int cpus, IntSupplier size, NanoClock clock) {
    this.tasks = tasks;
    this.cpus = cpus;
    this.size = size;
    this.clock = clock;
    thread = new Thread(this::sampleAll, "burn-watch");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Counts samples from now on. */
  void count() {
    isCounting = true;
  }

  /** Ends the watch; its results are then available. */
  void stop() throws InterruptedException {
    isStopping = true;
    LockSupport.unpark(thread);
    thread.join(ENDING_MS);
  }

  private void sampleAll() {
    long lastNs = clock.nanoTime();
    while (!isStopping) {
      LockSupport.parkNanos(this, PERIOD_NS - APART_NS);
      Callers.Look first = tasks.get();
      long firstNs = clock.nanoTime();
      if (isIdleWithWork(first)) {
        LockSupport.parkNanos(this, APART_NS);
      }
      long nowNs = clock.nanoTime();
      Callers.Look second = tasks.get();
      if (isCounting) {
        add(nowNs - lastNs, first, firstNs, second, nowNs);
      }
      lastNs = nowNs;
    }
  }

  private boolean isIdleWithWork(Callers.Look look) {
    return look.waiting() > 0 && look.running() < cpus && look.running() < size.getAsInt();
  }

  /** Adds a sample: two readings, and the time it represents. */
  void add(long standsForNs, Callers.Look first, long firstNs, Callers.Look second, long secondNs) {
    samples++;
    allNs += standsForNs;
    if (first.waiting() == 0) {
      spellBegun = -1;
      return;
    }
    queuedNs += standsForNs;
    boolean parked =
        secondNs - firstNs >= APART_NS
            && isIdleWithWork(first)
            && isIdleWithWork(second)
            && first.begun() == second.begun();
    if (!parked) {
      spellBegun = -1;
      return;
    }
    parkedNs += standsForNs;
    if (spellBegun != first.begun()) {
      spellBegun = first.begun();
      spellBeginNs = firstNs;
    }
    longestNs = Math.max(longestNs, secondNs - spellBeginNs);
  }

  /** Writes the results. */
  void write(JsonWriter json) {
    json.object("parked")
        .field("samples", samples)
        .field("period_us", TimeUnit.NANOSECONDS.toMicros(PERIOD_NS))
        .field("queued_share", share(queuedNs, allNs))
        .field("parked_while_queued_share", share(parkedNs, queuedNs))
        .field("parked_share", share(parkedNs, allNs))
        .field("longest_us", TimeUnit.NANOSECONDS.toMicros(longestNs))
        .endObject();
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }
}
