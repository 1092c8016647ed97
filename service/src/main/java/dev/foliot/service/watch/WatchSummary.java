package dev.foliot.service.watch;

import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.hotspot.memory.MemorySplit;
import dev.foliot.linux.Reading;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A watch in some numbers. Immutable.
 *
 * @param spanNs from the first sample to the last
 * @param cpuUserCores CPU time in user mode per time, in CPUs
 * @param cpuSystemCores in the kernel
 * @param voluntarySwitchesPerS as in {@link ProcessSample}, and with what is missing there
 * @param involuntarySwitchesPerS likewise
 * @param runQueueWaitCores time that threads waited for a CPU per time; null if not counted
 * @param unseenCpuShare of the CPU time, from 0 to 1: as much of the switches and waits may be
 *     missing
 * @param peakThreads the most platform threads
 * @param peakCarriers the most carriers, by name
 * @param firstResidentBytes at the first sample
 * @param lastResidentBytes at the last
 * @param peakResidentBytes the most in a sample
 * @param memory sentences on what the memory is made of at the end; empty where it is not known
 */
public record WatchSummary(
    long spanNs,
    double cpuUserCores,
    double cpuSystemCores,
    double voluntarySwitchesPerS,
    double involuntarySwitchesPerS,
    @Nullable Double runQueueWaitCores,
    double unseenCpuShare,
    int peakThreads,
    int peakCarriers,
    long firstResidentBytes,
    long lastResidentBytes,
    long peakResidentBytes,
    List<String> memory) {
  private static final double NS_PER_S = 1e9;
  private static final double BYTES_PER_MB = 1e6;

  /** Keeps a copy. */
  public WatchSummary {
    memory = List.copyOf(memory);
  }

  static WatchSummary of(Watched watched) {
    List<ProcessSample> samples = watched.samples();
    ProcessSample last = samples.getLast();
    double spanNs = (double) Math.max(1, last.atNs());
    Long waitNs = last.runQueueWaitNs();
    long cpuNs = last.cpuUserNs() + last.cpuSystemNs();
    return new WatchSummary(
        last.atNs(),
        last.cpuUserNs() / spanNs,
        last.cpuSystemNs() / spanNs,
        last.voluntarySwitches() / (spanNs / NS_PER_S),
        last.involuntarySwitches() / (spanNs / NS_PER_S),
        waitNs == null ? null : waitNs / spanNs,
        cpuNs == 0 ? 0 : (double) last.unseenCpuNs() / cpuNs,
        samples.stream().mapToInt(ProcessSample::threads).max().orElse(0),
        samples.stream().mapToInt(ProcessSample::carriers).max().orElse(0),
        samples.getFirst().residentBytes(),
        last.residentBytes(),
        samples.stream().mapToLong(ProcessSample::residentBytes).max().orElse(0),
        memory(watched));
  }

  private static List<String> memory(Watched watched) {
    List<String> sentences = new ArrayList<>();
    if (watched.looks().isEmpty()
        || !(watched.looks().getLast().resident()
            instanceof Reading.Value<MemorySplit>(MemorySplit split))) {
      return sentences;
    }
    StringBuilder parts = new StringBuilder("resident " + mb(split.residentBytes()) + ":");
    split.parts().entrySet().stream()
        .filter(part -> part.getValue() > 0)
        .sorted(Map.Entry.<MemoryPart, Long>comparingByValue(Comparator.reverseOrder()))
        .forEach(part ->
            parts
                .append(' ')
                .append(name(part.getKey()))
                .append(' ')
                .append(mb(part.getValue()))
                .append(','));
    sentences.add(parts.substring(0, parts.length() - 1));
    long direct = split.bytes(MemoryPart.DIRECT_BUFFERS);
    if (direct >= BYTES_PER_MB) {
      sentences.add(
          switch (watched.collection()) {
            case Reading.Value<FullCollection>(FullCollection fell) ->
                "direct buffers "
                    + mb(direct)
                    + ", of which "
                    + mb(Math.min(direct, fell.offHeapFellBytes()))
                    + " fall after a full collection";
            case Reading.Unavailable<FullCollection> none ->
                "direct buffers "
                    + mb(direct)
                    + "; what a full collection frees of them is not"
                    + " known: "
                    + none.reason();
          });
    }
    return sentences;
  }

  private static String name(MemoryPart part) {
    return part.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String mb(long bytes) {
    return String.format(Locale.ROOT, "%.0f MB", bytes / BYTES_PER_MB);
  }
}
