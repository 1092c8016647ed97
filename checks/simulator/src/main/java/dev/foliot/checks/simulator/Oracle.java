package dev.foliot.checks.simulator;

import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The best fixed size of a workload, by search: sizes a factor of 1.5 apart, then those around the
 * best. Of the sizes within half a per cent of the best throughput it is the smallest, since
 * threads cost memory too. All sizes see the same tasks in the same order.
 */
public final class Oracle {
  /** How far below the best a size may be to count as equally good. */
  public static final double TIE = 0.005;

  private static final double STEP = 1.5;
  private final Workload workload;
  private final long fromNs;
  private final long horizonNs;
  private final NavigableMap<Integer, Double> seen = new TreeMap<>();

  private Oracle(Workload workload, long fromNs, long horizonNs) {
    this.workload = workload;
    this.fromNs = fromNs;
    this.horizonNs = horizonNs;
  }

  /** The best size and its throughput in tasks per second. */
  public record Best(int size, double throughput) {}

  /**
   * Searches.
   *
   * @param mostAtOnce the most tasks that are ever in the system, so that no greater size matters
   * @param fromNs from when throughput is measured
   * @param horizonNs until when each run lasts
   */
  public static Best of(Workload workload, int mostAtOnce, long fromNs, long horizonNs) {
    Oracle oracle = new Oracle(workload, fromNs, horizonNs);
    return oracle.search(Math.min(mostAtOnce, workload.maximum()));
  }

  private Best search(int most) {
    int size = 1;
    while (size < most) {
      measure(size);
      size = Math.max(size + 1, (int) Math.round(size * STEP));
    }
    measure(most);
    refine(best());
    // the smallest of the equally good lies between one that is good enough and one that is not
    double enough = (1 - TIE) * best();
    int good = smallest(enough);
    Integer bad = seen.lowerKey(good);
    while (bad != null && good - bad > 1) {
      int middle = (good + bad) / 2;
      if (measure(middle) >= enough) {
        good = middle;
      } else {
        bad = middle;
      }
    }
    return new Best(good, measure(good));
  }

  /** Looks on both sides of the best, unless the throughput is flat there. */
  private void refine(double before) {
    int at = peak();
    Integer low = seen.lowerKey(at);
    Integer high = seen.higherKey(at);
    if (low != null && at - low > 1) {
      measure((at + low) / 2);
    }
    if (high != null && high - at > 1) {
      measure((at + high) / 2);
    }
    if (best() > (1 + TIE) * before) {
      refine(best());
    }
  }

  private int peak() {
    double best = best();
    return seen.entrySet().stream()
        .filter(entry -> entry.getValue() == best)
        .findFirst()
        .orElseThrow()
        .getKey();
  }

  private double best() {
    return seen.values().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
  }

  private int smallest(double enough) {
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
    double measured =
        Simulation.run(workload, Sizing.fixed(size), horizonNs).throughput(fromNs, horizonNs);
    seen.put(size, measured);
    return measured;
  }
}
