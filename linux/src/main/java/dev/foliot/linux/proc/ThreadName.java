package dev.foliot.linux.proc;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.Reading;
import java.nio.file.Path;

/** The name of a thread (proc_pid_comm(5)), by the cheapest file that has it. */
public final class ThreadName {
  private ThreadName() {}

  /**
   * The first 15 bytes of the name of thread {@code tid} of process {@code pid}, any text.
   * Unavailable when the thread has ended.
   *
   * @param root where the kernel's file systems are, usually "/"
   */
  public static Reading<String> of(Path root, long pid, long tid) {
    return KernelFiles.attempt(
        root,
        files ->
            files
                .text(Threads.path(pid, tid) + "/comm", "see whether the thread still lives")
                .text()
                .replaceFirst("\n$", ""));
  }
}
