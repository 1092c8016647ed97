package dev.foliot.linux.memory;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import java.nio.file.Path;

/**
 * The memory of a process, without a walk of its address space (proc_pid_status(5) since Linux
 * 4.5). Immutable. The kernel counts in batches per thread: with many threads, figures are off by
 * some hundred kB.
 *
 * @param residentBytes resident memory (VmRSS), the sum of the next three
 * @param anonymousBytes resident without a file (RssAnon)
 * @param fileBytes resident from mapped files (RssFile)
 * @param sharedBytes resident shared memory (RssShmem)
 * @param swapBytes anonymous memory written to swap (VmSwap)
 * @param threads number of threads
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
