package dev.foliot.linux.memory;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import java.nio.file.Path;

/**
 * What one process holds of memory now, without going through its address space (proc_pid_status(5)
 * since Linux 4.5). Immutable. The kernel counts in batches per thread, so each is some hundred kB
 * off in a process of many threads.
 *
 * @param residentBytes in RAM (VmRSS); the three below add up to it
 * @param anonymousBytes of it, what belongs to no file (RssAnon)
 * @param fileBytes of it, what is mapped from files (RssFile)
 * @param sharedBytes of it, what is in shared memory (RssShmem)
 * @param swapBytes of the anonymous memory, what was written to swap (VmSwap)
 * @param threads how many it has
 */
public record MemoryUse(
    long residentBytes,
    long anonymousBytes,
    long fileBytes,
    long sharedBytes,
    long swapBytes,
    long threads) {
  /**
   * Reads it for process {@code pid} from the kernel below {@code root}, usually "/". Unavailable
   * when the process has ended, also while it is a zombie, and for threads of the kernel.
   */
  public static Reading<MemoryUse> of(Path root, long pid) {
    return KernelFiles.attempt(
        root,
        files -> {
          KernelText text =
              files.text("proc/" + pid + "/status", "see whether the process still lives");
          return new MemoryUse(
              text.kibField("VmRSS"),
              text.kibField("RssAnon"),
              text.kibField("RssFile"),
              text.kibField("RssShmem"),
              text.kibField("VmSwap"),
              text.number("Threads", text.requiredField("Threads")));
        });
  }
}
