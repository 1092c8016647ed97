package dev.foliot.linux.memory;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.linux.reason.SystemReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a process's address space with its resident size (proc_pid_smaps(5)). Immutable.
 *
 * @param region the part
 * @param residentBytes resident bytes from 0 to its size; pages shared with other processes count
 *     in full
 * @param zeroedBytes the zeroed data of the preceding library at its beginning; the kernel merges
 *     it with memory that the process maps behind it later
 */
public record ResidentRegion(MemoryRegion region, long residentBytes, long zeroedBytes) {
  /** Some 700 bytes a part, and two parts for each of ten thousand threads. */
  private static final int MAX_BYTES = 64 << 20;

  /** A part that is behind no library. */
  public ResidentRegion(MemoryRegion region, long residentBytes) {
    this(region, residentBytes, 0);
  }

  /**
   * All parts of process {@code pid}, ascending, from the kernel below {@code root}, usually "/". A
   * process changes while it is read, and waits a little where it changes its own address space.
   */
  public static Reading<List<ResidentRegion>> of(Path root, long pid) {
    return KernelFiles.attempt(root, files -> read(files, pid));
  }

  private static List<ResidentRegion> read(KernelFiles files, long pid) throws UnreadableException {
    Path file = files.root().resolve("proc/" + pid + "/smaps");
    KernelText text =
        files
            .textIfPresent(file, MAX_BYTES)
            .orElseThrow(() ->
                new UnreadableException(
                    new SystemReason.FileMissing(
                        file.toString(),
                        "see whether the process still lives; the kernel needs"
                            + " CONFIG_PROC_PAGE_MONITOR")));
    List<ResidentRegion> regions = new ArrayList<>();
    MemoryRegion before = null;
    MemoryRegion region = null;
    for (String line : text.lines()) {
      if (!line.isEmpty() && isHex(line.charAt(0))) {
        region = MemoryRegion.parse(text, line);
      } else if (line.startsWith("Rss:")) {
        if (region == null) {
          throw text.malformed("line", line);
        }
        regions.add(
            new ResidentRegion(
                region,
                new KernelText(file, line).kibField("Rss"),
                zeroed(files, pid, before, region)));
        before = region;
        region = null;
      }
    }
    if (regions.isEmpty()) {
      throw new UnreadableException(new ProcessReason.NoMemoryMapped(file.toString()));
    }
    return List.copyOf(regions);
  }

  private static long zeroed(
      KernelFiles files, long pid, @Nullable MemoryRegion before, MemoryRegion region) {
    if (before == null
        || before.end() != region.start()
        || !before.path().startsWith("/")
        || !region.path().isEmpty()) {
      return 0;
    }
    long bytes = ZeroedData.bytes(files.root().resolve("proc/" + pid + "/root"), before.path());
    return Math.min(bytes, region.end() - region.start());
  }

  private static boolean isHex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  }
}
