package dev.foliot.diagnose.scheduler;

import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ThreadState;

/** What the kernel tells of threads, by the ids that the JVM knows them by. */
interface PoolThreads {
  /** What a thread does now. */
  Reading<ThreadState> stateOf(long tid);

  /** How long it has run on a CPU so far; that of one that runs may lag by a tick. */
  Reading<Long> onCpuNs(long tid);
}
