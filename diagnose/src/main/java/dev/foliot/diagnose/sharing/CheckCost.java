package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.hotspot.CodePlace;
import dev.foliot.diagnose.hotspot.JavaFrame;
import dev.foliot.linux.CpuClockSampler.Sample;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a check costs: the share of the samples of threads on their CPUs that are at it. A sample is
 * at the check when its instruction is close to one that a watchpoint stopped at, or when it is in
 * the same compiled line of Java. Waiting for a cache line is time on the CPU, so it shows here.
 */
final class CheckCost {
  /** With fewer samples in all, a share says nothing. */
  static final int FEWEST = 30;

  /** The check's instructions stand before the one that writes, in few bytes. */
  private static final long BEFORE = 96;

  private static final long AFTER = 32;

  /** Of how many instructions the line is looked up. */
  private static final int MOST_LOOKED_UP = 256;

  private CheckCost() {}

  /**
   * A share of samples.
   *
   * @param at how many
   * @param of how many
   */
  record Share(int at, int of) {
    double value() {
      return (double) at / of;
    }
  }

  /** Empty with too few samples, or when no touch was seen. */
  static Optional<Share> of(
      Collection<Sample> samples, Collection<Touch> touches, Culprits culprits) {
    if (samples.size() < FEWEST || touches.isEmpty()) {
      return Optional.empty();
    }
    NavigableSet<Long> hits = new TreeSet<>();
    Set<String> lines = new HashSet<>();
    for (Touch touch : touches) {
      if (hits.add(touch.ip())) {
        line(culprits.place(touch.ip())).ifPresent(lines::add);
      }
    }
    Map<Long, Integer> counts = new HashMap<>();
    for (Sample sample : samples) {
      if (!sample.kernel()) {
        counts.merge(sample.ip(), 1, Integer::sum);
      }
    }
    List<Map.Entry<Long, Integer>> sorted = new ArrayList<>(counts.entrySet());
    sorted.sort(Map.Entry.<Long, Integer>comparingByValue().reversed());
    int at = 0;
    int lookedUp = 0;
    for (Map.Entry<Long, Integer> entry : sorted) {
      long ip = entry.getKey();
      if (isNear(hits, ip)) {
        at += entry.getValue();
      } else if (!lines.isEmpty() && lookedUp++ < MOST_LOOKED_UP) {
        Optional<String> line = line(culprits.place(ip));
        at += line.isPresent() && lines.contains(line.get()) ? entry.getValue() : 0;
      }
    }
    return Optional.of(new Share(at, samples.size()));
  }

  private static boolean isNear(NavigableSet<Long> hits, long ip) {
    Long next = hits.ceiling(ip - AFTER);
    return next != null && next <= ip + BEFORE;
  }

  /** The innermost line of Java, where the code is compiled and has debug information. */
  private static Optional<String> line(CodePlace place) {
    if (place instanceof CodePlace.Compiled compiled && !compiled.frames().isEmpty()) {
      JavaFrame frame = compiled.frames().get(0);
      int where = frame.line() >= 0 ? frame.line() : frame.bci();
      return Optional.of(frame.className() + '.' + frame.method() + ':' + where);
    }
    return Optional.empty();
  }
}
