package dev.foliot.linux.proc;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The id of a process or thread in its innermost PID namespace, its own view (pid_namespaces(7),
 * NSpid in proc_pid_status(5)).
 */
public final class InnerPid {
  private InnerPid() {}

  /**
   * Reads it for process {@code pid} from the kernel below {@code root}, usually "/". Kernels
   * before 4.1 do not show it: the result is then {@code pid}.
   */
  public static Reading<Long> of(Path root, long pid) {
    return KernelFiles.attempt(
        root,
        files ->
            read(
                files.text("proc/" + pid + "/status", "see whether the process still lives"), pid));
  }

  /** The same for thread {@code tid} of process {@code pid}. */
  public static Reading<Long> ofThread(Path root, long pid, long tid) {
    return KernelFiles.attempt(
        root,
        files ->
            read(
                files.text(
                    Threads.path(pid, tid) + "/status", "see whether the thread still lives"),
                tid));
  }

  private static long read(KernelText text, long pid) throws UnreadableException {
    Optional<String> all = text.field("NSpid");
    if (all.isEmpty()) {
      return pid;
    }
    // the outermost namespace comes first
    String[] numbers = KernelText.BLANKS.split(all.get(), -1);
    long inner = text.number("NSpid", numbers[numbers.length - 1]);
    if (inner == 0) {
      throw text.malformed("NSpid", all.get());
    }
    return inner;
  }
}
