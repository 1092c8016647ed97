package dev.foliot.linux;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The CPU times of the machine at one moment (proc_stat(5)). Immutable.
 *
 * @param all the sum over all CPUs
 * @param perCpu by CPU number, ascending; CPUs that are offline are missing
 */
public record ProcStat(CpuTimes all, Map<Integer, CpuTimes> perCpu) {
  private static final Pattern CPU = Pattern.compile("cpu([0-9]{1,5})?");

  /** Copies the map. */
  public ProcStat {
    perCpu = Collections.unmodifiableMap(new TreeMap<>(perCpu));
  }

  /** Reads it from the kernel below {@code root}, usually "/". */
  public static Reading<ProcStat> of(Path root) {
    return KernelFiles.attempt(root, ProcStat::read);
  }

  private static ProcStat read(KernelFiles files) throws UnreadableException {
    KernelText text = files.text("proc/stat", "mount /proc");
    Map<Integer, CpuTimes> perCpu = new TreeMap<>();
    CpuTimes all = null;
    for (String line : text.lines()) {
      List<String> words = List.of(KernelText.BLANKS.split(line, -1));
      Matcher cpu = CPU.matcher(words.getFirst());
      if (!cpu.matches()) {
        break; // The CPUs come first.
      }
      CpuTimes times = times(text, words);
      String number = cpu.group(1);
      if (number == null) {
        all = times;
      } else {
        perCpu.put(Integer.valueOf(number), times);
      }
    }
    if (all == null) {
      throw text.missing("line that begins with cpu");
    }
    return new ProcStat(all, perCpu);
  }

  private static CpuTimes times(KernelText text, List<String> words) throws UnreadableException {
    long[] n = text.numbers("CPU times", words.subList(1, words.size()), 8);
    return new CpuTimes(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]);
  }
}
