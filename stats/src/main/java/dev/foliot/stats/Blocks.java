package dev.foliot.stats;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The intervals of one fork, prepared for thousands of draws.
 *
 * <p>For each distinct value and each interval it holds the number of messages at or below it. A
 * percentile of drawn intervals is then a binary search, without any merge.
 */
final class Blocks {
  private final double percentile;
  private final long[] grid;
  private final long[][] atMost;
  private final int size;
  private final int length;

  /**
   * @throws IllegalArgumentException if all blocks are empty
   */
  Blocks(List<Counted> blocks, double percentile) {
    Counted all = Counted.merge(blocks);
    long value = all.percentile(percentile);
    this.percentile = percentile;
    this.grid = all.values();
    this.size = blocks.size();
    this.atMost = new long[grid.length][size];
    for (int block = 0; block < size; block++) {
      long[] values = blocks.get(block).values();
      long[] counts = blocks.get(block).counts();
      long sum = 0;
      for (int g = 0, i = 0; g < grid.length; g++) {
        if (i < values.length && values[i] == grid[g]) {
          sum += counts[i++];
        }
        atMost[g][block] = sum;
      }
    }
    this.length = BlockLength.of(excess(value));
  }

  /**
   * For each interval, its excess of messages beyond the percentile over its share. To first order,
   * this is its contribution to the percentile's error.
   */
  private double[] excess(long value) {
    long[] beyond = atMost[Arrays.binarySearch(grid, value)];
    long[] totals = atMost[grid.length - 1];
    double share = 1 - (double) Arrays.stream(beyond).sum() / Arrays.stream(totals).sum();
    double[] excess = new double[size];
    for (int i = 0; i < size; i++) {
      excess[i] = totals[i] - beyond[i] - share * totals[i];
    }
    return excess;
  }

  /** The effective number of independent stretches. */
  double independent() {
    return (double) size / length;
  }

  /** Draws the percentile of a fork made of stretches of this one, in a circle. */
  long draw(SplittableRandom random) {
    int[] times = new int[size];
    for (int drawn = 0; drawn < size; ) {
      int start = random.nextInt(size);
      for (int i = 0; i < length && drawn < size; i++, drawn++) {
        times[(start + i) % size]++;
      }
    }
    long total = sum(times, grid.length - 1);
    if (total == 0) {
      return draw(random);
    }
    long rank = Ranks.of(percentile, total);
    int low = 0;
    int high = grid.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sum(times, middle) >= rank) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return grid[low];
  }

  private long sum(int[] times, int at) {
    long[] row = atMost[at];
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += times[i] * row[i];
    }
    return sum;
  }
}
