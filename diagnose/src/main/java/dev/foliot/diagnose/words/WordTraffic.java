package dev.foliot.diagnose.words;

import dev.foliot.diagnose.watch.CpuUse;
import dev.foliot.diagnose.watch.Overlap;
import dev.foliot.linux.perf.Watchpoints.Hit;
import dev.foliot.linux.perf.Watchpoints.Window;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The watched writes to one word, or to the words of one cache line. For one thread. */
final class WordTraffic {
  private static final double NS_PER_S = 1e9;

  private final String place;
  private final Overlap overlap = new Overlap();
  private final Map<Integer, Long> writes = new TreeMap<>();
  private final Map<String, Integer> code = new HashMap<>();
  private final Set<String> members = new TreeSet<>();
  private CpuUse use = CpuUse.UNKNOWN;
  private int windows;
  private int metWindows;
  private long watchedNs;
  private long samples;

  /** Traffic at a place, such as {@code com.acme.Counter.value}. */
  WordTraffic(String place) {
    this.place = place;
  }

  String place() {
    return place;
  }

  Overlap overlap() {
    return overlap;
  }

  /** Adds samples of code that writes it. */
  void sampled(long more) {
    samples += more;
  }

  /** The samples of code that writes it. */
  long samples() {
    return samples;
  }

  /** Names the fields or slots. */
  void of(String member) {
    members.add(member);
  }

  /** The fields or slots. */
  Set<String> members() {
    return Collections.unmodifiableSet(members);
  }

  /** Adds a window of writes to a word. */
  void counted(Window window, double hitNs) {
    overlap.counted(window, hitNs);
    add(window);
    met(window.hitsByThread().size() >= 2);
  }

  /** Adds simultaneous windows of writes to different words of one line. */
  void countedLine(List<Window> simultaneous, double hitNs) {
    Map<Integer, Long> together = new HashMap<>();
    for (Window window : simultaneous) {
      window.hitsByThread().forEach((tid, hits) -> together.merge(tid, hits, Long::sum));
      // each word's hits count, the time once
      window.hitsByThread().forEach((tid, hits) -> writes.merge(tid, hits, Long::sum));
    }
    Window first = simultaneous.getFirst();
    watchedNs += first.nanos();
    overlap.counted(new Window(first.word(), first.nanos(), together, Set.of()), hitNs);
    met(apart(simultaneous));
  }

  private void met(boolean isMet) {
    windows++;
    metWindows += isMet ? 1 : 0;
  }

  private void add(Window window) {
    window.hitsByThread().forEach((tid, hits) -> writes.merge(tid, hits, Long::sum));
    watchedNs += window.nanos();
  }

  /** Whether different threads wrote different words. */
  static boolean apart(List<Window> simultaneous) {
    for (int i = 0; i < simultaneous.size(); i++) {
      for (int j = 0; j < simultaneous.size(); j++) {
        Set<Integer> own = simultaneous.get(i).hitsByThread().keySet();
        Set<Integer> others = new HashSet<>(simultaneous.get(j).hitsByThread().keySet());
        others.removeAll(own);
        if (i != j && !own.isEmpty() && !others.isEmpty()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Adds the code of sampled writes. */
  void wrote(Hit hit, String where) {
    writes.merge(hit.tid(), 0L, Long::sum);
    code.merge(where, 1, Integer::sum);
  }

  /** Records the CPU use of the writers together. */
  void used(CpuUse together) {
    use = together;
    overlap.used(together);
  }

  /**
   * Whether they would run on several CPUs at a time if these were free. Threads that take turns
   * want one CPU together: all but one of them sleep.
   */
  boolean wantsSeveralCpus() {
    return use.wanted() > CpuUse.ONE_CPU && use.wanted() < Double.POSITIVE_INFINITY;
  }

  /** The threads that wrote. */
  Set<Integer> writers() {
    return Collections.unmodifiableSet(writes.keySet());
  }

  /** The watched writes of each thread. */
  Map<Integer, Long> writes() {
    return Collections.unmodifiableMap(writes);
  }

  /** The sampled writes by the program's method; an empty name where unknown. */
  Map<String, Integer> code() {
    return Collections.unmodifiableMap(code);
  }

  /** The number of windows in which two threads wrote. */
  int metWindows() {
    return metWindows;
  }

  int windows() {
    return windows;
  }

  /** Writes a second, at least: each watched one stops its thread for a moment. */
  double writesPerS() {
    long sum = writes.values().stream().mapToLong(Long::longValue).sum();
    return watchedNs == 0 ? 0 : sum * NS_PER_S / watchedNs;
  }
}
