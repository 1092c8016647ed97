package dev.foliot.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * Equal distances are equal differences.
 *
 * @param low the value at the beginning
 * @param high the value at the end, above it
 * @param most how many ticks at most
 * @param label how a value is written
 */
public record LinearScale(double low, double high, int most, DoubleFunction<String> label)
    implements Scale {
  public LinearScale {
    if (!(low < high)) {
      throw new IllegalArgumentException("an axis from " + low + " to " + high);
    }
  }

  @Override
  public double at(double value) {
    return Scale.clamp((value - low) / (high - low));
  }

  @Override
  public List<Tick> ticks() {
    double step = step();
    List<Tick> ticks = new ArrayList<>();
    for (long i = (long) Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) {
      ticks.add(new Tick(at(i * step), label.apply(i * step)));
    }
    return ticks;
  }

  /** The least of 1, 2 and 5 times a power of ten that needs no more ticks than allowed. */
  private double step() {
    double least = (high - low) / most;
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    for (double step : new double[] {power, 2 * power, 5 * power}) {
      if (step >= least * (1 - 1e-9)) {
        return step;
      }
    }
    return 10 * power;
  }
}
