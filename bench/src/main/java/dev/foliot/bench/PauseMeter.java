package dev.foliot.bench;

import dev.foliot.bench.cpus.StartCpus;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Records the stalls of the whole JVM in a thread of its own [1].
 *
 * <p>A sleeping meter wakes every millisecond and records its delay. With a spare CPU it spins
 * instead, and records each gap above a microsecond between two readings of the clock. It keeps the
 * times of stalls above {@link #LONG_NS}, the first {@link #KEPT} of them.
 *
 * <p>[1] Tene, jHiccup.
 */
final class PauseMeter implements AutoCloseable {
  static final String THREAD_NAME = "foliot-pauses";
  static final long LONG_NS = 1_000_000;
  private static final int KEPT = 10_000;
  private static final long SLEEP_NS = 1_000_000;
  private static final long GAP_NS = 1_000;
  private static final long JOIN_MS = 1_000;

  private final NanoClock clock;
  private final boolean spins;
  private final Thread thread;
  private final Counts counts = new Counts();
  private final long[] kept = new long[2 * KEPT];
  private int keptLength;
  private volatile boolean recording;
  private volatile boolean ended;
  private long startNs;

  PauseMeter(NanoClock clock, boolean spins) {
    this.clock = clock;
    this.spins = spins;
    this.thread = StartCpus.thread(this::run, THREAD_NAME);
  }

  void start() {
    thread.start();
  }

  /** Starts to record; times count from this reading of the clock. */
  void record(long loadStartNs) {
    startNs = loadStartNs;
    recording = true;
  }

  /** Ends the recording; the thread runs until {@link #stop}. */
  void endRecording() {
    recording = false;
  }

  private void run() {
    long last = clock.nanoTime();
    while (!ended) {
      if (spins) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(SLEEP_NS);
      }
      long now = clock.nanoTime();
      long stallNs = spins ? now - last : now - last - SLEEP_NS;
      if (recording && now >= startNs && stallNs >= (spins ? GAP_NS : 0)) {
        counts.record(stallNs);
        keep(now - stallNs, stallNs);
      }
      last = clock.nanoTime();
    }
  }

  private void keep(long fromNs, long lengthNs) {
    if (lengthNs >= LONG_NS && keptLength < kept.length) {
      kept[keptLength++] = fromNs - startNs;
      kept[keptLength++] = lengthNs;
    }
  }

  @Override
  public void close() {
    ended = true;
    LockSupport.unpark(thread);
  }

  /** Ends the thread and returns its record. */
  Jitter stop() {
    close();
    try {
      thread.join(JOIN_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Durations.Builder total = new Durations.Builder();
    counts.addTo(total);
    List<Jitter.Stall> stalls = new ArrayList<>();
    for (int i = 0; i < keptLength; i += 2) {
      stalls.add(new Jitter.Stall(kept[i], kept[i + 1]));
    }
    return new Jitter(spins ? "spin" : "sleep", total.build(), stalls);
  }
}
