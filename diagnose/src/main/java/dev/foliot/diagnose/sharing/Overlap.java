package dev.foliot.diagnose.sharing;

import dev.foliot.linux.perf.Watchpoints.Hit;
import dev.foliot.linux.perf.Watchpoints.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether the threads that write one word do so at the same time, or one after the other. A task
 * that hops through the threads of a pool has many writers and one at any moment, and none of them
 * waits. That two threads wrote in one window does not tell: the task may have hopped meanwhile.
 * Two things do, and each must be seen twice:
 *
 * <ul>
 *   <li>Hits take a thread's time. Where those of a window take more than the window, more than one
 *       thread was at it.
 *   <li>In the order of hits, a thread goes on at its own pace although another one writes in
 *       between. Where it took turns it would pause for the other's turn, in which each write takes
 *       the time of a hit. So turns of fewer than some four writes are not told from writing at the
 *       same time; and there the line travels with nearly every write, whoever waits.
 * </ul>
 *
 * <p>That neither was observed is no acquittal where the threads want more CPUs than one, and do
 * not give up theirs by themselves: a busy machine may not have let them run together.
 *
 * <p>Used by one thread.
 */
final class Overlap {
  /** What the two things must be seen in, together. */
  private static final int FEWEST_WINDOWS = 2;

  /** Hits that take so much of a window are of more threads than one, dear as one hit may seem. */
  static final double MORE_THAN_ONE = 1.5;

  /** A pause this many times as long as a thread's usual one is no going on. */
  private static final int LONG = 4;

  /** A sample of fewer tells nothing of an order. */
  private static final int FEWEST_HITS = 4;

  /**
   * So many samples of two threads or more that show no overlap leave none to be expected; more
   * where a sample has not all that write.
   */
  private static final int ENOUGH_SAMPLES = 4;

  /** The same of windows with a write, none of which has two writers. */
  private static final int ENOUGH_WINDOWS = 8;

  /** So often one thread must be seen to write behind another. */
  private static final int ENOUGH_SWITCHES = 8;

  /** What can be said of it. */
  enum Answer {
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
   * A window of writes to the word.
   *
   * @param hitNs what one hit costs the thread that makes it
   */
  void counted(Window window, double hitNs) {
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
   * A sample of writes to the word.
   *
   * @param hits by ascending time
   * @param watched of how many threads
   * @param writers how many there are
   */
  void sampled(List<Hit> hits, int watched, int writers) {
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

  /** How those that write use CPUs together. */
  void used(CpuUse together) {
    use = together;
  }

  /** Whether those that write waited for CPUs, and might meet where they need not. */
  boolean hasWaited() {
    return use.hasWaited();
  }

  /** Whether two threads were observed to write at the same time, often enough. */
  boolean isTogether() {
    return together >= FEWEST_WINDOWS;
  }

  /** Whether threads were observed to write one behind the other often, and never together. */
  boolean isInTurn() {
    return together == 0 && switches >= ENOUGH_SWITCHES && use.isOne(CpuUse.ONE_CPU);
  }

  /** What all that was observed says of these writers, who are two or more. */
  Answer of(Set<Integer> writers) {
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
   * @param crossed whether another thread's lies between them
   */
  private record Gap(long nanos, boolean crossed) {}
}
