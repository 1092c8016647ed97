package dev.foliot.checks.peers.pool;

import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * A geometric grid of sizes that always includes the greatest.
 *
 * @param least the least size, 1 or more
 * @param most the greatest size
 */
record Grid(int least, int most) {
  private static final double SAME = 0.99;

  Grid {
    if (least < 1 || most < least) {
      throw new IllegalArgumentException("no sizes from " + least + " to " + most);
    }
  }

  /** A given size, without a search. */
  static Grid only(int size) {
    return new Grid(size, size);
  }

  boolean isOne() {
    return least == most;
  }

  /**
   * The result of a search.
   *
   * @param size the best size
   * @param seen the throughput of every tried size; NaN after a failure
   */
  record Found(int size, SequencedMap<Integer, Double> seen) {
    Found {
      seen = Collections.unmodifiableSequencedMap(new TreeMap<>(seen));
    }
  }

  /** Tries a size. */
  @FunctionalInterface
  interface Trial {
    /** The throughput; NaN after a failure. */
    double of(int size) throws IOException, InterruptedException;
  }

  /**
   * Tries the sizes, each twice the last, then those between the best and its neighbours.
   *
   * @return the least size within 1 % of the highest throughput
   * @throws IllegalStateException if all sizes fail
   */
  Found search(Trial trial) throws IOException, InterruptedException {
    TreeMap<Integer, Double> seen = new TreeMap<>();
    for (long size = least; size < most; size *= 2) {
      seen.put((int) size, trial.of((int) size));
    }
    seen.put(most, trial.of(most));
    int best = best(seen);
    for (Integer neighbour : new Integer[] {seen.lowerKey(best), seen.higherKey(best)}) {
      if (neighbour != null) {
        int between = (int) Math.round(Math.sqrt((double) best * neighbour));
        if (!seen.containsKey(between)) {
          seen.put(between, trial.of(between));
        }
      }
    }
    return new Found(best(seen), seen);
  }

  private static int best(TreeMap<Integer, Double> seen) {
    double highest =
        seen.values().stream()
            .filter(value -> !value.isNaN())
            .max(Comparator.naturalOrder())
            .orElseThrow(() -> new IllegalStateException("a fixed pool fails at all sizes"));
    return seen.entrySet().stream()
        .filter(entry -> entry.getValue() >= SAME * highest)
        .findFirst()
        .orElseThrow()
        .getKey();
  }
}
