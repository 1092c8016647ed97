package dev.foliot.store.diagnosis;

import java.util.Locale;

/** The examinations of a diagnosis, in the order of reports. */
public enum ExaminationKind {
  /** Cache lines of HotSpot's own structures that threads share. */
  SHARING,
  /** CPU performance counters. */
  COUNTERS,
  /** Threads that wait for a CPU, and threads that sleep although work is queued. */
  SCHEDULER,
  /** The parts of the memory, and their growth. */
  MEMORY,
  /** The JVM's own costs: collections, safepoints, compilers, the live heap. */
  RUNTIME,
  /** Threads that wait for locks, for each other, or for a blocked pool. */
  LOCKS,
  /** Words of the program's data that several threads write, and type checks that fail. */
  WORDS,
  /** Exceptions, deoptimisations and blocking I/O; made only if the JVM may be asked. */
  RECORDING;

  /** The name in JSON and on the command line: {@code sharing}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it runs code in the JVM. */
  public boolean needsAttach() {
    return this == RECORDING;
  }
}
