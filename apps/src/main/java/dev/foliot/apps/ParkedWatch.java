package dev.foliot.apps;

import dev.foliot.apps.json.JsonWriter;
import dev.foliot.apps.service.NanoClock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * How long workers stay parked while tasks wait, by samples.
 *
 * <p>A sample is two looks, a tenth of a millisecond apart. It counts as parked when at both of
 * them tasks wait and fewer run than may (as many as there are CPUs, or fewer where the strategy
 * allows no more), and no task has begun in between: a worker that is only on its way from one task
 * to the next takes much less. Whether the worker was not woken at all, or was woken and has not
 * come to a CPU, is the same to who waits. Only the tasks are looked at, so it is the same measure
 * for every strategy on every JDK.
 *
 * <p>A sample stands for the time since the one before, since samples come late where the CPUs are
 * busy, and nothing is parked then.
 *
 * <p>It looks from {@link #start} on, and counts what it sees from {@link #count} on. One thread of
 * its own samples; {@link #stop} by the thread that started it.
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
   * @param tasks what the tasks do
   * @param cpus how many can run at once
   * @param size how many the strategy lets run at once
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

  /** What is seen counts from now on. */
  void count() {
    isCounting = true;
  }

  /** Ends it; what it saw can be told then. */
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

  /** One sample: two looks, and what time it stands for. */
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

  /** What it saw. */
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
