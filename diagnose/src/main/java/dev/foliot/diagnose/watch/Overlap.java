package dev.foliot.diagnose.watch;

import dev.foliot.linux.perf.Watchpoints.Hit;
import dev.foliot.linux.perf.Watchpoints.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides whether the writers of a word write at the same time or take turns. Used by one thread.
 *
 * <p>A task that moves through the threads of a pool has many writers but one at a time, and none
 * of them waits. Two writers in one window prove nothing, because the task may have moved in
 * between. Two observations are proof, and each must occur twice:
 *
 * <ul>
 *   <li>Hits take a thread's time. If those of a window take longer than the window, several
 *       threads wrote.
 *   <li>In the order of hits, a thread continues at its own pace although another one writes in
 *       between. With turns it would pause for the other's turn, where each write takes the time of
 *       a hit. So turns shorter than some four writes look like writing at the same time. The line
 *       then moves with nearly every write anyway.
 * </ul>
 *
 * <p>The lack of both observations does not rule out sharing if the threads want more than one CPU,
 * and do not give it up voluntarily: a busy machine may have kept them from running together.
 */
public final class Overlap {
  /** Both observations together need this number of windows. */
  private static final int FEWEST_WINDOWS = 2;

  /**
   * Hits that take this multiple of a window come from several threads, even if one hit costs more
   * than measured.
   */
  public static final double MORE_THAN_ONE = 1.5;

  /** A pause this many times as long as usual means that the thread did not continue. */
  private static final int LONG = 4;

  /** Fewer hits show no order. */
  private static final int FEWEST_HITS = 4;

  /**
   * After this number of samples of several threads without overlap none is expected. More are
   * needed if samples miss some writers.
   */
  private static final int ENOUGH_SAMPLES = 4;

  /** The same for windows with a write but never two writers. */
  private static final int ENOUGH_WINDOWS = 8;

  /** How often one thread must be observed to write after another. */
  private static final int ENOUGH_SWITCHES = 8;

  /** The possible answers. */
  public enum Answer {
    TOGETHER,
    IN_TURN,
    UNKNOWN
  }

  private final List<Set<Integer>> windows = new ArrayList<>();
  private int together;
  private double samples;
  private int switches;
  private CpuUse use = CpuUse.UNKNOWN;

  /**
   * Adds a window of writes to the word.
   *
   * @param hitNs the cost of one hit to its thread
   */
  public void counted(Window window, double hitNs) {
    Set<Integer> tids = new HashSet<>();
    long hits = 0;
    for (Map.Entry<Integer, Long> one : window.hitsByThread().entrySet()) {
      if (one.getValue() > 0) {
        tids.add(one.getKey());
        hits += one.getValue();
      }
    }
    if (!tids.isEmpty()) {
      windows.add(tids);
      together += tids.size() >= 2 && hits * hitNs >= MORE_THAN_ONE * window.nanos() ? 1 : 0;
    }
  }

  /**
   * Adds a sample of writes to the word.
   *
   * @param hits by ascending time
   * @param watched the number of threads watched
   * @param writers the number of writers
   */
  public void sampled(List<Hit> hits, int watched, int writers) {
    if (watched < 2) {
      return;
    }
    samples += hits.size() >= FEWEST_HITS ? (double) watched / Math.max(watched, writers) : 0;
    Map<Integer, Integer> last = new HashMap<>();
    Map<Integer, List<Gap>> gaps = new HashMap<>();
    for (int i = 0; i < hits.size(); i++) {
      Hit hit = hits.get(i);
      switches += i > 0 && hits.get(i - 1).tid() != hit.tid() ? 1 : 0;
      Integer before = last.put(hit.tid(), i);
      if (before != null) {
        gaps.computeIfAbsent(hit.tid(), tid -> new ArrayList<>())
            .add(new Gap(hit.timeNs() - hits.get(before).timeNs(), i - before > 1));
      }
    }
    int crossed = 0;
    int wentOn = 0;
    for (List<Gap> own : gaps.values()) {
      long most = LONG * median(own);
      for (Gap gap : own) {
        crossed += gap.crossed() ? 1 : 0;
        wentOn += gap.crossed() && gap.nanos() <= most ? 1 : 0;
      }
    }
    together += wentOn > 0 && 2 * wentOn >= crossed ? 1 : 0;
  }

  private static long median(List<Gap> gaps) {
    long[] nanos = gaps.stream().mapToLong(Gap::nanos).sorted().toArray();
    return nanos[(nanos.length - 1) / 2];
  }

  /** Records the CPU use of the writers together. */
  public void used(CpuUse together) {
    use = together;
  }

  /** Whether the writers waited for CPUs, and might meet only for that reason. */
  public boolean hasWaited() {
    return use.hasWaited();
  }

  /** Whether two threads wrote at the same time, often enough. */
  public boolean isTogether() {
    return together >= FEWEST_WINDOWS;
  }

  /** Whether threads often wrote one after another, and never together. */
  public boolean isInTurn() {
    return together == 0 && switches >= ENOUGH_SWITCHES && use.isOne(CpuUse.ONE_CPU);
  }

  /** The answer for these writers, two or more. */
  public Answer of(Set<Integer> writers) {
    if (isTogether()) {
      return use.isSeldom() ? Answer.UNKNOWN : Answer.TOGETHER;
    }
    boolean sampledInVain = samples >= ENOUGH_SAMPLES;
    boolean countedInVain = windows.size() >= ENOUGH_WINDOWS && shared(writers) == 0;
    return together == 0 && use.isOne(CpuUse.ONE_CPU) && (sampledInVain || countedInVain)
        ? Answer.IN_TURN
        : Answer.UNKNOWN;
  }

  private int shared(Set<Integer> writers) {
    int shared = 0;
    for (Set<Integer> tids : windows) {
      Set<Integer> both = new HashSet<>(tids);
      both.retainAll(writers);
      shared += both.size() >= 2 ? 1 : 0;
    }
    return shared;
  }

  /**
   * The time between two hits of one thread.
   *
   * @param crossed whether another thread's hit is between them
   */
  private record Gap(long nanos, boolean crossed) {}
}
