package dev.foliot.linux.proc;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Path;

/**
 * The state of a thread by the kernel's scheduler: /proc/PID/task/TID/stat, field 3
 * (proc_pid_stat(5)).
 */
public enum ThreadState {
  /** It runs, or waits for a CPU. */
  RUNNABLE,

  /** It waits for something else, which may be long in coming. */
  ASLEEP,

  /** It waits for a disk, memory or the kernel, and continues afterwards. */
  BLOCKED,

  /** A signal or a debugger has stopped it. */
  STOPPED,

  /** It is being removed. */
  ENDED;

  /**
   * Reads it for thread {@code tid} of process {@code pid} from the kernel below {@code root},
   * usually "/". Unavailable when the thread has ended.
   */
  public static Reading<ThreadState> of(Path root, long pid, long tid) {
    return KernelFiles.attempt(root, files -> read(files, pid, tid));
  }

  private static ThreadState read(KernelFiles files, long pid, long tid)
      throws UnreadableException {
    KernelText text =
        files.text(Threads.path(pid, tid) + "/stat", "see whether the thread still lives");
    String line = text.requiredLine();
    // the name is in parentheses and may hold anything, parentheses and spaces too
    String afterName = line.substring(line.lastIndexOf(')') + 1).strip();
    return switch (afterName.isEmpty() ? ' ' : afterName.charAt(0)) {
      case 'R' -> RUNNABLE;
      case 'S', 'I', 'P' -> ASLEEP;
      case 'D', 'W', 'K' -> BLOCKED;
      case 'T', 't' -> STOPPED;
      case 'Z', 'X', 'x' -> ENDED;
      default -> throw text.malformed("state", afterName);
    };
  }
}
