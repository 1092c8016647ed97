package dev.foliot.linux.proc;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Path;

/** Whether a process runs, by the state of its first thread (proc_pid_status(5)). */
public enum ProcessState {
  /** It runs, or waits for something. */
  ALIVE,

  /** A signal or a debugger stopped it: all its threads stand still until it continues. */
  STOPPED,

  /**
   * Its first thread has ended, and so has the process, although its parent has not collected it.
   */
  ENDED;

  /** Reads it for process {@code pid} from the kernel below {@code root}, usually "/". */
  public static Reading<ProcessState> of(Path root, long pid) {
    return KernelFiles.attempt(root, files -> read(files, pid));
  }

  private static ProcessState read(KernelFiles files, long pid) throws UnreadableException {
    KernelText text = files.text("proc/" + pid + "/status", "see whether the process still lives");
    String state = text.requiredField("State");
    return switch (state.isEmpty() ? ' ' : state.charAt(0)) {
      case 'R', 'S', 'D', 'I', 'P', 'W', 'K' -> ALIVE;
      case 'T', 't' -> STOPPED;
      case 'Z', 'X', 'x' -> ENDED;
      default -> throw text.malformed("State", state);
    };
  }
}
