package dev.foliot.report.chart;

import dev.foliot.report.page.Units;
import java.util.ArrayList;
import java.util.List;

/**
 * Percentiles by the number of their nines: 90 % is one, 99 % two. Each step to the right is ten
 * times as rare, which is how HdrHistogram's plotter draws them.
 *
 * @param nines at the end of the axis
 */
public record NinesScale(double nines) implements Scale {
  private static final double MEDIAN = 0.5;

  public NinesScale {
    if (!(nines > 0)) {
      throw new IllegalArgumentException("an axis of " + nines + " nines");
    }
  }

  /** The nines of a share of one: 0.99 has two. */
  public static double of(double share) {
    return -Math.log10(1 - share);
  }

  /** The share of one that has so many nines. */
  public static double share(double nines) {
    return 1 - Math.pow(10, -nines);
  }

  /**
   * Where a percentile lies.
   *
   * @param share of one, 0.99 for the 99th
   */
  @Override
  public double at(double share) {
    return share >= 1 ? 1 : Scale.clamp(of(share) / nines);
  }

  @Override
  public List<Tick> ticks() {
    List<Tick> ticks = new ArrayList<>();
    ticks.add(new Tick(at(MEDIAN), Units.percentile(MEDIAN)));
    for (int n = 1; n <= nines + 1e-9; n++) {
      ticks.add(new Tick(Scale.clamp(n / nines), Units.percentile(share(n))));
    }
    return ticks;
  }
}
