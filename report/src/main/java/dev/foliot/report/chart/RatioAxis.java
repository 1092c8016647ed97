package dev.foliot.report.chart;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * A logarithmic axis of ratios with 1 in its middle, for the rows of a forest plot.
 *
 * <p>Immutable.
 */
public final class RatioAxis {
  private static final int ROW_PX = 22;
  private static final int LABELS_PX = 16;
  private static final double LEAST_DISTANCE = 0.18;
  private static final double LEAST_SPAN = Math.log(1.1);
  private static final double MOST_SPAN = Math.log(20_000);
  private static final double ROOM = 1.05;
  private static final double[] LABELS = {
    1, 0.5, 2, 0.25, 4, 0.1, 10, 0.01, 100, 0.001, 1000, 0.8, 1.25, 0.9, 1.1, 8
  };

  private final double margin;

  /** Half the width in logarithms. */
  private final double span;

  private RatioAxis(double margin, double span) {
    this.margin = margin;
    this.span = span;
  }

  /**
   * A ratio with its interval.
   *
   * @param ratio null if unknown
   * @param low the lower end of its interval; null if unbounded
   * @param high the upper end, likewise
   */
  public record Estimate(@Nullable Double ratio, @Nullable Double low, @Nullable Double high) {
    private DoubleStream sizes() {
      return DoubleStream.of(size(ratio), size(low), size(high));
    }
  }

  /**
   * An axis with room for all estimates and twice the margin.
   *
   * @param margin within which a difference does not matter: 0.05 for 5 %
   */
  public static RatioAxis of(double margin, List<Estimate> estimates) {
    double needed = Math.max(LEAST_SPAN, 2 * Math.log1p(Math.abs(margin)));
    needed = Math.max(needed, estimates.stream().flatMapToDouble(Estimate::sizes).max().orElse(0));
    return new RatioAxis(margin, Math.min(MOST_SPAN, needed * ROOM));
  }

  private static double size(@Nullable Double ratio) {
    return ratio == null || ratio <= 0 || Double.isInfinite(ratio) ? 0 : Math.abs(Math.log(ratio));
  }

  private double at(double ratio) {
    return Axis.clamp(ratio <= 0 ? 0 : 0.5 + Math.log(ratio) / span / 2);
  }

  /** Its labels: even first, then those that leave the others room. */
  public Content labels() {
    Svg svg = Svg.picture("bar axis", LABELS_PX, "");
    List<Double> taken = new ArrayList<>();
    for (double ratio : LABELS) {
      double at = at(ratio);
      if (at > 0.02
          && at < 0.98
          && taken.stream().allMatch(t -> Math.abs(t - at) > LEAST_DISTANCE)) {
        String label = Double.toString(ratio).replaceAll("\\.0$", "") + "×";
        svg.text("", at, 12, label);
        taken.add(at);
      }
    }
    return svg.end();
  }

  /**
   * A row: the margin, even, what was measured, the estimate with its interval.
   *
   * @param css the class of the estimate
   * @param single ratios that the estimate is made of; may be empty
   * @param label what it shows, for who cannot see it
   */
  public Content row(Estimate estimate, String css, List<Double> single, String label) {
    Svg svg = Svg.picture("bar", ROW_PX, label);
    double from = at(1 / (1 + margin));
    double to = at(1 + margin);
    svg.rect("margin", from, 0, Math.max(0, to - from), ROW_PX);
    svg.vertical("even", 0.5, 0, ROW_PX);
    if (!single.isEmpty()) {
      svg.group("single");
      single.forEach(ratio -> svg.circle(at(ratio), ROW_PX / 2, 2));
      svg.end();
    }
    svg.group("estimate " + css);
    if (estimate.low() != null && estimate.high() != null) {
      svg.line("", at(estimate.low()), ROW_PX / 2, at(estimate.high()), ROW_PX / 2);
    }
    if (estimate.ratio() != null) {
      svg.circle(at(estimate.ratio()), ROW_PX / 2, 4.5);
    }
    return svg.end().end();
  }
}
