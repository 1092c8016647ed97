package dev.foliot.linux.proc;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.reason.ProcessReason;
import java.nio.file.Path;

/**
 * The scheduler's figures for a thread since its start (kernel document "Scheduler Statistics",
 * /proc/PID/schedstat). Immutable.
 *
 * <p>A running thread's times are as of its last tick: two readings close together may be equal.
 *
 * @param onCpuNs nanoseconds on a CPU
 * @param runQueueWaitNs nanoseconds ready to run without a CPU
 * @param timeslices number of times it was put on a CPU
 */
public record SchedStat(long onCpuNs, long runQueueWaitNs, long timeslices) {
  /**
   * Reads it for thread {@code tid} of process {@code pid} from the kernel below {@code root},
   * usually "/". Unavailable when the thread has ended, and when all counts are zero: then the
   * kernel does not count, or the thread has not run yet.
   */
  public static Reading<SchedStat> of(Path root, long pid, long tid) {
    return KernelFiles.attempt(root, files -> read(files, Threads.path(pid, tid)));
  }

  /**
   * Reads it for the calling thread, as {@link #of}; in a virtual thread, for its current carrier.
   */
  public static Reading<SchedStat> ofCaller(Path root) {
    return KernelFiles.attempt(root, files -> read(files, "proc/thread-self"));
  }

  /** The increase since {@code earlier}, a reading of the same thread. */
  public SchedStat since(SchedStat earlier) {
    return new SchedStat(
        onCpuNs - earlier.onCpuNs,
        runQueueWaitNs - earlier.runQueueWaitNs,
        timeslices - earlier.timeslices);
  }

  private static SchedStat read(KernelFiles files, String thread) throws UnreadableException {
    KernelText text =
        files.text(
            thread + "/schedstat",
            "see whether the thread still lives; the kernel needs CONFIG_SCHED_INFO");
    long[] n = text.numbers("schedstat", text.words(), 3);
    if (n[0] == 0 && n[1] == 0 && n[2] == 0) {
      throw new UnreadableException(new ProcessReason.ScheduleUncounted(text.file().toString()));
    }
    return new SchedStat(n[0], n[1], n[2]);
  }
}
