package dev.foliot.report.fleet;

import dev.foliot.report.chart.Axis;
import dev.foliot.report.page.Units;
import java.util.Arrays;

/**
 * From where to where an axis goes: over what belongs together, and over what is apart from it as
 * far as the rest stays legible.
 *
 * @param low where it begins
 * @param high where it ends
 * @param below how many values lie before it
 * @param above how many values lie beyond it
 */
public record FleetRange(double low, double high, int below, int above) {
  /** What is further away than so many lengths of the rest is left outside. */
  private static final double FURTHEST = 1.5;

  private static final double ROOM = 0.05;

  /**
   * The range.
   *
   * @param together what must be in it
   * @param apart what may be left outside
   */
  public static FleetRange of(double[] together, double[] apart) {
    double[] all = together.length > 0 ? together : apart;
    double low = Arrays.stream(all).min().orElse(0);
    double high = Arrays.stream(all).max().orElse(1);
    double reach = (high - low) * FURTHEST;
    double least = low - reach;
    double most = high + reach;
    int below = 0;
    int above = 0;
    for (double value : apart) {
      if (value < least) {
        below++;
      } else if (value > most) {
        above++;
      } else {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    double room = (high - low) * ROOM;
    if (!(room > Math.ulp(high))) {
      room = Math.max(Math.abs(high) * ROOM, 1e-300);
    }
    return new FleetRange(low - room, high + room, below, above);
  }

  public Axis axis(int ticks) {
    return Axis.linear(low, high, ticks, Units::shortMetric);
  }

  /** A sentence on what is not in the picture, empty where all is. */
  public String left(String what) {
    int outside = below + above;
    return outside == 0
        ? ""
        : " %s %s outside of the picture."
            .formatted(Units.count(outside, what), outside == 1 ? "lies" : "lie");
  }
}
