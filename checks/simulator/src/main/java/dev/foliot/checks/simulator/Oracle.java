package dev.foliot.checks.simulator;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/**
 * Finds the best fixed size of a workload by search.
 *
 * <p>It goes upwards in steps of a factor of 1.5 until three in a row were no better, tries the
 * greatest useful size, then those around the best. Among the sizes within half a per cent of the
 * best throughput it returns the smallest, because threads cost memory too. All sizes get the same
 * tasks in the same order, and under a steady load each run's first half is left out.
 *
 * <p>Little's law gives the first size, because no smaller one can be best: n threads, each busy
 * with a task for at least its unloaded time, do at most n / time tasks a second.
 */
final class Oracle {
  /** How far below the best a size counts as equally good. */
  static final double TIE = 0.005;

  private static final double STEP = 1.5;
  private static final int ENOUGH_WORSE = 3;
  private static final double MARGIN = 0.8;
  private final Workload workload;
  private final Search search;
  private final NavigableMap<Integer, Double> seen = new TreeMap<>();

  private Oracle(Workload workload, Search search) {
    this.workload = workload;
    this.search = search;
  }

  /** The best size and its throughput in tasks per second. */
  record Best(int size, double throughput) {}

  /**
   * The prior knowledge of a search.
   *
   * @param guess an approximate size, at least 1
   * @param most the maximum number of tasks in the system; greater sizes do not matter
   * @param unloadedNs the time of an undisturbed task, 0 to begin the search at 1
   * @param horizonNs the necessary length of a run, by the size
   * @param whole whether the complete run counts, as for a changing load
   */
  record Search(
      int guess, int most, double unloadedNs, IntToLongFunction horizonNs, boolean whole) {}

  /** Searches. */
  static Best of(Workload workload, Search search) {
    return new Oracle(workload, search).best();
  }

  private Best best() {
    int most = Math.min(search.most(), workload.maximum());
    int size = 1;
    if (search.unloadedNs() > 0) {
      double seenThere = measure(Math.min(most, search.guess()));
      size = Math.max(1, (int) (MARGIN * seenThere * search.unloadedNs() / 1e9));
    }
    double top = 0;
    int worse = 0;
    while (size < most && worse < ENOUGH_WORSE) {
      double here = measure(size);
      worse = here > (1 + TIE) * top ? 0 : worse + 1;
      top = Math.max(top, here);
      size = Math.max(size + 1, (int) Math.round(size * STEP));
    }
    measure(most);
    refine(top());
    return smallest();
  }

  /** The smallest equally good size is between one that is good enough and one that is not. */
  private Best smallest() {
    double enough = (1 - TIE) * top();
    int good = first(enough);
    Integer below = seen.lowerKey(good);
    int bad = below == null ? 0 : below;
    while (good - bad > 1) {
      int middle = (good + bad) / 2;
      if (measure(middle) >= enough) {
        good = middle;
      } else {
        bad = middle;
      }
    }
    return new Best(good, measure(good));
  }

  /** Searches on both sides of the best while that helps. */
  private void refine(double before) {
    int at = first(before);
    Integer low = seen.lowerKey(at);
    Integer high = seen.higherKey(at);
    if (low != null && at - low > 1) {
      measure((at + low) / 2);
    }
    if (high != null && high - at > 1) {
      measure((at + high) / 2);
    }
    if (top() > (1 + TIE) * before) {
      refine(top());
    }
  }

  private double top() {
    return seen.values().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
  }

  private int first(double enough) {
    return seen.entrySet().stream()
        .filter(entry -> entry.getValue() >= enough)
        .findFirst()
        .orElseThrow()
        .getKey();
  }

  private double measure(int size) {
    Double known = seen.get(size);
    if (known != null) {
      return known;
    }
    long horizonNs = search.horizonNs().applyAsLong(size);
    SimulatedRun run = Simulation.run(workload, Sizing.fixed(size), horizonNs);
    double measured =
        search.whole() ? run.throughput() : run.steadyThroughput(horizonNs / 2, horizonNs);
    seen.put(size, measured);
    return measured;
  }
}
