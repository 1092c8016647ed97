package net.openhft.chronicle.jlbh;

import java.util.List;

/** The percentiles of several runs, row by row, in microseconds. */
public final class PercentileSummary {
  private static final double US = 1e3;

  private final boolean skipFirst;
  private final List<double[]> percentileRuns;
  private final double[] percentiles;

  /**
   * Takes the percentiles of all runs.
   *
   * @param skipFirst whether the first run does not count in the variation
   * @param percentileRuns in nanoseconds, as {@link JLBH#percentileRuns} returns them
   * @param percentiles the fraction of each row
   */
  public PercentileSummary(boolean skipFirst, List<double[]> percentileRuns, double[] percentiles) {
    this.skipFirst = skipFirst;
    this.percentileRuns = List.copyOf(percentileRuns);
    this.percentiles = percentiles.clone();
  }

  /** Prints all rows to the standard output. */
  public void printSummary() {
    System.out.print(ResultText.summary("percentiles", percentileRuns, skipFirst));
  }

  /**
   * By how much of the largest run the runs differ, in per cent.
   *
   * @param row of a percentile, from 0
   */
  public double calculateVariance(int row) {
    return ResultText.variation(values(row), skipFirst);
  }

  /**
   * A percentile of a run, in microseconds.
   *
   * @param row of the percentile, from 0
   * @param run from 0
   */
  public double getPercentileForRun(int row, int run) {
    return percentileRuns.get(run)[row] / US;
  }

  /** Hands out each row, in order. */
  public void forEachRow(RowConsumer consumer) {
    for (int row = 0; row < percentiles.length; row++) {
      consumer.consume(percentiles[row], values(row), calculateVariance(row));
    }
  }

  private double[] values(int row) {
    return percentileRuns.stream().mapToDouble(one -> one[row] / US).toArray();
  }

  /** Takes a row. */
  @FunctionalInterface
  public interface RowConsumer {
    /**
     * Takes a row.
     *
     * @param percentile as a fraction
     * @param values of each run, in microseconds
     * @param variance by how much of the largest run they differ, in per cent
     */
    void consume(double percentile, double[] values, double variance);
  }
}
