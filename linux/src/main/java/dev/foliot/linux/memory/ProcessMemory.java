package dev.foliot.linux.memory;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import java.nio.file.Path;

/**
 * The memory that one process holds in RAM (proc_pid_status(5)). Immutable. The kernel counts in
 * batches per thread, so both are some hundred kB off in a process of many threads.
 *
 * @param residentBytes now (VmRSS)
 * @param peakResidentBytes the most so far (VmHWM)
 */
public record ProcessMemory(long residentBytes, long peakResidentBytes) {
  /**
   * Reads it for process {@code pid} from the kernel below {@code root}, usually "/". Unavailable
   * when the process has ended, also while it is a zombie, and for threads of the kernel.
   */
  public static Reading<ProcessMemory> of(Path root, long pid) {
    return KernelFiles.attempt(
        root,
        files -> {
          KernelText text =
              files.text("proc/" + pid + "/status", "see whether the process still lives");
          return new ProcessMemory(text.kibField("VmRSS"), text.kibField("VmHWM"));
        });
  }
}
