package dev.foliot.linux.memory;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.reason.SystemReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a process's address space (proc_pid_maps(5)). Immutable.
 *
 * @param start its first address
 * @param end the address after its last; above {@code start} as unsigned numbers
 * @param permissions as {@code r-xp}
 * @param path the file or the kernel's name for it, as {@code [stack]}; empty when it has none
 */
public record MemoryRegion(long start, long end, String permissions, String path) {
  /** A process may have a quarter of a million regions, where vm.max_map_count was raised. */
  private static final int MAX_BYTES = 32 << 20;

  private static final int RADIX = 16;
  private static final Pattern LINE =
      Pattern.compile(
          "([0-9a-f]{1,16})-([0-9a-f]{1,16}) ([r-][w-][x-][sp])"
              + " [0-9a-f]{1,16} [0-9a-f]+:[0-9a-f]+ [0-9]+ *(.*)");

  /**
   * All parts of process {@code pid}, ascending, from the kernel below {@code root}, usually "/". A
   * process changes while it is read.
   */
  public static Reading<List<MemoryRegion>> of(Path root, long pid) {
    return KernelFiles.attempt(root, files -> read(files, pid));
  }

  private static List<MemoryRegion> read(KernelFiles files, long pid) throws UnreadableException {
    Path file = files.root().resolve("proc/" + pid + "/maps");
    KernelText text =
        files
            .textIfPresent(file, MAX_BYTES)
            .orElseThrow(() ->
                new UnreadableException(
                    new SystemReason.FileMissing(
                        file.toString(), "see whether the process still lives")));
    List<MemoryRegion> regions = new ArrayList<>();
    for (String line : text.lines()) {
      if (!line.isEmpty()) {
        regions.add(parse(text, line));
      }
    }
    return List.copyOf(regions);
  }

  static MemoryRegion parse(KernelText text, String line) throws UnreadableException {
    Matcher found = LINE.matcher(line);
    if (!found.matches()) {
      throw text.malformed("line", line);
    }
    long start = Long.parseUnsignedLong(found.group(1), RADIX);
    long end = Long.parseUnsignedLong(found.group(2), RADIX);
    if (Long.compareUnsigned(start, end) >= 0) {
      throw text.malformed("line", line);
    }
    return new MemoryRegion(start, end, found.group(3), found.group(4));
  }

  /** Whether it may be read. */
  public boolean isReadable() {
    return permissions.startsWith("r");
  }
}
