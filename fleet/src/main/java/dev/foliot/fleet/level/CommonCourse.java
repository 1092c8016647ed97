package dev.foliot.fleet.level;

import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.stats.Median;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.text.Numbers;
import java.util.Arrays;

/**
 * The metric without the course common to all nodes. Such a course is a daily rhythm or a drift.
 *
 * <p>Without it, lifetimes that cover different windows are comparable. The fit has a level per
 * lifetime, not per node: a deploy to half of the nodes would otherwise be a course. If all nodes
 * restart at the same time, no lifetime connects the times before and after. Then the medians of
 * the nodes connect them: nodes that change their band at a restart are few, or change in both
 * directions.
 *
 * <p>The course is added to each node's level, or multiplies it if that leaves clearly smaller
 * residuals (Tukey, "Exploratory Data Analysis", 1977, chapter 10: the diagnostic plot answers the
 * same question).
 *
 * @param without the metric without the course
 * @param multiplies whether the course is a factor
 * @param step a description of the step
 */
public record CommonCourse(Panel without, boolean multiplies, FleetStep step) {
  /** A factor must leave this fraction of a sum's residuals or less. */
  private static final double CLEARLY_LESS = 0.9;

  public static CommonCourse of(Panel panel, FleetSums sums) {
    if (panel.windows() < 2) {
      return new CommonCourse(
          panel,
          false,
          new FleetStep(FleetStep.Name.COURSE, "one window of time: there is no course"));
    }
    MedianPolish sum = MedianPolish.of(panel, sums);
    if (Arrays.stream(panel.values()).allMatch(value -> value > 0)) {
      MedianPolish product =
          MedianPolish.of(panel.map((i, window, value) -> Math.log(value)), sums);
      double ofSum = left(panel.map((i, window, value) -> value - sum.fitted(i, window)));
      double ofProduct =
          left(panel.map((i, window, value) -> value - Math.exp(product.fitted(i, window))));
      if (ofProduct < CLEARLY_LESS * ofSum) {
        return asFactor(panel, product.ofWindows());
      }
    }
    return asSum(panel, sum.ofWindows());
  }

  private static CommonCourse asSum(Panel panel, double[] course) {
    return new CommonCourse(
        panel.map((lifetime, window, value) -> value - course[window]),
        false,
        new FleetStep(
            FleetStep.Name.COURSE,
            "what all nodes do at the same time, between "
                + Numbers.significant(least(course), 3)
                + " and "
                + Numbers.significant(greatest(course), 3)
                + " over the windows, is subtracted"));
  }

  private static CommonCourse asFactor(Panel panel, double[] course) {
    return new CommonCourse(
        panel.map((lifetime, window, value) -> value / Math.exp(course[window])),
        true,
        new FleetStep(
            FleetStep.Name.COURSE,
            "what all nodes do at the same time, a factor between "
                + Numbers.significant(Math.exp(least(course)), 3)
                + " and "
                + Numbers.significant(Math.exp(greatest(course)), 3)
                + " over the windows, is divided out"));
  }

  private static double left(Panel residuals) {
    return Median.of(residuals.map((lifetime, window, value) -> Math.abs(value)).values());
  }

  private static double least(double[] course) {
    return Arrays.stream(course).min().orElse(0);
  }

  private static double greatest(double[] course) {
    return Arrays.stream(course).max().orElse(0);
  }
}
