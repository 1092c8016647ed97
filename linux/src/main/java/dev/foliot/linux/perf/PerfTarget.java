package dev.foliot.linux.perf;

/**
 * The target of a performance counter. Immutable.
 *
 * @param tid the thread: 0 for the calling one, -1 for all
 * @param cpu the CPU, -1 for all; one of the two must be named
 * @param kernel whether kernel mode counts too
 */
public record PerfTarget(int tid, int cpu, boolean kernel) {
  /** Checks that something is named. */
  public PerfTarget {
    if (tid < -1 || cpu < -1 || (tid == -1 && cpu == -1)) {
      throw new IllegalArgumentException("neither a thread nor a CPU: " + tid + ", " + cpu);
    }
  }

  /** The calling platform thread, in user mode. */
  public static PerfTarget caller() {
    return new PerfTarget(0, -1, false);
  }

  /** Thread {@code tid} of any process, in user mode. */
  public static PerfTarget thread(long tid) {
    return new PerfTarget(Math.toIntExact(tid), -1, false);
  }

  /** Everything that runs on a CPU, in user mode. */
  public static PerfTarget everythingOn(int cpu) {
    return new PerfTarget(-1, cpu, false);
  }

  /** The same target with kernel mode. */
  public PerfTarget withKernel() {
    return new PerfTarget(tid, cpu, true);
  }

  @Override
  public String toString() {
    String whom = tid == 0 ? "the calling thread" : tid > 0 ? "thread " + tid : "CPU " + cpu;
    return whom + (kernel ? " with the kernel" : "");
  }
}
