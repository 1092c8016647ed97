package dev.foliot.diagnose.scheduler;

import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ThreadState;

/** The kernel's facts about threads, by the JVM's thread ids. */
interface PoolThreads {
  /** The current state of a thread. */
  Reading<ThreadState> stateOf(long tid);

  /** Its CPU time so far; for a running thread it may lag by a tick. */
  Reading<Long> onCpuNs(long tid);
}
