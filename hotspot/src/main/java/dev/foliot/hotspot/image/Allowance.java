package dev.foliot.hotspot.image;

import java.util.function.LongSupplier;

/**
 * The bytes and the time that a read of a target may take. For one thread at a time.
 *
 * <p>Without it, inconsistent memory could keep the reader busy for ever. An exhausted allowance
 * stays exhausted.
 */
public final class Allowance {
  private static final int BYTES_PER_MIB = 1 << 20;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The wall time of a read by CPU time, as a multiple of its CPU time. */
  private static final int WALL_PER_CPU = 4;

  private final long mostBytes;
  private final long mostNs;
  private final LongSupplier nanoClock;
  private final LongSupplier cpuClock;
  private final long startNs;
  private final long startCpuNs;

  /** How long after the start the time is checked next: reading the CPU clock is expensive. */
  private long dueNs;

  private long bytes;
  private String spent = "";

  /**
   * An allowance of elapsed time, which begins now.
   *
   * @param nanoClock nanoseconds since some moment
   */
  public Allowance(long mostBytes, long mostNs, LongSupplier nanoClock) {
    this(mostBytes, mostNs, nanoClock, nanoClock);
  }

  /**
   * An allowance of CPU time, which begins now: on a busy machine a read may take longer. It ends
   * after four times as much elapsed time.
   *
   * @param nanoClock nanoseconds since some moment
   * @param cpuClock nanoseconds of CPU time of the reading thread, since some moment
   */
  Allowance(long mostBytes, long mostNs, LongSupplier nanoClock, LongSupplier cpuClock) {
    this.mostBytes = mostBytes;
    this.mostNs = mostNs;
    this.nanoClock = nanoClock;
    this.cpuClock = cpuClock;
    this.startNs = nanoClock.getAsLong();
    this.startCpuNs = cpuClock.getAsLong();
    this.dueNs = mostNs;
  }

  /** Takes {@code more} bytes, 0 to check the time only; throws if the allowance is exhausted. */
  void take(int more) throws BadMemoryException {
    if (spent.isEmpty()) {
      bytes += more;
      if (bytes > mostBytes) {
        spent = "it would take more than " + mostBytes / BYTES_PER_MIB + " MiB of its memory";
      } else {
        checkTime(nanoClock.getAsLong() - startNs);
      }
    }
    if (!spent.isEmpty()) {
      throw new BadMemoryException(spent);
    }
  }

  private void checkTime(long elapsedNs) {
    if (elapsedNs <= dueNs) {
      return;
    }
    long usedNs = cpuClock.getAsLong() - startCpuNs;
    if (usedNs > mostNs || elapsedNs / WALL_PER_CPU > mostNs) {
      spent = "it took longer than " + mostNs / NANOS_PER_MILLI + " ms";
      return;
    }
    // a thread uses no more CPU time than elapses
    dueNs = elapsedNs + mostNs - usedNs;
  }

  /** Why the allowance is exhausted; empty while it lasts. */
  public String spent() {
    return spent;
  }
}
