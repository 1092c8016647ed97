package dev.foliot.diagnose.runtime;

/**
 * The CPU time of a JVM, by kind of thread. Immutable.
 *
 * @param processNs nanoseconds of all threads, ended ones included
 * @param gcNs of the GC threads
 * @param jitNs of the JIT compilers
 * @param vmNs of the VM thread, which runs operations at safepoints, and Serial's collections
 * @param gcThreads the number of GC threads
 * @param compilers the running compilers
 */
record CpuWork(
    long processNs, long gcNs, long jitNs, long vmNs, int gcThreads, Compilers compilers) {
  /** The running compilers, by the names of their threads. */
  enum Compilers {
    /** No thread of a compiler. */
    NONE,
    /** C1 alone. */
    C1,
    /** C2, or another optimising compiler. */
    OPTIMISING
  }

  /** The increase since {@code earlier}, with the current threads. */
  CpuWork since(CpuWork earlier) {
    return new CpuWork(
        Math.max(0, processNs - earlier.processNs),
        Math.max(0, gcNs - earlier.gcNs),
        Math.max(0, jitNs - earlier.jitNs),
        Math.max(0, vmNs - earlier.vmNs),
        gcThreads,
        compilers);
  }

  /** The time of the program's own threads. */
  long programNs() {
    return Math.max(0, processNs - gcNs - jitNs - vmNs);
  }
}
