package dev.foliot.linux.proc;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Path;

/**
 * The status of a thread from /proc/PID/task/TID/status (proc_pid_status(5)). Immutable.
 *
 * @param name its own name, at most 15 bytes: the beginning of a Java thread's name. A line feed in
 *     it is written as {@code \n}, a backslash as two
 * @param voluntarySwitches number of times it gave up its CPU to wait
 * @param involuntarySwitches number of times it lost its CPU while runnable
 * @param cpusAllowed the CPUs it may use: affinity and cpuset together
 */
public record ThreadStatus(
    String name, long voluntarySwitches, long involuntarySwitches, CpuList cpusAllowed) {
  /**
   * Reads it for thread {@code tid} of process {@code pid} from the kernel below {@code root},
   * usually "/". Unavailable when the thread has ended.
   */
  public static Reading<ThreadStatus> of(Path root, long pid, long tid) {
    return KernelFiles.attempt(root, files -> read(files, pid, tid));
  }

  private static ThreadStatus read(KernelFiles files, long pid, long tid)
      throws UnreadableException {
    KernelText text =
        files.text(Threads.path(pid, tid) + "/status", "see whether the thread still lives");
    return new ThreadStatus(
        text.requiredField("Name"),
        text.number("voluntary_ctxt_switches", text.requiredField("voluntary_ctxt_switches")),
        text.number("nonvoluntary_ctxt_switches", text.requiredField("nonvoluntary_ctxt_switches")),
        text.cpuListField("Cpus_allowed_list"));
  }
}
