package dev.foliot.diagnose.watch;

import dev.foliot.linux.Reading;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Finds the threads of the target that run.
 *
 * <p>A thread without CPU time since the examination began has written nothing since, and needs no
 * watchpoint: each one costs this process some tens of microseconds.
 */
public final class ActiveThreads {
  private final TargetThreads threads;
  private final Map<Integer, Long> before = new HashMap<>();
  private int all;
  private int running;
  private int busy;

  public ActiveThreads(TargetThreads threads) {
    this.threads = threads;
  }

  /** Records the current CPU time of each thread. */
  public void begin() {
    for (int tid : threads.ids().orElse(List.of())) {
      threads.cpuNs(tid).ifPresent(ns -> before.put(tid, ns));
    }
  }

  /**
   * The threads that ran since {@link #begin}, the busiest first. All threads if the kernel does
   * not report CPU time.
   *
   * @param sinceNs nanoseconds since then
   */
  public Reading<List<Integer>> ran(long sinceNs) {
    return threads.ids().map(ids -> busiest(ids, sinceNs));
  }

  private List<Integer> busiest(List<Integer> ids, long sinceNs) {
    all = ids.size();
    busy = 0;
    boolean counted = false;
    List<Ran> ran = new ArrayList<>();
    for (int tid : ids) {
      OptionalLong now = threads.cpuNs(tid);
      if (now.isPresent()) {
        counted = true;
        long ns = now.getAsLong() - before.getOrDefault(tid, 0L);
        if (ns > 0) {
          ran.add(new Ran(tid, ns));
          busy += ns * 100 >= sinceNs ? 1 : 0;
        }
      }
    }
    ran.sort(Comparator.comparingLong(Ran::ns).reversed());
    List<Integer> tids = new ArrayList<>();
    if (counted) {
      for (Ran one : ran) {
        tids.add(one.tid());
      }
    } else {
      tids.addAll(ids);
      busy = ids.size();
    }
    running = tids.size();
    return List.copyOf(tids);
  }

  /** The number of threads at the last reading. */
  public int all() {
    return all;
  }

  /** The number of threads that had run. */
  public int running() {
    return running;
  }

  /** The number of threads that had run for a hundredth of the time or more. */
  public int busy() {
    return busy;
  }

  private record Ran(int tid, long ns) {}
}
