package dev.foliot.checks.specimens;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The running threads of a specimen. Used by one thread. */
final class Running implements AutoCloseable {
  /** Of 8 bytes each: counts of different threads never share a cache line, or a pair of lines. */
  private static final int STRIDE = 32;

  private static final long LOOK_MS = 100;
  private static final int QUIET_LOOKS = 5;
  private static final int MOST_LOOKS = 50;
  private static final long END_MS = 5_000;

  private final List<Worker> workers;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicLongArray counts;
  private final AtomicLongArray sums;
  private final LongSupplier clock;
  private final long startNs;
  private volatile boolean isStopped;
  private volatile @Nullable Throwable failure;

  private Running(List<Worker> workers, LongSupplier clock) {
    this.workers = workers;
    this.counts = new AtomicLongArray((workers.size() + 1) * STRIDE);
    this.sums = new AtomicLongArray((workers.size() + 1) * STRIDE);
    this.clock = clock;
    this.startNs = clock.getAsLong();
  }

  static Running start(Cast cast) {
    Running running = new Running(cast.workers(), System::nanoTime);
    for (int i = 0; i < cast.workers().size(); i++) {
      int index = i;
      running.threads.add(
          cast.threads().start(cast.workers().get(i).name(), () -> running.play(index)));
    }
    return running;
  }

  private void play(int index) {
    try {
      Work work = workers.get(index).work();
      int rounds = work.rounds();
      long done = 0;
      long sum = 0;
      while (!isStopped) {
        sum += work.run(rounds);
        done += rounds;
        counts.lazySet((index + 1) * STRIDE - 1, done);
      }
      sums.set((index + 1) * STRIDE - 1, sum);
    } catch (Throwable e) {
      failure = e;
    }
  }

  /** Waits until the compilers have been idle for some time, or never will be. */
  void warmUp() throws InterruptedException {
    CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
    long before = -1;
    int quiet = 0;
    for (int look = 0; (look < MOST_LOOKS && quiet < QUIET_LOOKS) || !isSteady(); look++) {
      Thread.sleep(LOOK_MS);
      long spent = compilers.getTotalCompilationTime();
      quiet = spent == before ? quiet + 1 : 0;
      before = spent;
      check();
    }
  }

  private boolean isSteady() {
    return workers.stream().allMatch(worker -> worker.work().isSteady());
  }

  /** The progress of its threads. */
  Operations operations() {
    check();
    ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
    Map<String, Operations.Count> now = new LinkedHashMap<>();
    for (int i = 0; i < workers.size(); i++) {
      now.put(
          workers.get(i).name(),
          new Operations.Count(
              counts.get((i + 1) * STRIDE - 1), cpu.getThreadCpuTime(threads.get(i).getId())));
    }
    return new Operations(clock.getAsLong() - startNs, now);
  }

  private void check() {
    Throwable seen = failure;
    if (seen != null) {
      throw new IllegalStateException("a thread of the specimen failed", seen);
    }
  }

  /** Stops the threads and waits for them; an interrupt ends the wait. */
  @Override
  public void close() {
    isStopped = true;
    threads.forEach(LockSupport::unpark);
    try {
      for (Thread thread : threads) {
        thread.join(END_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
