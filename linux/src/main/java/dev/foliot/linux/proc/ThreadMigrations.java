package dev.foliot.linux.proc;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Path;

/**
 * The scheduler's moves of a thread between CPUs since its start. Sources: kernel document
 * "Scheduler Statistics", and the file /proc/PID/task/TID/sched of kernel/sched/debug.c. Immutable.
 *
 * @param count number of moves so far
 */
public record ThreadMigrations(long count) {
  private static final String FIELD = "se.nr_migrations";

  /**
   * Reads it for thread {@code tid} of process {@code pid} from the kernel below {@code root},
   * usually "/". Unavailable when the thread has ended, and on kernels without CONFIG_SCHED_DEBUG,
   * or CONFIG_PROC_FS from 6.15 on.
   */
  public static Reading<ThreadMigrations> of(Path root, long pid, long tid) {
    return KernelFiles.attempt(root, files -> read(files, pid, tid));
  }

  private static ThreadMigrations read(KernelFiles files, long pid, long tid)
      throws UnreadableException {
    KernelText text =
        files.text(
            Threads.path(pid, tid) + "/sched",
            "see whether the thread still lives; the kernel needs CONFIG_SCHED_DEBUG");
    return new ThreadMigrations(text.number(FIELD, text.requiredField(FIELD)));
  }
}
