package dev.foliot.service.watch;

import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.hotspot.memory.MemorySplit;
import dev.foliot.linux.Reading;
import dev.foliot.store.study.StudySample;
import dev.foliot.store.study.StudyWatch;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Summarises a watch in numbers. Stateless. */
final class WatchFigures {
  private static final double NS_PER_S = 1e9;
  private static final double BYTES_PER_MB = 1e6;

  private WatchFigures() {}

  static StudyWatch of(Watched watched) {
    List<StudySample> samples = watched.samples();
    StudySample last = samples.getLast();
    double spanNs = (double) Math.max(1, last.atNs());
    StudySample.Sums sums = last.sums();
    Long waitNs = sums.runQueueWaitNs();
    long cpuNs = last.cpuNs();
    return new StudyWatch(
        last.atNs(),
        new StudyWatch.Cpu(
            sums.cpuUserNs() / spanNs,
            sums.cpuSystemNs() / spanNs,
            sums.voluntarySwitches() / (spanNs / NS_PER_S),
            sums.involuntarySwitches() / (spanNs / NS_PER_S),
            waitNs == null ? null : waitNs / spanNs,
            cpuNs == 0 ? 0 : (double) sums.unseenCpuNs() / cpuNs),
        new StudyWatch.Threads(
            samples.stream().mapToInt(StudySample::threads).max().orElse(0),
            samples.stream().mapToInt(one -> one.now().carriers()).max().orElse(0)),
        new StudyWatch.Rss(
            samples.getFirst().rssBytes(),
            last.rssBytes(),
            samples.stream().mapToLong(StudySample::rssBytes).max().orElse(0)),
        memory(watched));
  }

  private static List<String> memory(Watched watched) {
    List<String> sentences = new ArrayList<>();
    if (watched.looks().isEmpty()
        || !(watched.looks().getLast().resident()
            instanceof Reading.Value<MemorySplit>(MemorySplit split))) {
      return sentences;
    }
    StringBuilder parts =
        new StringBuilder("resident " + Numbers.bytes(split.residentBytes()) + ":");
    split.parts().entrySet().stream()
        .filter(part -> part.getValue() > 0)
        .sorted(Map.Entry.<MemoryPart, Long>comparingByValue(Comparator.reverseOrder()))
        .forEach(part ->
            parts
                .append(' ')
                .append(name(part.getKey()))
                .append(' ')
                .append(Numbers.bytes(part.getValue()))
                .append(','));
    sentences.add(parts.substring(0, parts.length() - 1));
    long direct = split.bytes(MemoryPart.DIRECT_BUFFERS);
    if (direct >= BYTES_PER_MB) {
      sentences.add(
          switch (watched.collection()) {
            case Reading.Value<FullCollection>(FullCollection fell) ->
                "direct buffers "
                    + Numbers.bytes(direct)
                    + ", of which "
                    + Numbers.bytes(Math.min(direct, fell.offHeapFellBytes()))
                    + " fall after a full collection";
            case Reading.Unavailable<FullCollection> none ->
                "direct buffers "
                    + Numbers.bytes(direct)
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
}
