package dev.foliot.report.chart;

import dev.foliot.report.page.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * Equal distances are equal ratios.
 *
 * @param low the value at the beginning, above 0
 * @param high the value at the end, above it
 * @param most how many ticks at most
 * @param label how a value is written
 */
public record LogScale(double low, double high, int most, DoubleFunction<String> label)
    implements Scale {
  private static final double[][] STEPS = {{1, 2, 5}, {1, 3}, {1}};

  public LogScale {
    if (!(low > 0 && low < high)) {
      throw new IllegalArgumentException("a logarithmic axis from " + low + " to " + high);
    }
  }

  /** An axis for durations in nanoseconds that begins and ends at 1, 2 or 5 of a power of ten. */
  public static LogScale durations(double leastNs, double mostNs, int most) {
    double low = Math.max(1, leastNs);
    double high = Math.max(low * 2, mostNs);
    return new LogScale(roundDown(low), roundUp(high), most, Units::shortDuration);
  }

  @Override
  public double at(double value) {
    return value <= low ? 0 : Scale.clamp(Math.log(value / low) / Math.log(high / low));
  }

  @Override
  public List<Tick> ticks() {
    for (double[] steps : STEPS) {
      List<Tick> ticks = ticks(steps, 1);
      if (ticks.size() <= most) {
        return ticks;
      }
    }
    int decades = 2;
    while (ticks(STEPS[2], decades).size() > most) {
      decades++;
    }
    return ticks(STEPS[2], decades);
  }

  private List<Tick> ticks(double[] steps, int everyDecades) {
    List<Tick> ticks = new ArrayList<>();
    int first = (int) Math.floor(Math.log10(low) + 1e-9);
    for (int decade = first; Math.pow(10, decade) <= high * (1 + 1e-9); decade++) {
      if (Math.floorMod(decade, everyDecades) != 0) {
        continue;
      }
      for (double step : steps) {
        double value = step * Math.pow(10, decade);
        if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) {
          ticks.add(new Tick(at(value), label.apply(value)));
        }
      }
    }
    return ticks;
  }

  public static double roundDown(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(value) + 1e-12));
    double first = value / power * (1 + 1e-12);
    return power * (first >= 5 ? 5 : first >= 2 ? 2 : 1);
  }

  public static double roundUp(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(value) + 1e-12));
    double first = value / power * (1 - 1e-12);
    return power * (first <= 1 ? 1 : first <= 2 ? 2 : first <= 5 ? 5 : 10);
  }
}
