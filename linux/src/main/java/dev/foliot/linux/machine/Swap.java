package dev.foliot.linux.machine;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Path;

/**
 * The swap space of the machine (proc_meminfo(5)). Immutable.
 *
 * @param totalBytes the total, 0 without swap
 * @param usedBytes the part in use, from 0 to {@code totalBytes}
 */
public record Swap(long totalBytes, long usedBytes) {
  /** Reads it from the kernel below {@code root}, usually "/". */
  public static Reading<Swap> of(Path root) {
    return KernelFiles.attempt(root, Swap::read);
  }

  private static Swap read(KernelFiles files) throws UnreadableException {
    KernelText text = files.text("proc/meminfo", "mount /proc");
    long total = text.kibField("SwapTotal");
    long free = text.kibField("SwapFree");
    if (free > total) {
      throw text.malformed("SwapFree", text.requiredField("SwapFree"));
    }
    return new Swap(total, total - free);
  }
}
