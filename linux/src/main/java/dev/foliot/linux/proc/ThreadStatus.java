package dev.foliot.linux.proc;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Path;

/**
 * The state of one thread as /proc/PID/task/TID/status tells it (proc_pid_status(5)). Immutable.
 *
 * @param name what the thread calls itself, at most 15 bytes: of a Java thread's name the
 *     beginning; a line feed in it is written as {@code \n}, a backslash as two
 * @param voluntarySwitches how often it gave up its CPU by itself: it waited for something
 * @param involuntarySwitches how often its CPU was taken away while it wanted to run on
 * @param cpusAllowed where it may run: its affinity and its cpuset together
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
